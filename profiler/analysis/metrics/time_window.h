#pragma once

#include "profiler/analysis/metrics/scope.h"

namespace nscope::analysis {

/// The range in the options, or the whole run. Unlike Scope, this includes the time between
/// executions.
inline TimeWindow window_of(const Trace& trace, const SummaryOptions& options) {
  if (options.range) return {options.range->first, options.range->second};
  return {trace.begin(), trace.end()};
}

}  // namespace nscope::analysis
