#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "dma-queues": load and balance of DMA queues or engines.
extern const Analysis kDmaQueueAnalysis;

}  // namespace nscope::analysis
