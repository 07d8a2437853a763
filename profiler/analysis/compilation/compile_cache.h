#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "compile-cache": events of a compile cache by state, with their time.
extern const Analysis kCompileCacheAnalysis;
/// "recompiles": causes of compilations.
extern const Analysis kRecompilesAnalysis;

}  // namespace nscope::analysis
