#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "bounds": the minimum time of each operator under assumptions that become stronger from rung to
/// rung: all units overlap, transfers run at the HBM bandwidth, no byte is read twice, and so on.
extern const Analysis kBoundsAnalysis;

}  // namespace nscope::analysis
