#include "profiler/analysis/metrics/metric_computation.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr Phrase kNoDma = phrase("the run contains no DMA packets");

Text dropped_packets_note(std::int64_t dropped) {
  if (dropped == 0) return {};
  return tr_plural(dropped,
                   "{} packet is excluded, as in Neuron Explorer's export, because its ring had a "
                   "packet in flight at the start or end of the execution.",
                   "{} packets are excluded, as in Neuron Explorer's export, because their rings "
                   "had a packet in flight at the start or end of the execution.",
                   as::count(dropped));
}

}  // namespace

void MetricComputation::dma_kind(std::string_view kind, const DmaTotals& of, const DmaTotals& all) {
  const std::string prefix = fmt::format("{}_dma_", kind);
  out.exact(prefix + "packet_count", static_cast<double>(of.packets));
  out.exact(prefix + "packet_percent",
            static_cast<double>(of.packets) / static_cast<double>(all.packets));
  out.exact(prefix + "size", of.bytes);
  out.exact(prefix + "size_percent", of.bytes / all.bytes);
  out.timed(prefix + "active_time", to_seconds(of.busy));
  out.timed(prefix + "active_time_percent", to_seconds(of.busy) / to_seconds(all.busy));
}

void MetricComputation::dma_unavailable() {
  unavailable(
      {"dma_active_time", "dma_active_time_percent", "dma_active_cycles", "dma_packet_time",
       "dynamic_dma_packet_percent", "dynamic_dma_size_percent", "dynamic_dma_active_time_percent"},
      kNoDma);
  for (const std::string_view kind : {"hardware_dynamic", "software_dynamic", "static"}) {
    for (const std::string_view what : {"packet_count", "packet_percent", "size", "size_percent",
                                        "active_time", "active_time_percent"}) {
      out.unavailable(fmt::format("{}_dma_{}", kind, what), kNoDma);
    }
  }
  unavailable({"input_queue_bytes", "output_queue_bytes", "weight_queue_bytes"}, kNoDma);
}

/// Complete transfers. Parquet exports list them, and NTFF captures with static queues or with the
/// notifications of dynamic descriptors.
void MetricComputation::dma_transfers() {
  const DmaTotals& transfers = totals.transfers;
  if (!totals.has_transfers) {
    return unavailable(
        {"dma_transfer_count", "dma_transfer_total_bytes"},
        totals.has_dma ? tr("the run lists DMA packets but not the transfers that they belong to")
                       : kNoDma);
  }
  out.exact("dma_transfer_count", static_cast<double>(transfers.packets));
  out.exact("dma_transfer_total_bytes", transfers.bytes);
  out.timed("dma_transfer_time", to_seconds(transfers.time));
  out.exact("dma_transfer_average_bytes", transfers.bytes / static_cast<double>(transfers.packets));
}

void MetricComputation::dma() {
  dma_transfers();
  const DmaTotals& hardware = totals.hardware_dynamic;
  const DmaTotals& software = totals.software_dynamic;
  const DmaTotals& fixed = totals.other_queues;
  if (!totals.has_dma) return dma_unavailable();
  DmaTotals all;
  for (const DmaTotals* kind : {&hardware, &software, &fixed}) {
    all.packets += kind->packets;
    all.bytes += kind->bytes;
    all.time += kind->time;
    all.busy.add(kind->busy);
  }
  const Text note = dropped_packets_note(totals.dropped_packets);
  const double active = to_seconds(all.busy);
  out.timed("dma_active_time", active, note);
  out.timed("dma_active_time_percent", active / seconds, note);
  if (device.engine_clock) {
    out.timed("dma_active_cycles", std::floor(active * *device.engine_clock), note);
  } else {
    out.unavailable("dma_active_cycles", kNoEngineClock);
  }
  out.timed("dma_packet_time", to_seconds(all.time), note);
  dma_kind("hardware_dynamic", hardware, all);
  dma_kind("software_dynamic", software, all);
  dma_kind("static", fixed, all);
  out.exact("dynamic_dma_packet_percent", static_cast<double>(hardware.packets + software.packets) /
                                              static_cast<double>(all.packets));
  out.exact("dynamic_dma_size_percent", (hardware.bytes + software.bytes) / all.bytes);
  // The sum of two unions, as in Neuron Explorer's summary; it can exceed their union.
  out.timed("dynamic_dma_active_time_percent",
            (to_seconds(hardware.busy) + to_seconds(software.busy)) / active);
  for (const std::string_view queue : {"input", "output", "weight"}) {
    const auto& by_queue =
        totals.transfer_queue_bytes.empty() ? totals.queue_bytes : totals.transfer_queue_bytes;
    const auto bytes = by_queue.find(std::string(queue));
    out.exact(fmt::format("{}_queue_bytes", queue), bytes == by_queue.end() ? 0.0 : bytes->second);
  }
}

void MetricComputation::collectives() {
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
    constexpr Phrase kNotRead =
        phrase("the importer does not read records of the collective cores");
    unavailable({"cc_op_count", "cc_op_time", "cc_op_active_time", "cc_op_active_time_percent"},
                kNotRead);
    return unavailable(core_metrics, kNotRead);
  }
  out.exact("cc_op_count", static_cast<double>(cc.count));
  out.timed("cc_op_time", to_seconds(cc.time));
  out.timed("cc_op_active_time", to_seconds(cc.busy));
  out.timed("cc_op_active_time_percent", to_seconds(cc.busy) / seconds);
  if (cc.count > 0) {
    return unavailable(core_metrics,
                       tr("the run does not contain instructions of the collective cores"));
  }
  for (const std::string_view name : core_metrics) out.exact(name, 0.0);
}

}  // namespace nscope::analysis
