#pragma once

#include "importers/neuron_profile_json/import_state.h"

#include <cstddef>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace nscope::importers {

/// Adds one member of AWS's summary record under AWS's name. A number becomes a metric with
/// provenance `imported`, a string (versions, instance type) a property. Anything else is counted.
void add_summary_metric(std::string_view name, simdjson::dom::element value, ImportState& state);
/// The same for a value of a known type.
void add_summary_number(std::string_view name, double value, ImportState& state);
void add_summary_text(std::string_view name, std::string_view value, ImportState& state);

/// Whether a number of this name is found only in summaries of AWS's profiler.
bool identifies_summary(std::string_view name);

/// Writes the properties that every summary has. `format` is the name of its form, `file` the path
/// and `profile` the id of the profile ("" if unknown).
void begin_summary(std::string_view format, std::string_view file, const std::string& profile,
                   ImportState& state);
/// Writes the execution, if its length is known, and the diagnostics of all summaries. `others` is
/// the number of summaries in the file that were not imported.
void end_summary(const std::string& profile, std::size_t others, ImportState& state);

/// The unit of a summary metric, from its name: seconds for "..._time", bytes for "..._bytes", ""
/// for "..._percent", which is a share of 1, and so on.
std::string_view summary_unit(std::string_view name);

}  // namespace nscope::importers
