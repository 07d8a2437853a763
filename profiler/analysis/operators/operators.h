#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "operators": time, work and rates by operator.
extern const Analysis kOperatorAnalysis;
/// "sources": time, work and rates by source line.
extern const Analysis kSourceAnalysis;

}  // namespace nscope::analysis
