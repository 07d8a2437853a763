#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// Ranks by what they waited for others, and others for them.
extern const Analysis kRankSkewAnalysis;

}  // namespace nscope::analysis
