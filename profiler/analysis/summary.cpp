#include "profiler/analysis/summary.h"

#include "profiler/analysis/run_totals.h"
#include "profiler/analysis/scope.h"
#include "profiler/analysis/summary_builder.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 5> kEngineNames{"tensor", "vector", "scalar", "gpsimd",
                                                       "sync"};
constexpr std::string_view kNoInstructions = "the run holds no instructions";
constexpr std::string_view kNoDma = "the run holds no DMA packets";
constexpr std::string_view kNoPeak = "TensorE's size and clock are not known";
constexpr std::string_view kNoBandwidth = "the HBM bandwidth is not known";
constexpr std::string_view kNoCores = "the number of profiled cores is not known";

/// What the capture says about its device. Missing figures are nullopt.
struct Device {
  std::optional<double> peak_flops;  ///< of one core, per second
  std::optional<double> engine_clock;
  std::optional<double> hbm_bandwidth;  ///< of the profiled cores together
  double cores = 0.0;                   ///< 0: not stated

  explicit Device(const Trace& trace) {
    const auto rows = trace.property_number(property::kPeRows);
    const auto columns = trace.property_number(property::kPeColumns);
    const auto clock = trace.property_number(property::kPeClock);
    if (rows && columns && clock) peak_flops = 2.0 * *rows * *columns * *clock;
    engine_clock = trace.property_number(property::kEngineClock);
    hbm_bandwidth = trace.property_number(property::kHbmBandwidth);
    cores = trace.property_number(property::kPhysicalCores).value_or(0.0);
  }
};

/// One summary in the making.
struct Computation {
  const Trace& trace;
  const Scope& scope;
  const RunTotals& totals;
  Device device;
  SummaryBuilder& out;
  double seconds;  ///< T
  double ticks_per_second;

  double to_seconds(double ticks) const { return ticks / ticks_per_second; }
  double to_seconds(const IntervalUnion& busy) const {
    return to_seconds(static_cast<double>(busy.length()));
  }
  bool simulated() const { return trace.property_text(property::kProvenance) == "simulated"; }
  void unavailable(std::initializer_list<std::string_view> names, std::string_view reason) {
    for (const std::string_view name : names) out.unavailable(name, reason);
  }

  void overall();
  void engines();
  void work();
  std::optional<double> bandwidth() const;
  void compute_utilisation(double flops, double useful_flops, double cores);
  void memory_utilisation(double useful_flops, double hbm_bytes, double cores);
  void min_read(double bandwidth);
  void dma();
  void dma_kind(std::string_view kind, const DmaTotals& of, const DmaTotals& all);
  void collectives();
  void throttling();
  void sizes();
  void not_in_captures();
  void counts();
};

void Computation::overall() {
  out.timed("total_time", seconds);
  if (device.engine_clock) {
    out.timed("neuroncore_cycle_count", std::floor(seconds * *device.engine_clock));
  } else {
    out.unavailable("neuroncore_cycle_count", "the engine clock is not known");
  }
  if (!totals.has_instructions && !totals.has_operators && !totals.has_dma) {
    unavailable({"total_active_time", "total_active_time_percent"},
                "the run holds no instructions and no DMA packets");
    return;
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

void Computation::engines() {
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

void Computation::work() {
  const WorkTotals& work = totals.work;
  if (!totals.has_instructions && !totals.has_operators) {
    return unavailable(
        {"hardware_flops", "transpose_flops", "hbm_read_bytes", "hbm_write_bytes",
         "sbuf_read_bytes", "sbuf_write_bytes", "psum_read_bytes", "psum_write_bytes",
         "psum_read_sbuf_write_bytes", "psum_read_sbuf_write_count", "hfu_estimated_percent",
         "mfu_estimated_percent", "mfu_inst_estimated_percent", "mbu_estimated_percent",
         "mm_arithmetic_intensity", "mfu_max_achievable_estimated_percent",
         "mfu_inst_max_achievable_estimated_percent"},
        kNoInstructions);
  }
  const double flops = 2.0 * work.elements + work.flops;
  const double transposes = 2.0 * work.transpose_elements;
  out.exact("hardware_flops", flops);
  out.exact("transpose_flops", transposes);
  out.exact("hbm_read_bytes", work.hbm_read);
  out.exact("hbm_write_bytes", work.hbm_write);
  if (totals.has_instructions) {
    out.exact("sbuf_read_bytes", work.sbuf_read);
    out.exact("sbuf_write_bytes", work.sbuf_write);
    out.exact("psum_read_bytes", work.psum_read);
    out.exact("psum_write_bytes", work.psum_write);
    out.exact("psum_read_sbuf_write_bytes", work.psum_read_sbuf_write);
    out.exact("psum_read_sbuf_write_count", static_cast<double>(work.psum_read_sbuf_write_count));
  } else {
    unavailable({"sbuf_read_bytes", "sbuf_write_bytes", "psum_read_bytes", "psum_write_bytes",
                 "psum_read_sbuf_write_bytes", "psum_read_sbuf_write_count"},
                kNoInstructions);
  }
  const double cores = scope.core() ? 1.0 : device.cores;
  compute_utilisation(flops, flops - transposes, cores);
  memory_utilisation(flops - transposes, work.hbm_read + work.hbm_write, cores);
}

/// HBM bandwidth of the cores looked at: with one core asked for, its share of
/// what the profiled cores have together.
std::optional<double> Computation::bandwidth() const {
  if (!scope.core()) return device.hbm_bandwidth;
  if (!device.hbm_bandwidth || device.cores <= 0.0) return std::nullopt;
  return *device.hbm_bandwidth / device.cores;
}

void Computation::compute_utilisation(double flops, double useful_flops, double cores) {
  if (!device.peak_flops || cores <= 0.0) {
    return unavailable(
        {"hfu_estimated_percent", "mfu_estimated_percent", "mfu_inst_estimated_percent"},
        device.peak_flops ? kNoCores : kNoPeak);
  }
  const double peak = seconds * *device.peak_flops * cores;
  out.timed("hfu_estimated_percent", flops / peak);
  out.timed("mfu_estimated_percent", useful_flops / peak);
  out.timed("mfu_inst_estimated_percent", useful_flops / peak);
}

void Computation::memory_utilisation(double useful_flops, double hbm_bytes, double cores) {
  if (hbm_bytes > 0.0) {
    out.exact("mm_arithmetic_intensity", useful_flops / hbm_bytes);
  } else {
    out.unavailable("mm_arithmetic_intensity", "no HBM traffic is known");
  }
  const double per_second = bandwidth().value_or(0.0);
  if (per_second <= 0.0) {
    unavailable({"mbu_estimated_percent", "mbu_min_read_util_percent"}, kNoBandwidth);
  } else {
    out.timed("mbu_estimated_percent", hbm_bytes / (seconds * per_second));
    min_read(per_second);
  }
  if (!device.peak_flops || per_second <= 0.0 || cores <= 0.0) {
    return unavailable({"peak_flops_bandwidth_ratio", "mfu_max_achievable_estimated_percent",
                        "mfu_inst_max_achievable_estimated_percent"},
                       !device.peak_flops  ? kNoPeak
                       : per_second <= 0.0 ? kNoBandwidth
                                           : kNoCores);
  }
  out.exact("peak_flops_bandwidth_ratio", *device.peak_flops / per_second);
  const double ridge = *device.peak_flops * cores / per_second;
  for (const std::string_view name :
       {"mfu_max_achievable_estimated_percent", "mfu_inst_max_achievable_estimated_percent"}) {
    if (hbm_bytes > 0.0) {
      out.exact(name, std::min(1.0, useful_flops / hbm_bytes / ridge));
    } else {
      out.unavailable(name, "no HBM traffic is known");
    }
  }
}

void Computation::min_read(double bandwidth) {
  const auto inputs = trace.property_number(property::kInputBytes);
  const auto weights = trace.property_number(property::kWeightBytes);
  if (scope.core()) {
    out.unavailable("mbu_min_read_util_percent", "sizes are stated for the whole model only");
  } else if (!inputs || !weights) {
    out.unavailable("mbu_min_read_util_percent", "the input sizes are in the NEFF, not here");
  } else {
    out.timed("mbu_min_read_util_percent", (*inputs + *weights) / (seconds * bandwidth));
  }
}

void Computation::dma_kind(std::string_view kind, const DmaTotals& of, const DmaTotals& all) {
  const std::string prefix = fmt::format("{}_dma_", kind);
  out.exact(prefix + "packet_count", static_cast<double>(of.packets));
  out.exact(prefix + "packet_percent",
            static_cast<double>(of.packets) / static_cast<double>(all.packets));
  out.exact(prefix + "size", of.bytes);
  out.exact(prefix + "size_percent", of.bytes / all.bytes);
  out.timed(prefix + "active_time", to_seconds(of.busy));
  out.timed(prefix + "active_time_percent", to_seconds(of.busy) / to_seconds(all.busy));
}

void Computation::dma() {
  const DmaTotals& hardware = totals.hardware_dynamic;
  const DmaTotals& software = totals.software_dynamic;
  const DmaTotals& fixed = totals.other_queues;
  if (!totals.has_dma) {
    unavailable({"dma_active_time", "dma_active_time_percent", "dma_active_cycles",
                 "dma_packet_time", "dynamic_dma_packet_percent", "dynamic_dma_size_percent",
                 "dynamic_dma_active_time_percent"},
                kNoDma);
    for (const std::string_view kind : {"hardware_dynamic", "software_dynamic", "static"}) {
      for (const std::string_view what : {"packet_count", "packet_percent", "size", "size_percent",
                                          "active_time", "active_time_percent"}) {
        out.unavailable(fmt::format("{}_dma_{}", kind, what), kNoDma);
      }
    }
    return unavailable({"input_queue_bytes", "output_queue_bytes", "weight_queue_bytes"}, kNoDma);
  }
  DmaTotals all;
  for (const DmaTotals* kind : {&hardware, &software, &fixed}) {
    all.packets += kind->packets;
    all.bytes += kind->bytes;
    all.time += kind->time;
    all.busy.add(kind->busy);
  }
  const std::string note =
      totals.dropped_packets == 0
          ? std::string()
          : fmt::format(
                "{} packets of rings in flight at the start or end of the execution are "
                "left out, as in the vendor's export",
                totals.dropped_packets);
  const double active = to_seconds(all.busy);
  out.timed("dma_active_time", active, note);
  out.timed("dma_active_time_percent", active / seconds, note);
  if (device.engine_clock) {
    out.timed("dma_active_cycles", std::floor(active * *device.engine_clock), note);
  } else {
    out.unavailable("dma_active_cycles", "the engine clock is not known");
  }
  out.timed("dma_packet_time", to_seconds(all.time), note);
  dma_kind("hardware_dynamic", hardware, all);
  dma_kind("software_dynamic", software, all);
  dma_kind("static", fixed, all);
  out.exact("dynamic_dma_packet_percent", static_cast<double>(hardware.packets + software.packets) /
                                              static_cast<double>(all.packets));
  out.exact("dynamic_dma_size_percent", (hardware.bytes + software.bytes) / all.bytes);
  // A sum of two unions, as in the vendor's summary: it can exceed their union.
  out.timed("dynamic_dma_active_time_percent",
            (to_seconds(hardware.busy) + to_seconds(software.busy)) / active);
  for (const std::string_view queue : {"input", "output", "weight"}) {
    const auto bytes = totals.queue_bytes.find(std::string(queue));
    out.exact(fmt::format("{}_queue_bytes", queue),
              bytes == totals.queue_bytes.end() ? 0.0 : bytes->second);
  }
}

void Computation::collectives() {
  const bool not_decoded =
      std::any_of(trace.diagnostics().begin(), trace.diagnostics().end(),
                  [](const Diagnostic& d) { return d.code == "collective_trace_not_decoded"; });
  const std::initializer_list<std::string_view> core_metrics{
      "cc_cores_instruction_count", "cc_cores_instruction_time", "cc_cores_instruction_active_time",
      "cc_cores_instruction_active_time_percent"};
  if (!totals.has_instructions && !totals.has_operators) {
    unavailable({"cc_op_count", "cc_op_time", "cc_op_active_time", "cc_op_active_time_percent"},
                kNoInstructions);
    return unavailable(core_metrics, kNoInstructions);
  }
  const CollectiveTotals& cc = totals.collectives;
  if (not_decoded) {
    constexpr std::string_view kNotRead = "records of the collective cores are not read";
    unavailable({"cc_op_count", "cc_op_time", "cc_op_active_time", "cc_op_active_time_percent"},
                kNotRead);
    return unavailable(core_metrics, kNotRead);
  }
  out.exact("cc_op_count", static_cast<double>(cc.count));
  out.timed("cc_op_time", to_seconds(cc.time));
  out.timed("cc_op_active_time", to_seconds(cc.busy));
  out.timed("cc_op_active_time_percent", to_seconds(cc.busy) / seconds);
  if (cc.count > 0) {
    return unavailable(core_metrics, "instructions of the collective cores are not in the run");
  }
  for (const std::string_view name : core_metrics) out.exact(name, 0.0);
}

void Computation::throttling() {
  // Over the time until the last instruction, in whole ns.
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

void Computation::sizes() {
  if (scope.core()) {
    return unavailable(
        {"weight_size_bytes", "inputs_and_weights_size_bytes", "inputs_outputs_weights_size_bytes"},
        "sizes are stated for the whole model only");
  }
  // Weights are listed once for each core, tensors where they lie.
  std::optional<double> weights = trace.property_number(property::kWeightBytes);
  std::optional<double> tensors;
  for (int core = 0; core < static_cast<int>(device.cores); ++core) {
    const auto of_core = [&](std::string_view name) {
      return trace.property_number(property::core_property(core, name));
    };
    if (!weights) weights = of_core(property::kHbmUsageWeights);
    if (const auto bytes = of_core(property::kHbmUsageTensors)) {
      tensors = tensors.value_or(0.0) + *bytes;
    }
  }
  const auto inputs = trace.property_number(property::kInputBytes);
  const auto outputs = trace.property_number(property::kOutputBytes);
  if (inputs && outputs) tensors = *inputs + *outputs;
  if (weights) out.exact("weight_size_bytes", *weights);
  if (weights && inputs) out.exact("inputs_and_weights_size_bytes", *inputs + *weights);
  if (weights && tensors) out.exact("inputs_outputs_weights_size_bytes", *weights + *tensors);
  unavailable(
      {"weight_size_bytes", "inputs_and_weights_size_bytes", "inputs_outputs_weights_size_bytes"},
      "the sizes are in the NEFF, not here");
}

void Computation::counts() {
  if (totals.has_semaphores || totals.has_events) {
    const std::string_view note =
        totals.has_events ? std::string_view() : "event flags besides semaphores are not listed";
    const auto events = static_cast<double>(totals.counter_events);
    const double packets =
        static_cast<double>(totals.hardware_dynamic.packets + totals.software_dynamic.packets +
                            totals.other_queues.packets);
    out.counted("event_count", events, note);
    out.counted("trace_count", events + static_cast<double>(totals.instructions) + packets, note);
  } else {
    unavailable({"event_count", "trace_count"}, "the run holds no semaphore updates");
  }
  std::optional<double> queues;
  if (!scope.core()) {
    queues = trace.property_number(property::kDmaQueueCount);
  } else {
    queues =
        trace.property_number(property::core_property(*scope.core(), property::kDmaQueueCount));
  }
  if (queues) out.exact("dma_queue_count", *queues);
  out.unavailable("dma_queue_count", "the number of DMA queues is not stated");

  for (const std::string_view name : {property::kNdIndex, property::kNcIndex}) {
    std::optional<double> sum;
    for (int core = 0; core < static_cast<int>(device.cores); ++core) {
      if (scope.core() && *scope.core() != core) continue;
      const auto index = trace.property_number(property::core_property(core, name));
      if (index) sum = sum.value_or(0.0) + *index;
    }
    if (sum) out.exact(name, *sum, "identifiers added up over the cores, no measure");
  }
}

/// Figures that no capture states and the vendor's tool prints as 0. They are
/// printed as that, marked as assumed; a run that states them overrides this.
void Computation::not_in_captures() {
  const std::initializer_list<std::string_view> names{
      "model_flops", "mfu_hlo_estimated_percent", "mfu_hlo_max_achievable_estimated_percent",
      "dma_transfer_time", "dma_transfer_average_bytes"};
  for (const std::string_view name : names) {
    if (simulated() || !totals.has_instructions) {
      out.unavailable(name, "the run does not state it");
      continue;
    }
    out.assumed(name, 0.0, "not stated in the capture; 0 as the vendor's tool prints it");
  }
}

MetricBasis basis_of(const Trace& trace) {
  MetricBasis basis;
  const bool simulated = trace.property_text(property::kProvenance) == "simulated";
  if (simulated) basis.provenance = Provenance::kSimulated;
  basis.whole_nanoseconds = !simulated && trace.time_base().ticks_per_ns == 1;
  return basis;
}

/// Figures that the run itself states (by its own tool or by the simulator).
void add_stated(const Trace& trace, const Scope& scope, const SummaryOptions& options,
                SummaryBuilder& out) {
  for (const Metric& metric : trace.metrics()) {
    if (metric.provenance == Provenance::kImported && !options.use_imported) continue;
    if (scope.whole_run()) {
      out.put(metric);
    } else if (!out.has(metric.name)) {
      out.unavailable(metric.name, "stated for the whole run only");
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

Summary summarize(const Trace& trace, const SummaryOptions& options) {
  const Scope scope(trace, options);
  const RunTotals totals = gather(trace, scope);
  SummaryBuilder out(basis_of(trace));
  Computation c{.trace = trace,
                .scope = scope,
                .totals = totals,
                .device = Device(trace),
                .out = out,
                .seconds = trace.to_seconds(scope.total()),
                .ticks_per_second = static_cast<double>(trace.time_base().ticks_per_ns) * 1e9};
  if (totals.has_instructions || totals.has_operators || totals.has_dma) {
    c.overall();
  } else {
    c.unavailable(
        {"total_time", "total_active_time", "total_active_time_percent", "neuroncore_cycle_count"},
        "the run holds no instructions and no DMA packets");
  }
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
  Json metrics = Json::object();
  for (const Metric& metric : summary.metrics) {
    Json entry{{"value", metric.value},
               {"unit", metric.unit},
               {"provenance", to_string(metric.provenance)}};
    if (metric.low) entry["low"] = *metric.low;
    if (metric.high) entry["high"] = *metric.high;
    if (!metric.note.empty()) entry["note"] = metric.note;
    metrics[metric.name] = std::move(entry);
  }
  Json unavailable = Json::object();
  for (const auto& [name, reason] : summary.unavailable) unavailable[name] = reason;
  return Json{{"schema", "nscope.summary/1"},
              {"metrics", std::move(metrics)},
              {"unavailable", std::move(unavailable)}};
}

}  // namespace nscope::analysis
