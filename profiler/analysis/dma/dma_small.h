#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "dma-small": regions in which small packets take most of the DMA time, and the time lost.
extern const Analysis kSmallDmaAnalysis;

}  // namespace nscope::analysis
