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

/// One packet or transfer. Times in ticks.
struct Packet {
  std::size_t row = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::optional<double> bytes{};  ///< nullopt if the run does not state them

  std::int64_t duration() const { return end - begin; }
};

/// Calls visit(const Packet&) for each packet of `track` that is entirely in the analysed range,
/// in the order of their starts. Returns false if cancelled.
template <class Visit>
bool visit_packets(const Trace& trace, const Track& track, const Scope& scope,
                   const TaskControl& control, Visit&& visit) {
  ArgReader transfer_size(track, trace.strings().find(key::kTransferSize));
  ArgReader bytes(track, trace.strings().find(key::kBytes));  // GPU copies
  const SliceColumns& slices = track.slices;
  for (std::size_t row = 0; row < slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    const TraceTime begin = slices.begin(row);
    const TraceTime end = slices.end(row);
    if (!scope.holds(begin, end)) continue;
    Packet packet{.row = row, .begin = begin.value(), .end = end.value()};
    packet.bytes = transfer_size.number(row);
    if (!packet.bytes) packet.bytes = bytes.number(row);
    if (packet.bytes && !(std::isfinite(*packet.bytes) && *packet.bytes >= 0.0)) {
      packet.bytes.reset();
    }
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
