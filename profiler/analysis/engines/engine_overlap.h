#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "engine-overlap": what ran at the same time as what, and what ran alone.
extern const Analysis kEngineOverlapAnalysis;

}  // namespace nscope::analysis
