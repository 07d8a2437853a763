#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

// Analyses of the idle time of engines; see engine_states.h.
extern const Analysis kIdleAnalysis;
extern const Analysis kWaitAnalysis;
extern const Analysis kTriggerAnalysis;

}  // namespace nscope::analysis
