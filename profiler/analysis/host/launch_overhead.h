#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "launches": host calls that start work on a device, with their time and the delay of the work.
extern const Analysis kLaunchesAnalysis;

}  // namespace nscope::analysis
