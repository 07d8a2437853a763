#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "dma-small": where small packets take most of the DMA time, and what that costs.
extern const Analysis kSmallDmaAnalysis;

}  // namespace nscope::analysis
