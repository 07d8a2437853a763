#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "spills": what did not fit into SBUF and went through HBM.
extern const Analysis kSpillAnalysis;

}  // namespace nscope::analysis
