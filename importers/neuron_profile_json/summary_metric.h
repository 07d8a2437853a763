#pragma once

#include "importers/neuron_profile_json/import_state.h"

#include <string_view>

#include <simdjson.h>

namespace nscope::importers {

/// One member of AWS's summary record: a number becomes a metric with
/// provenance `imported` under AWS's own name, a text (versions, instance type)
/// a property. Anything else is counted.
void add_summary_metric(std::string_view name, simdjson::dom::element value, ImportState& state);

/// The unit a summary metric is in, which its name tells: "..._time" is in
/// seconds, "..._bytes" in bytes, "..._percent" a share of 1 (""), ...
std::string_view summary_unit(std::string_view name);

}  // namespace nscope::importers
