#pragma once

#include "profiler/base/provenance.h"

#include <string>
#include <vector>

namespace nscope::cli {

/// Predicted figures as a table: value, 90 % band and note of each.
std::string metric_text(const std::vector<Metric>& metrics);

}  // namespace nscope::cli
