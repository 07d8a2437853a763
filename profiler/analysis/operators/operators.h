#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "operators": time, work and rates by operator.
extern const Analysis kOperatorAnalysis;

}  // namespace nscope::analysis
