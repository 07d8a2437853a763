#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/trace/trace.h"

namespace nscope::analysis {

// Analyses that need only one pass over a run.
extern const Analysis kSummaryAnalysis;
extern const Analysis kOpcodeAnalysis;
extern const Analysis kActivityAnalysis;
extern const Analysis kTensorAnalysis;
extern const Analysis kDiagnosticAnalysis;

/// Whether a track describes the recording instead of work: the spans of PyTorch's profiler, and
/// the annotations of GPU streams, which only frame other events.
bool is_about_profiler(const Trace& trace, const Track& track);

}  // namespace nscope::analysis
