#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "memory": peaks of HBM, SBUF, PSUM and host memory, and their components.
extern const Analysis kMemoryAnalysis;

}  // namespace nscope::analysis
