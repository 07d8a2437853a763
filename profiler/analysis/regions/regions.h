#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "regions": the parts of a run (layers, kernels, intervals between collectives, ...) with the
/// same figures side by side, or the spread of those that do the same work.
extern const Analysis kRegionsAnalysis;

}  // namespace nscope::analysis
