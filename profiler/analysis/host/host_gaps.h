#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// Gaps on a device by what the host did meanwhile.
extern const Analysis kHostGapsAnalysis;

}  // namespace nscope::analysis
