#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "layers": the hierarchy of layers and what was busy during each.
extern const Analysis kLayerAnalysis;

}  // namespace nscope::analysis
