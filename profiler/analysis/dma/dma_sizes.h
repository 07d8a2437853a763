#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "dma-sizes": histogram of transfer sizes.
extern const Analysis kDmaSizeAnalysis;

}  // namespace nscope::analysis
