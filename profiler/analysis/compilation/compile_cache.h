#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// What a compile cache answered, and the time it took.
extern const Analysis kCompileCacheAnalysis;
/// Why graphs were compiled, and compiled again.
extern const Analysis kRecompilesAnalysis;

}  // namespace nscope::analysis
