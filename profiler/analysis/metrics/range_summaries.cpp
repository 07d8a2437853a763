#include "profiler/analysis/metrics/range_summaries.h"

#include <utility>

namespace nscope::analysis {

RangeSummaries::RangeSummaries(const Trace& trace)
    : trace_(trace),
      run_(trace, {}),
      gatherer_(trace),
      basis_(MetricBasis::of(trace)),
      device_(trace) {}

Result<Summary> RangeSummaries::of(TimeWindow range, std::optional<int> core,
                                   const TaskControl& control) {
  const Scope scope(run_, {.range = std::pair(range.begin, range.end), .core = core});
  const RunTotals totals = gatherer_.work(scope, control);
  if (control.cancelled()) return cancelled();
  SummaryBuilder out(basis_);
  MetricComputation c{
      .trace = trace_,
      .scope = scope,
      .totals = totals,
      .device = device_,
      .out = out,
      .seconds = trace_.to_seconds(scope.total()),
      .ticks_per_second = static_cast<double>(trace_.time_base().ticks_per_ns) * 1e9};
  c.engines();
  c.work();
  c.dma();
  c.collectives();
  return out.finish();
}

}  // namespace nscope::analysis
