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

/// A graph with all dependencies that the capture states, and the signals in its operands.
struct SignalInputs {
  const DependencyGraph& graph;
  const InstructionQueues& queues;
  const std::vector<std::vector<SemaphoreUse>>& uses;  ///< by operands
  const std::vector<std::int32_t>& transfers;          ///< transfer_semaphore(), by operands
  const std::vector<bool>& triggered;                  ///< by node: packets of an instruction
};

struct OutsideSignals {
  std::vector<DependencyEdge> edges{};  ///< kBarrier, kSemaphore, kDmaDone
  /// Nodes that wait for a signal with an unknown source; once for each signal.
  std::vector<std::uint32_t> unknown{};
};

/// Finds the sources of signals that are not set by an instruction of the waiting core or by a
/// transfer that such an instruction triggered: semaphores and event flags of a barrier between
/// cores, or of the runtime. The time of the signal is that of the captured counter of the
/// semaphore, or of the number of event flags that are set. The source is
///   for a semaphore, the only WRITE of the other cores that ended in the microsecond before;
///   for a flag, the only 4-byte packet on a ring of the core that ended in the microsecond before
///   and was not triggered by an instruction; transfers of the runtime end with such a packet, too.
/// In all of six trn2 captures of 2026-02 the counter changes 109 to 116 ns after the WRITE and
/// 101 to 363 ns after the packet. If there is no such event, or more than one, the source is
/// unknown. The result is incomplete after a cancellation.
OutsideSignals outside_signals(const SignalInputs& in, const TaskControl& control);

}  // namespace nscope
