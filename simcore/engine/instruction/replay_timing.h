#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/instruction/replay_graph.h"
#include "simcore/engine/instruction/replay_scaling.h"

#include <vector>

namespace nscope::sim {

/// What the longest chain of dependencies, from the first event to the end of the
/// last one, consists of.
struct CriticalPath {
  Picoseconds instructions = 0;
  Picoseconds transfers = 0;
  Picoseconds latency = 0;  ///< of sequencers, semaphores and DMA
  Picoseconds waits = 0;    ///< that the capture does not explain
};

/// When everything happens, picoseconds from the first event on.
struct ReplayTiming {
  std::vector<Picoseconds> start{};  ///< by node
  std::vector<Picoseconds> end{};
  std::vector<Picoseconds> waited{};  ///< by node: for anything but its own sequencer
  Picoseconds total = 0;              ///< as ReplayGraph::total
  CriticalPath path{};
};

/// Runs the graph: every event starts as soon as its dependencies allow, after the
/// unexplained wait that belongs to it. Captured start times are not used. Errors:
/// kBadInput where dependencies go round in a circle, naming the instructions that
/// wait for each other; kCancelled.
Result<ReplayTiming> replay_timing(const ReplayGraph& graph, const ReplayScaling& scaling,
                                   const TaskControl& control);

}  // namespace nscope::sim
