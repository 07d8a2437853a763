#pragma once

#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"
#include "profiler/trace/vocabulary.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace nscope::analysis {

/// Whether a track contains DMA work: packets of rings, transfers of a simulation or copies of a
/// GPU.
inline bool shows_dma(const Track& track) {
  return track.slice_kind == SliceKind::kDma && track.slices.size() > 0;
}

/// One packet or transfer, or the part of it that is in the analysed range. Times in ticks.
struct Packet {
  std::size_t row = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::optional<double> size{};  ///< bytes of the whole packet; nullopt: the run does not state them
  double share = 1.0;            ///< of the packet's duration that is in the analysed range

  std::int64_t duration() const { return end - begin; }
  /// The bytes that count in sums; 0 if they are not stated.
  double bytes() const { return size.value_or(0.0) * share; }
};

/// Calls visit(const Packet&) for each packet of `track` that counts in the analysed range
/// (Scope::part()), in the order of their starts. Returns false if cancelled.
template <class Visit>
bool visit_packets(const Trace& trace, const Track& track, const Scope& scope,
                   const TaskControl& control, Visit&& visit) {
  ArgReader transfer_size(track, trace.strings().find(key::kTransferSize));
  ArgReader bytes(track, trace.strings().find(key::kBytes));  // GPU copies
  const SliceColumns& slices = track.slices;
  for (std::size_t row = 0; row < slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    const auto part = scope.part(slices.begin(row), slices.end(row));
    if (!part) continue;
    Packet packet{.row = row, .begin = part->begin.value(), .end = part->end.value()};
    packet.share = part->share;
    packet.size = transfer_size.number(row);
    if (!packet.size) packet.size = bytes.number(row);
    if (packet.size && !(std::isfinite(*packet.size) && *packet.size >= 0.0)) packet.size.reset();
    visit(packet);
  }
  return true;
}

/// Note for PacketTriggers::inferred.
inline constexpr Phrase kInferredTriggers = phrase(
    "The run does not state which instruction triggered which packet. The triggers were derived "
    "from the order of the packets on each ring.");

/// Note for an analysed range without packets.
inline constexpr Phrase kNoPackets = phrase(
    "The run has no DMA packets in the analysed range. A Neuron capture contains them only if DMA "
    "tracing was enabled.");

}  // namespace nscope::analysis
