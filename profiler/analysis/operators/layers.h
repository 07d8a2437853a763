#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "layers": the hierarchy of layers with the busy time of each unit during each layer.
extern const Analysis kLayerAnalysis;

}  // namespace nscope::analysis
