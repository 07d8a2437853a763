#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"
#include "profiler/dependency/event_order.h"

#include <array>
#include <vector>

namespace nscope {

/// What becomes of the times of a run when it runs again.
struct DependencyScaling {
  std::vector<double> duration{};                  ///< factor of each node; empty: 1
  std::vector<double> track{};                     ///< factor of each track's nodes; empty: 1
  std::array<double, kDependencyKinds> latency{};  ///< factor of each kind of edge
  double transfer_rate = 1;                        ///< factor of bytes' time
  Picoseconds transfer_start = 0;                  ///< of a transfer on the run's device
  double transfer_start_factor = 1;
  bool keep_waits = true;  ///< false: as if nothing were unexplained but the engines' launch

  /// Nothing changes.
  DependencyScaling() { latency.fill(1); }
  /// Latency of an edge in the new run.
  Picoseconds lag(const DependencyGraph& graph, const DependencyEdge& edge) const;
  /// Of a node of that index.
  double factor(std::size_t index, const DependencyNode& node) const {
    if (!track.empty()) return track[node.track];
    return duration.empty() ? 1.0 : duration[index];
  }
};

/// Whole picoseconds, at most 13 days: so large that nothing is lost, so small that
/// sums of two never overflow.
Picoseconds bounded(double picoseconds);

/// What the longest chain of dependencies, from the first event to the end of the
/// last one, consists of.
struct CriticalPath {
  Picoseconds instructions = 0;
  Picoseconds transfers = 0;
  Picoseconds latency = 0;  ///< of sequencers, semaphores and DMA
  Picoseconds launch = 0;   ///< before the first instruction of an engine
  Picoseconds waits = 0;    ///< that the capture does not explain
};

/// When everything happens, picoseconds from the first event on.
struct DependencyTiming {
  std::vector<Picoseconds> start{};  ///< by node
  std::vector<Picoseconds> end{};
  /// By node, where asked for: for anything but its own sequencer.
  std::vector<Picoseconds> waited{};
  std::vector<Picoseconds> slack{};  ///< by node, where asked for: how much later it could start
  Picoseconds total = 0;             ///< as DependencyGraph::total
  CriticalPath path{};
};

/// What to find besides times.
struct RunDetails {
  bool path = true;
  bool waits = true;
  bool slack = false;
};

/// Runs the graph: every event starts as soon as its dependencies allow, after the
/// unexplained wait that belongs to it. Captured start times are not used. Errors:
/// those of event_order(); kCancelled.
Result<DependencyTiming> run_dependencies(const DependencyGraph& graph,
                                          const DependencyScaling& scaling,
                                          const TaskControl& control, bool with_slack = false);
/// The same where one order, that of event_order(), serves several runs.
Result<DependencyTiming> run_dependencies(const DependencyGraph& graph,
                                          const std::vector<std::uint32_t>& order,
                                          const DependencyScaling& scaling,
                                          const RunDetails& details, const TaskControl& control);

}  // namespace nscope
