#pragma once

#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/analysis/metrics/run_totals.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <optional>

namespace nscope::analysis {

/// Summarises many ranges of one run. A range takes time in proportion to its events, so that
/// disjoint ranges together take about as long as one summary of the run. One thread; the trace
/// must outlive it.
class RangeSummaries {
 public:
  explicit RangeSummaries(const Trace& trace);

  /// The metrics of engines, work, DMA and collectives in a range, on one core or on all. They
  /// equal those of summarize(). Errors: kCancelled.
  Result<Summary> of(TimeWindow range, std::optional<int> core, const TaskControl& control);

 private:
  const Trace& trace_;
  Scope run_;
  RunGatherer gatherer_;
  MetricBasis basis_;
  DeviceFigures device_;
};

}  // namespace nscope::analysis
