#pragma once

#include "profiler/base/provenance.h"

#include <string>
#include <vector>

namespace nscope::cli {

/// Predicted figures as a table: value, band and note of each. `band` says what the band is.
std::string metric_text(const std::vector<Metric>& metrics, const std::string& band = "90 % band");

}  // namespace nscope::cli
