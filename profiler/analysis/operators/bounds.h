#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "bounds": the minimum time of the run and of each operator under several assumptions: all units
/// overlap, transfers run at the HBM bandwidth, no byte is read twice, and so on.
extern const Analysis kBoundsAnalysis;

}  // namespace nscope::analysis
