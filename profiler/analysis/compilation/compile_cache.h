#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "compile-cache": events of a compile cache by state, with their time.
extern const Analysis kCompileCacheAnalysis;
/// "compile-failures": failed compilations by the compiler's error code, with cause and remedy.
extern const Analysis kCompileFailuresAnalysis;
/// "recompiles": causes of compilations.
extern const Analysis kRecompilesAnalysis;

}  // namespace nscope::analysis
