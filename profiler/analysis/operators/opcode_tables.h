#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

// Analyses that need only one pass over a run.
extern const Analysis kSummaryAnalysis;
extern const Analysis kOpcodeAnalysis;
extern const Analysis kActivityAnalysis;
extern const Analysis kTensorAnalysis;
extern const Analysis kDiagnosticAnalysis;

}  // namespace nscope::analysis
