#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "spills": data that did not fit into SBUF and was moved through HBM.
extern const Analysis kSpillAnalysis;

}  // namespace nscope::analysis
