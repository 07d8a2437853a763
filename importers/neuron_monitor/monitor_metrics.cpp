// The metrics, properties and diagnostics at the end of the reports.
#include "importers/neuron_monitor/monitor_trace.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <utility>

#include <fmt/format.h>

namespace nscope::importers {

void MonitorTrace::finish() {
  for (Instance& instance : instances_) {
    for (const auto& [name, runtime] : instance.runtimes) {
      const Interval& shown = runtime.interval;
      if (shown.slice.valid()) out_.close_slice(shown.slice, shown.end);
    }
    for (const auto& [name, model] : instance.models) {
      if (model.slice.valid()) out_.close_slice(model.slice, model.end);
    }
  }
  out_.time_base({.ticks_per_ns = 1, .window_begin = begin_, .window_end = end_});
  out_.property("report_count", PropertyValue(figures_.reports));
  for (Instance& instance : instances_) {
    const bool first = &instance == &instances_.front();
    const std::string prefix = first ? "" : fmt::format("{}.", printable(instance.id));
    for (auto& [name, value] : instance.facts) out_.property(prefix + name, std::move(value));
    write_metrics(instance, prefix);
  }
  if (origin_ns_) {
    out_.property(std::string(property::kClock), PropertyValue(std::string("unix")));
    out_.property(std::string(property::kClockOrigin), PropertyValue(*origin_ns_));
  }
  write_diagnostics();
}

void MonitorTrace::write_metrics(const Instance& instance, const std::string& prefix) {
  const auto put = [&](const std::string& name, double value, std::string_view unit, Text note,
                       Provenance provenance = Provenance::kImported) {
    out_.metric({.name = prefix + name,
                 .value = value,
                 .unit = std::string(unit),
                 .provenance = provenance,
                 .note = std::move(note)});
  };
  const auto put_mean = [&](const std::string& name, const Mean& mean, std::string_view unit) {
    if (mean.samples == 0) return;
    put(name, mean.weighted_sum / mean.weight, unit,
        tr_plural(mean.samples, "mean of {} sample, weighted by its period",
                  "mean of {} samples, weighted by their periods", as::count(mean.samples)));
  };
  for (const auto& [key, core] : instance.cores) {
    const std::string name = fmt::format("neuroncore{}", printable(key));
    put_mean(name + ".utilization_mean", core.mean_utilization, "%");
    put_mean(name + ".effective_flops_mean", core.mean_flops, "FLOP/s");
    if (core.memory_peak >= 0.0) {
      put(name + ".device_memory_peak", core.memory_peak, "B",
          tr("largest sum over the runtimes of one report"));
    }
  }
  for (const auto& [group, sums] : {std::pair("executions", &instance.executions),
                                    {"execution_errors", &instance.execution_errors}}) {
    for (const auto& [kind, sum] : *sums) {
      put(fmt::format("{}.{}", group, printable(kind)), sum, "count", tr("sum over all reports"));
    }
  }
  for (const auto& [name, peak] : instance.peaks) {
    put(name, peak.first, peak.second, tr("largest reported value"));
  }
  for (const auto& [kind, latency] : instance.latencies) {
    const std::string name = printable(kind);
    if (latency.shortest >= 0.0) {
      put(name + ".p0", latency.shortest, "s", tr("smallest reported value"));
    }
    if (latency.longest >= 0.0) {
      put(name + ".p100", latency.longest, "s", tr("largest reported value"));
    }
    for (const auto& [percentile, mean] : latency.means) {
      put(fmt::format("{}.{}_mean", name, percentile), mean.weighted_sum / mean.weight, "s",
          tr("mean over reports and runtimes, weighted by their executions; the percentile of all "
             "executions is unknown"),
          Provenance::kApproximate);
    }
  }
}

void MonitorTrace::write_diagnostics() {
  if (instances_.size() > 1) {
    out_.diagnose("several_instances", Severity::kInfo,
                  tr("the file contains reports of several instances: those of '{}' are at the "
                     "top, those of others in groups with the id of the instance",
                     printable(instances_.front().id)),
                  static_cast<std::int64_t>(instances_.size()));
  }
  if (reports_without_stamp_ > 0) {
    out_.diagnose("no_time_stamps", Severity::kInfo,
                  tr("a report has no time stamp: its time is the sum of the stated periods, so "
                     "pauses between reports are missing"),
                  reports_without_stamp_);
  }
  if (reports_by_arrival_ > 0) {
    out_.diagnose("arrival_times", Severity::kInfo,
                  tr("a report has no time stamp: its time of arrival was used"),
                  reports_by_arrival_);
  }
  if (reports_without_runtime_ > 0) {
    out_.diagnose("no_runtime_attached", Severity::kInfo,
                  tr("a report has no samples because no Neuron application was running"),
                  reports_without_runtime_);
  }
}

}  // namespace nscope::importers
