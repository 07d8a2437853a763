#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "gpu-streams": busy time of each GPU and its streams, and the causes of their idle time.
extern const Analysis kGpuStreamsAnalysis;

}  // namespace nscope::analysis
