#pragma once

#include "profiler/analysis/metrics/scope.h"

namespace nscope::analysis {

/// The range that is asked for, or all of the run: also what lies between executions, which
/// Scope leaves out.
inline TimeWindow window_of(const Trace& trace, const SummaryOptions& options) {
  if (options.range) return {options.range->first, options.range->second};
  return {trace.begin(), trace.end()};
}

}  // namespace nscope::analysis
