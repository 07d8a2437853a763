#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "engine-overlap": overlap of engines, DMA and collectives, and the time in which each runs
/// alone.
extern const Analysis kEngineOverlapAnalysis;

}  // namespace nscope::analysis
