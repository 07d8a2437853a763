#pragma once

#include "importers/neuron_profile_json/import_state.h"

#include <string_view>

#include <simdjson.h>

namespace nscope::importers {

/// Adds one member of AWS's summary record under AWS's name. A number becomes a metric with
/// provenance `imported`, a string (versions, instance type) a property. Anything else is counted.
void add_summary_metric(std::string_view name, simdjson::dom::element value, ImportState& state);

/// The unit of a summary metric, from its name: seconds for "..._time", bytes for "..._bytes", ""
/// for "..._percent", which is a share of 1, and so on.
std::string_view summary_unit(std::string_view name);

}  // namespace nscope::importers
