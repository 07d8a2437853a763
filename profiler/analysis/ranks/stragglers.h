#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// Collectives by what the ranks waited in them.
extern const Analysis kStragglersAnalysis;

}  // namespace nscope::analysis
