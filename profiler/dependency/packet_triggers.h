#pragma once

#include "profiler/trace/trace.h"

#include <vector>

namespace nscope {

/// Which DMA instruction caused which packet.
struct PacketTriggers {
  struct Pair {
    SliceId instruction;
    SliceId packet;
  };
  std::vector<Pair> pairs{};
  bool inferred = false;  ///< not stated by the capture
};

/// What the capture states; where it states nothing (JSON exports), what follows from
/// the rings of dynamic queues: each transfer ends with one packet of 4 bytes on every
/// ring, so the k-th of those closes the k-th DMA instruction of the engine that feeds
/// the ring (proven on 12,784 packets of six captures, docs/formats/ntff.md). Rings on
/// which their numbers differ, having lost packets, are left out.
PacketTriggers packet_triggers(const Trace& trace);

}  // namespace nscope
