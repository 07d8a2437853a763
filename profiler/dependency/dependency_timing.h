#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"
#include "profiler/dependency/event_order.h"

#include <array>
#include <cstdint>
#include <vector>

namespace nscope {

/// Factors for the durations of a run when it is executed again under other conditions.
struct DependencyScaling {
  std::vector<double> duration{};                  ///< factor of each node; empty: 1
  std::vector<double> track{};                     ///< factor of each track's nodes; empty: 1
  std::array<double, kDependencyKinds> latency{};  ///< factor of each kind of edge
  double transfer_rate = 1;                        ///< factor of the transfer time of bytes
  Picoseconds transfer_start = 0;  ///< start-up time of a transfer on the device of the run
  double transfer_start_factor = 1;
  bool keep_waits = true;  ///< false: drops unexplained waits except the launch of engines
  /// By node: 1 for an instruction, packet or transfer that does not exist in the new run. It takes
  /// no time, and what follows it does not wait for its latencies. Empty: all exist.
  std::vector<std::uint8_t> removed{};

  /// All factors are 1.
  DependencyScaling() { latency.fill(1); }
  /// The latency of an edge in the new run.
  Picoseconds lag(const DependencyGraph& graph, const DependencyEdge& edge) const;
  /// The factor of the duration of a node.
  double factor(std::size_t index, const DependencyNode& node) const {
    if (!track.empty()) return track[node.track];
    return duration.empty() ? 1.0 : duration[index];
  }
  bool removes(std::size_t index) const { return !removed.empty() && removed[index] != 0; }
};

/// Rounds to whole picoseconds, at most 13 days, so that sums of two times never overflow.
Picoseconds bounded(double picoseconds);

/// The composition of the critical path, the longest chain of dependencies from the first event
/// to the end of the last one.
struct CriticalPath {
  Picoseconds instructions = 0;
  Picoseconds transfers = 0;
  Picoseconds latency = 0;  ///< of sequencers, semaphores and DMA
  Picoseconds launch = 0;   ///< before the first instruction of an engine
  Picoseconds waits = 0;    ///< not explained by the capture
};

/// The times of all events, in picoseconds after the first event.
struct DependencyTiming {
  std::vector<Picoseconds> start{};  ///< by node
  std::vector<Picoseconds> end{};
  /// By node, if requested: wait for events other than those of its own sequencer.
  std::vector<Picoseconds> waited{};
  std::vector<Picoseconds> slack{};  ///< by node, if requested: how much later it could start
  Picoseconds total = 0;             ///< like DependencyGraph::total
  CriticalPath path{};
};

/// Results to compute in addition to times.
struct RunDetails {
  bool path = true;
  bool waits = true;
  bool slack = false;
};

/// Computes the times of a graph: every event starts as soon as its dependencies allow, plus its
/// unexplained wait. Captured start times are not used. If the run states how the clock of TensorE
/// follows its load (property::kClockGatingWindow), the durations of TensorE have the clock of the
/// new run. Errors: those of event_order(); kCancelled.
Result<DependencyTiming> run_dependencies(const DependencyGraph& graph,
                                          const DependencyScaling& scaling,
                                          const TaskControl& control, bool with_slack = false);
/// The same with a given order, that of event_order(), which can be reused for several runs.
Result<DependencyTiming> run_dependencies(const DependencyGraph& graph,
                                          const std::vector<std::uint32_t>& order,
                                          const DependencyScaling& scaling,
                                          const RunDetails& details, const TaskControl& control);

}  // namespace nscope
