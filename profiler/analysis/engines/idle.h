#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

// Why engines do nothing: engine_states.h.
extern const Analysis kIdleAnalysis;
extern const Analysis kWaitAnalysis;
extern const Analysis kTriggerAnalysis;

}  // namespace nscope::analysis
