#include "profiler/analysis/insights/rules.h"

#include <algorithm>

namespace nscope::analysis {

Findings find_small_dma(const RunFacts& facts, const ParameterValues& thresholds) {
  const PacketFacts& of = facts.packets;
  if (of.all.empty() || of.all.ns <= 0) return std::nullopt;
  const double share = of.small.ns / of.all.ns;
  if (of.small.empty() || share < thresholds.number("small_dma_share")) return nothing_found();
  return found(
      {.finding = tr("{} of {} DMA packets are smaller than {}. They take {} of the DMA time and "
                     "move {} of {}.",
                     as::count(of.small.count), as::count(of.all.count),
                     as::bytes(thresholds.number("small_dma_bytes")), as::percent(share),
                     as::bytes(of.small.bytes), as::bytes(of.all.bytes)),
       .action =
           tr("Make the innermost contiguous part of each transfer 2 KiB or larger: transpose on "
              "an engine instead of with DMA, load whole rows, and merge adjacent tiles."),
       .gain = facts.of_path(facts.path.marked_ns[static_cast<std::size_t>(Mark::kSmallPacket)],
                             phrase("small packets on the critical path")),
       .evidence = facts.at(
           of.small,
           {{"small_packets", phrase("small packets"), static_cast<double>(of.small.count), ""},
            {"packets", phrase("packets"), static_cast<double>(of.all.count), ""},
            {"small_time_share", phrase("time of small packets"), share, "share"}},
           "dma-small")});
}

Findings find_dma_bound(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto active = facts.metric("dma_active_time");
  if (!active || *active <= 0 || !facts.path.known() || facts.total_ns <= 0) return std::nullopt;
  const double ns = facts.path.transfers_ns + facts.path.transfer_starts_ns;
  const double share = ns / facts.total_ns;
  if (share < thresholds.number("dma_share") || facts.path.longest_transfer.empty()) {
    return nothing_found();
  }
  const auto mbu = facts.metric("mbu_estimated_percent");
  std::vector<InsightNumber> numbers{
      {"dma_path_ns", phrase("DMA on the critical path"), ns, "ns"},
      {"dma_share", phrase("DMA share of the critical path"), share, "share"}};
  if (mbu) numbers.push_back({"mbu_estimated_percent", phrase("MBU"), *mbu, ""});
  const bool full = mbu.value_or(0) >= kBandwidthUsed;
  return found(
      {.finding =
           mbu ? tr("DMA transfers and their start latencies take {} of the critical path ({}), "
                    "with {} of the HBM bandwidth in use.",
                    as::percent(share), as::duration_ns(ns), as::percent(*mbu))
               : tr("DMA transfers and their start latencies take {} of the critical path ({}).",
                    as::percent(share), as::duration_ns(ns)),
       .action = full ? tr("Move fewer bytes: keep reused tiles in SBUF, store weights or the KV "
                           "cache in a smaller data type, or increase the batch size.")
                      : tr("Start transfers earlier (two or more buffers for each tile), "
                           "distribute them over all 16 queues, and make them larger."),
       .gain = facts.of_path(ns, phrase("DMA time on the critical path")),
       .evidence = facts.at(facts.path.longest_transfer, std::move(numbers), "critical-path")});
}

Findings find_spills(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto saved = facts.metric("spill_save_bytes");
  const auto reloaded = facts.metric("spill_reload_bytes");
  const auto read = facts.metric("hbm_read_bytes");
  const auto written = facts.metric("hbm_write_bytes");
  const bool stated = saved && reloaded;
  if ((!stated && !facts.instructions.types_stated) || !read || !written) return std::nullopt;
  const double bytes = stated ? *saved + *reloaded : facts.instructions.spills.bytes;
  const double all = *read + *written;
  if (all <= 0 || bytes <= thresholds.number("spill_share") * all) return nothing_found();
  std::vector<InsightNumber> numbers{{"spill_bytes", phrase("spilled"), bytes, "B"},
                                     {"hbm_read_bytes", phrase("HBM read"), *read, "B"},
                                     {"hbm_write_bytes", phrase("HBM written"), *written, "B"}};
  const EventTotals& spills = facts.instructions.spills;
  return found(
      {.finding =
           tr("Intermediate results that did not fit into SBUF cause {} of {} of HBM traffic ({}).",
              as::bytes(bytes), as::bytes(all), as::percent(bytes / all)),
       .action = tr("Use smaller tiles, shorten the time between producing and using a result, or "
                    "split the layer, so that all data in use at the same time fits into SBUF."),
       .gain = facts.of_path(
           std::min(1.0, bytes / all) * (facts.path.transfers_ns + facts.path.transfer_starts_ns),
           phrase("DMA time on the critical path multiplied by the spilled share of the bytes")),
       .evidence = spills.empty() ? facts.throughout(std::move(numbers), "memory")
                                  : facts.at(spills, std::move(numbers), "memory")});
}

Findings find_reloads(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto tensors = facts.metric("inputs_outputs_weights_size_bytes");
  const auto read = facts.metric("hbm_read_bytes");
  const auto written = facts.metric("hbm_write_bytes");
  if (!tensors || *tensors <= 0 || !read || !written) return std::nullopt;
  const double traffic = *read + *written;
  const double ratio = traffic / *tensors;
  if (ratio < thresholds.number("traffic_ratio")) return nothing_found();
  std::vector<InsightNumber> numbers{
      {"hbm_read_bytes", phrase("HBM read"), *read, "B"},
      {"hbm_write_bytes", phrase("HBM written"), *written, "B"},
      {"inputs_outputs_weights_size_bytes", phrase("inputs, outputs and weights"), *tensors, "B"}};
  const EventTotals& longest = facts.path.longest_transfer;
  return found(
      {.finding =
           tr("HBM traffic is {}, which is {} times the size of inputs, outputs and weights ({}).",
              as::bytes(traffic), as::fixed(ratio, 1), as::bytes(*tensors)),
       .action = tr("Keep intermediate results in SBUF by fusing the operators that exchange them, "
                    "and load each tile once for all products that use it."),
       .gain = facts.of_path(
           (1 - 1 / ratio) * (facts.path.transfers_ns + facts.path.transfer_starts_ns),
           phrase("DMA time on the critical path multiplied by the share of bytes beyond the size "
                  "of the tensors")),
       .evidence = longest.empty() ? facts.throughout(std::move(numbers), "tensors")
                                   : facts.at(longest, std::move(numbers), "tensors")});
}

Findings find_low_intensity(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto intensity = facts.metric("mm_arithmetic_intensity");
  const auto achievable = facts.metric("mfu_max_achievable_estimated_percent");
  if (!intensity || !achievable || *intensity <= 0 || *achievable <= 0) return std::nullopt;
  const double share = *achievable;
  if (share >= thresholds.number("intensity_share")) return nothing_found();
  return found(
      {.finding =
           tr("Each byte read from or written to HBM is used for {} FLOPs. TensorE needs {} FLOPs "
              "per byte to reach its peak, so the HBM bandwidth limits it to {}.",
              as::fixed(*intensity, 1), as::fixed(*intensity / share, 1), as::percent(share)),
       .action = tr("Use each loaded weight for more tokens (a batch up to {} times larger takes "
                    "little more time), or halve the bytes with a smaller data type.",
                    as::fixed(1 / share, 1)),
       .gain = unknown_gain(tr("not estimated: a larger batch increases the throughput, but does "
                               "not shorten this run")),
       .evidence = facts.throughout(
           {{"mm_arithmetic_intensity", phrase("arithmetic intensity"), *intensity, "FLOP/B"},
            {"mfu_max_achievable_estimated_percent", phrase("highest possible MFU"), share, ""}},
           "roofline")});
}

}  // namespace nscope::analysis
