#include "profiler/analysis/metrics/summary.h"

#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/analysis/metrics/run_totals.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/summary_builder.h"
#include "profiler/base/json/metrics_json.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

/// The length of the analysed range in seconds. Some captures state the length of their execution.
double length_of(const Trace& trace, const Scope& scope) {
  const auto stated = trace.property_number(property::kExecutionLength);
  if (!scope.whole_time() || !stated || *stated <= 0.0) return trace.to_seconds(scope.total());
  return *stated / (static_cast<double>(trace.time_base().ticks_per_ns) * 1e9);
}

/// Adds the metrics that the run itself states, which its tool or the simulator computed.
void add_stated(const Trace& trace, const Scope& scope, const SummaryOptions& options,
                SummaryBuilder& out) {
  for (const Metric& metric : trace.metrics()) {
    if (metric.provenance == Provenance::kImported && !options.use_imported) continue;
    if (scope.whole_run()) {
      out.put(metric);
    } else if (!out.has(metric.name)) {
      out.unavailable(metric.name, tr("stated only for the whole run"));
    }
  }
}

}  // namespace

const Metric* Summary::find(std::string_view name) const {
  const auto it = std::lower_bound(
      metrics.begin(), metrics.end(), name,
      [](const Metric& metric, std::string_view wanted) { return metric.name < wanted; });
  return it != metrics.end() && it->name == name ? &*it : nullptr;
}

bool Summary::of_neuroncores() const {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const Metric& metric) { return metric.name != "total_time"; });
}

Summary summarize(const Trace& trace, const SummaryOptions& options) {
  return *summarize(trace, options, TaskControl());  // cannot fail, because it is never cancelled
}

Result<Summary> summarize(const Trace& trace, const SummaryOptions& options,
                          const TaskControl& control) {
  const Scope scope(trace, options);
  const RunTotals totals = gather(trace, scope, control);
  if (control.cancelled()) return cancelled();
  SummaryBuilder out(MetricBasis::of(trace));
  MetricComputation c{
      .trace = trace,
      .scope = scope,
      .totals = totals,
      .device = DeviceFigures(trace),
      .out = out,
      .seconds = length_of(trace, scope),
      .ticks_per_second = static_cast<double>(trace.time_base().ticks_per_ns) * 1e9};
  c.overall();
  c.engines();
  c.work();
  c.dma();
  c.collectives();
  c.throttling();
  c.sizes();
  c.counts();
  c.not_in_captures();
  add_stated(trace, scope, options, out);
  return out.finish();
}

Json summary_json(const Summary& summary) {
  Json unavailable = Json::object();
  for (const auto& [name, reason] : summary.unavailable) unavailable[name] = reason;
  return Json{{"schema", "nscope.summary/1"},
              {"metrics", metrics_json(summary.metrics)},
              {"unavailable", std::move(unavailable)}};
}

}  // namespace nscope::analysis
