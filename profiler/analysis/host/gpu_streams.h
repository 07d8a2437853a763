#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// What each GPU and each of its streams did, and why it idled.
extern const Analysis kGpuStreamsAnalysis;

}  // namespace nscope::analysis
