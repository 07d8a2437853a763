#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace nscope {

/// Which DMA instruction triggered which packet.
struct PacketTriggers {
  struct Pair {
    SliceId instruction;
    SliceId packet;
  };
  std::vector<Pair> pairs{};
  bool inferred = false;  ///< not stated by the capture
};

/// The triggers that the capture states. If it states none (JSON exports), they are inferred from
/// the rings of dynamic queues: each transfer ends with one packet of 4 bytes on every ring, so
/// the k-th of these packets ends the k-th DMA instruction of the engine that feeds the ring
/// (verified on 12,784 packets of six captures, docs/formats/ntff.md). Rings on which the
/// numbers differ because packets were lost are left out.
PacketTriggers packet_triggers(const Trace& trace);

/// Whether a track contains complete transfers, each of many packets. Those of static queues state
/// their bytes in each memory; those of other queues do not, because their instruction does.
inline bool has_transfers(const Track& track) {
  return track.core >= 0 && track.kind == TrackKind::kOther && track.engine == Engine::kDma;
}

/// The instructions that started the transfers on such tracks, by the slice of the transfer: those
/// whose packets begin and end with the transfer. Transfers without such packets, or with several
/// such instructions, are left out.
std::unordered_map<std::uint32_t, SliceId> transfer_triggers(const Trace& trace,
                                                             const PacketTriggers& packets);

}  // namespace nscope
