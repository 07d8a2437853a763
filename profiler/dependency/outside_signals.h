#pragma once

#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"
#include "profiler/dependency/semaphore_use.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace nscope {

/// The instructions of every engine of every core, in order of their start.
using InstructionQueues = std::map<std::pair<std::int32_t, Engine>, std::vector<std::uint32_t>>;

/// A graph that has all dependencies that the capture states, and what its texts say.
struct SignalInputs {
  const DependencyGraph& graph;
  const InstructionQueues& queues;
  const std::vector<std::vector<SemaphoreUse>>& uses;  ///< by operands
  const std::vector<std::int32_t>& transfers;          ///< transfer_semaphore(), by operands
  const std::vector<bool>& triggered;                  ///< by node: packets of an instruction
};

struct OutsideSignals {
  std::vector<DependencyEdge> edges{};  ///< kBarrier, kSemaphore, kDmaDone
  /// Nodes that wait for what nothing was seen to set; once for each such signal.
  std::vector<std::uint32_t> unknown{};
};

/// Finds what instructions wait for that no instruction of their core, and no transfer that one
/// triggered, sets: semaphores and event flags of a barrier between cores, or of the runtime.
/// The capture's record of the semaphore (or of the number of set flags) says when it was set.
/// What set it is
///   for a semaphore, the only WRITE of the other cores that ended in the microsecond before;
///   for a flag, the only packet of 4 bytes on a ring of the core that ended in it and that no
///   instruction triggered: the runtime's own transfers end with such a packet, too.
/// The records come 109 to 116 ns after the WRITE and 101 to 363 ns after the packet, in all of
/// six trn2 captures of 2026-02. Where there is none, or there are several, it stays unknown.
/// Of no use once cancelled.
OutsideSignals outside_signals(const SignalInputs& in, const TaskControl& control);

}  // namespace nscope
