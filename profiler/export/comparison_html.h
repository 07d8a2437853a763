#pragma once

#include "profiler/analysis/comparison/comparison_report.h"
#include "profiler/base/result.h"

#include <string>

namespace nscope {

/// A comparison as one HTML page that needs nothing else: no scripts, all names
/// escaped, nothing is loaded. Errors: kInternal (a resource is broken).
Result<std::string> comparison_html(const analysis::ComparisonReport& report);

}  // namespace nscope
