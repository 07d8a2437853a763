#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "rank-skew": waiting time of each rank, and waiting time that it causes.
extern const Analysis kRankSkewAnalysis;

}  // namespace nscope::analysis
