#include "profiler/analysis/insights/rules.h"
#include "profiler/base/format.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::analysis {
Findings find_small_dma(const RunFacts& facts, const ParameterValues& thresholds) {
  const PacketFacts& of = facts.packets;
  if (of.all.empty() || of.all.ns <= 0) return std::nullopt;
  const double share = of.small.ns / of.all.ns;
  if (of.small.empty() || share < thresholds.number("small_dma_share")) return nothing_found();
  return found(
      {.finding =
           fmt::format("{} of {} DMA packets are smaller than {}; they take {} of the DMA "
                       "time and move {} of {}.",
                       format_count(of.small.count), format_count(of.all.count),
                       format_bytes(thresholds.number("small_dma_bytes")), format_percent(share),
                       format_bytes(of.small.bytes), format_bytes(of.all.bytes)),
       .action = "Make the innermost contiguous run of each transfer 2 KiB or more: transpose on "
                 "the engine instead of in DMA, load whole rows, merge neighbouring tiles.",
       .gain = facts.of_path(facts.path.marked_ns[static_cast<std::size_t>(Mark::kSmallPacket)],
                             "small packets on the critical path"),
       .evidence = facts.at(of.small,
                            {{"small_packets", static_cast<double>(of.small.count), ""},
                             {"packets", static_cast<double>(of.all.count), ""},
                             {"small_time_share", share, "share"}},
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
  std::vector<InsightNumber> numbers{{"dma_path_ns", ns, "ns"}, {"dma_share", share, "share"}};
  std::string used;
  if (mbu) {
    numbers.push_back({"mbu_estimated_percent", *mbu, ""});
    used = fmt::format(", while {} of the HBM bandwidth is used", format_percent(*mbu));
  }
  const bool full = mbu.value_or(0) >= kBandwidthUsed;
  return found(
      {.finding = fmt::format("DMA transfers and their starts are {} of the critical path "
                              "({}){}.",
                              format_percent(share), format_duration_ns(ns), used),
       .action = full ? "Move fewer bytes: keep reused tiles in SBUF, store weights or "
                        "the KV cache in a smaller type, raise the batch."
                      : "Start transfers earlier (two or more buffers for each tile), "
                        "spread them over all 16 queues, and make them larger.",
       .gain = facts.of_path(ns, "DMA time on the critical path"),
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
  std::vector<InsightNumber> numbers{{"spill_bytes", bytes, "B"},
                                     {"hbm_read_bytes", *read, "B"},
                                     {"hbm_write_bytes", *written, "B"}};
  const EventTotals& spills = facts.instructions.spills;
  return found(
      {.finding = fmt::format("{} of {} HBM traffic ({}) are intermediate results that did not fit "
                              "into SBUF.",
                              format_bytes(bytes), format_bytes(all), format_percent(bytes / all)),
       .action = "Use smaller tiles, shorten the time between producing and using a result, or "
                 "split the layer, so that what is in use at once fits into SBUF.",
       .gain = facts.of_path(
           std::min(1.0, bytes / all) * (facts.path.transfers_ns + facts.path.transfer_starts_ns),
           "DMA time on the critical path times the spilled share of the bytes"),
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
  std::vector<InsightNumber> numbers{{"hbm_read_bytes", *read, "B"},
                                     {"hbm_write_bytes", *written, "B"},
                                     {"inputs_outputs_weights_size_bytes", *tensors, "B"}};
  const EventTotals& longest = facts.path.longest_transfer;
  return found(
      {.finding = fmt::format("{} go to and from HBM, {:.1f} times the {} of inputs, outputs and "
                              "weights.",
                              format_bytes(traffic), ratio, format_bytes(*tensors)),
       .action = "Keep intermediate results in SBUF by fusing the operators that hand them over, "
                 "and load each tile once for all products that use it.",
       .gain = facts.of_path(
           (1 - 1 / ratio) * (facts.path.transfers_ns + facts.path.transfer_starts_ns),
           "DMA time on the critical path times the share of bytes beyond the tensors' own"),
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
      {.finding = fmt::format("Each byte from or to HBM is used for {:.1f} FLOPs; TensorE is only "
                              "kept busy from {:.1f} on, so HBM allows {} of its peak.",
                              *intensity, *intensity / share, format_percent(share)),
       .action =
           fmt::format("Use each loaded weight for more tokens: a batch up to {:.1f} times as "
                       "large costs little more time; or halve the bytes with a smaller type.",
                       1 / share),
       .gain = unknown_gain(
           "not estimated: a larger batch raises the throughput, not this run's speed"),
       .evidence = facts.throughout({{"mm_arithmetic_intensity", *intensity, "FLOP/B"},
                                     {"mfu_max_achievable_estimated_percent", share, ""}},
                                    "roofline")});
}

}  // namespace nscope::analysis
