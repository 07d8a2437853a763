#pragma once

#include "profiler/analysis/comparison/comparison_report.h"
#include "profiler/base/result.h"

#include <string>

namespace nscope {

/// A comparison as one self-contained HTML page without scripts; all names are escaped. Errors:
/// kInternal (an invalid resource).
Result<std::string> comparison_html(const analysis::ComparisonReport& report,
                                    const Language& language);

}  // namespace nscope
