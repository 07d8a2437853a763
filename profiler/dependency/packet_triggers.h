#pragma once

#include "profiler/trace/trace.h"

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

}  // namespace nscope
