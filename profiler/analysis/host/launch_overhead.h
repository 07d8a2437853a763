#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// Calls of the host that start work on a device: what they cost and how late it starts.
extern const Analysis kLaunchesAnalysis;

}  // namespace nscope::analysis
