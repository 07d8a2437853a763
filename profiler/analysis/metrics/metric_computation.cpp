#include "profiler/analysis/metrics/metric_computation.h"

#include "profiler/trace/vocabulary.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 5> kEngineNames{"tensor", "vector", "scalar", "gpsimd",
                                                       "sync"};

}  // namespace

DeviceFigures::DeviceFigures(const Trace& trace) {
  const auto rows = trace.property_number(property::kPeRows);
  const auto columns = trace.property_number(property::kPeColumns);
  const auto clock = trace.property_number(property::kPeClock);
  if (rows && columns && clock) peak_flops = 2.0 * *rows * *columns * *clock;
  engine_clock = trace.property_number(property::kEngineClock);
  hbm_bandwidth = trace.property_number(property::kHbmBandwidth);
  cores = trace.property_number(property::kPhysicalCores).value_or(0.0);
}

void MetricComputation::overall() {
  if (trace.slice_count() > 0) out.timed("total_time", seconds);
  out.unavailable("total_time", tr("the run contains no events"));
  double working = 0.0;
  bool any_work = false;
  for (const RunTotals::WorkSpan& span : totals.work_spans) {
    if (span.last < span.first) continue;
    working += static_cast<double>((span.last - span.first).value());
    any_work = true;
  }
  if (any_work) out.timed("total_exec_time", to_seconds(working));
  out.unavailable("total_exec_time",
                  tr("the run contains no working instructions and no DMA packets"));
  if (!totals.has_instructions && !totals.has_operators && !totals.has_dma) {
    return unavailable({"total_active_time", "total_active_time_percent", "neuroncore_cycle_count"},
                       tr("the run contains no instructions and no DMA packets"));
  }
  if (device.engine_clock) {
    out.timed("neuroncore_cycle_count", std::floor(seconds * *device.engine_clock));
  } else {
    out.unavailable("neuroncore_cycle_count", kNoEngineClock);
  }
  IntervalUnion active;
  for (const EngineTotals& engine : totals.engines) active.add(engine.busy);
  for (const DmaTotals* kind :
       {&totals.hardware_dynamic, &totals.software_dynamic, &totals.other_queues}) {
    active.add(kind->busy);
  }
  out.timed("total_active_time", to_seconds(active));
  out.timed("total_active_time_percent", to_seconds(active) / seconds);
}

void MetricComputation::engines() {
  for (std::size_t i = 0; i < kEngineNames.size(); ++i) {
    const std::string prefix = fmt::format("{}_engine_", kEngineNames[i]);
    const EngineTotals& engine = totals.engines[i];
    if (totals.has_instructions) {
      out.counted(prefix + "instruction_count", static_cast<double>(engine.count));
      out.timed(prefix + "instruction_time", to_seconds(engine.time));
    } else {
      unavailable({prefix + "instruction_count", prefix + "instruction_time"}, kNoInstructions);
    }
    if (totals.has_instructions || totals.has_operators) {
      out.timed(prefix + "active_time", to_seconds(engine.busy));
      out.timed(prefix + "active_time_percent", to_seconds(engine.busy) / seconds);
    } else {
      unavailable({prefix + "active_time", prefix + "active_time_percent"}, kNoInstructions);
    }
  }
  if (!totals.has_instructions) {
    return unavailable(
        {"matmul_instruction_count", "activate_instruction_count", "activate_instruction_time"},
        kNoInstructions);
  }
  out.exact("matmul_instruction_count", static_cast<double>(totals.work.matmul_count));
  out.exact("activate_instruction_count", static_cast<double>(totals.work.activate_count));
  out.timed("activate_instruction_time", to_seconds(totals.work.activate_time));
}

void MetricComputation::counts() {
  if (totals.has_semaphores || totals.has_events) {
    const Text note =
        totals.has_events
            ? Text()
            : tr("Only semaphore updates are counted; the run does not list other event flags.");
    // Versions 4 and 5 of the NTFF count all records, not only those of the execution.
    const auto records = trace.property_number(property::kEventRecords);
    const auto events =
        records && scope.whole_run() ? *records : static_cast<double>(totals.counter_events);
    const double packets =
        static_cast<double>(totals.hardware_dynamic.packets + totals.software_dynamic.packets +
                            totals.other_queues.packets);
    out.counted("event_count", events, note);
    const bool listed = trace.property_text(property::kSourceFormat) == "ntff";
    const double transfers = listed ? static_cast<double>(totals.transfers.packets) : 0.0;
    out.counted("trace_count",
                events + static_cast<double>(totals.instructions) + packets + transfers, note);
  } else {
    unavailable({"event_count", "trace_count"}, tr("the run contains no semaphore updates"));
  }
  std::optional<double> queues;
  if (!scope.core()) {
    queues = trace.property_number(property::kDmaQueueCount);
  } else {
    queues =
        trace.property_number(property::core_property(*scope.core(), property::kDmaQueueCount));
  }
  if (queues) out.exact("dma_queue_count", *queues);
  out.unavailable("dma_queue_count", tr("the run does not state the number of DMA queues"));

  for (const std::string_view name : {property::kNdIndex, property::kNcIndex}) {
    std::optional<double> sum;
    for (int core = 0; core < device.core_count(); ++core) {
      if (scope.core() && *scope.core() != core) continue;
      const auto index = trace.property_number(property::core_property(core, name));
      if (index) sum = sum.value_or(0.0) + *index;
    }
    if (sum) out.exact(name, *sum, tr("This is a sum of identifiers, not a measurement."));
  }
}

void MetricComputation::throttling() {
  // Shares refer to the time until the last instruction, in whole nanoseconds.
  const TraceTime length = scope.whole_time() && totals.instructions > 0
                               ? totals.last_instruction_end - scope.windows().front().begin
                               : scope.total();
  const auto until = static_cast<double>(trace.to_ns(length));
  for (const auto& [core, of_core] : totals.throttle) {
    double weighted = 0.0;
    for (const auto& [type, activity] : of_core.activities) {
      const std::string prefix = fmt::format("throttle_activity_{}_", type);
      out.timed(fmt::format("{}active_time_nc{}_percent", prefix, core), activity.time_ns / until);
      out.timed(fmt::format("{}avg_util_limit_nc{}_percent", prefix, core),
                activity.weighted_ns / activity.time_ns);
      weighted += activity.weighted_ns;
    }
    out.timed(fmt::format("throttle_active_nc{}_time_ns", core), of_core.limited_ns);
    out.timed(fmt::format("throttle_avg_util_limit_nc{}_percent", core), weighted / until);
  }
}

/// Metrics that no capture states and that Neuron Explorer prints as 0. They are 0 here, too,
/// and marked as assumed. add_stated() overrides them if the run states them.
void MetricComputation::not_in_captures() {
  const std::initializer_list<std::string_view> names{
      "model_flops", "mfu_hlo_estimated_percent", "mfu_hlo_max_achievable_estimated_percent",
      "dma_transfer_time", "dma_transfer_average_bytes"};
  out.unavailable("total_row_count", tr("only Neuron Explorer's database has these rows"));
  for (const std::string_view name : names) {
    if (out.has(name)) continue;
    if (trace.property_text(property::kProvenance) == "simulated" || !totals.has_instructions) {
      out.unavailable(name, tr("not stated in the run"));
      continue;
    }
    out.assumed(name, 0.0, tr("The capture does not state this value; Neuron Explorer prints 0."));
  }
}

}  // namespace nscope::analysis
