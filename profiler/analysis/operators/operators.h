#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "operators": time, work and rates by operator.
extern const Analysis kOperatorAnalysis;
/// "sources": the same by line of the program.
extern const Analysis kSourceAnalysis;

}  // namespace nscope::analysis
