#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "stragglers": collectives by the waiting time of their ranks.
extern const Analysis kStragglersAnalysis;

}  // namespace nscope::analysis
