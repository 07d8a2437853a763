#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "simcore/catalog/memory_fit.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::cli {

/// Predictions as people read them. All functions are pure.

/// One value of a figure, its own or an end of its band, with its unit; US dollars without.
std::string readable_value(double value, const Metric& metric);

/// Figures as a table: value, band and note of each. `band` says what the band is.
std::string metric_text(const std::vector<Metric>& metrics, const std::string& band = "90 % band");

/// Names of figures that are not available, under their reasons.
std::string unavailable_text(const std::vector<std::pair<std::string, std::string>>& unavailable);

/// The arithmetic of the memory of one `unit`, "core" or "GPU".
std::string memory_text(const catalog::MemoryFit& memory, std::string_view unit);
/// The same as JSON: members end in "_per_core" or "_per_gpu".
Json memory_json(const catalog::MemoryFit& memory, std::string_view unit);

/// What lies outside of the calibration; empty where nothing does.
std::string outside_text(const std::vector<std::string>& outside_domain);

}  // namespace nscope::cli
