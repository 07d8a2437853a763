#pragma once

#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// Causes of time before an instruction or a packet, or inside an EVENT_SEMAPHORE, that the
/// dependencies of the run do not explain.
enum class GapCause : std::uint8_t {
  kDescriptors,   ///< GpSimd writes the descriptors of a transfer (nki-dge.rst, SDK 2.32)
  kClockStopped,  ///< throttled to 0 of n cycles
  kControl,       ///< the sequencer executes a taken branch, a load of registers or a write
  kOutside,       ///< a semaphore or an event flag is set by a sender that is not in the run
  kSemaphore,     ///< minimum duration of an EVENT_SEMAPHORE, also if it need not wait
  kDmaEngine,     ///< a packet waits while its DMA engine serves another ring
  kUnexplained,   ///< the run contains no reason
};

/// Finds the causes of gaps. The graph must outlive it. Must not be used after cancellation.
class GapCauses {
 public:
  GapCauses(const DependencyGraph& graph, const TaskControl& control);

  struct Part {
    Picoseconds end = 0;
    GapCause cause = GapCause::kUnexplained;
    std::uint32_t by = 0;  ///< the causing node: for kControl the preceding one, otherwise the node
  };
  /// Splits [begin, end), which is before the start of `node` or `inside` it, by cause. Replaces
  /// the contents of `parts` with the parts in order of time.
  void split(std::uint32_t node, bool inside, Picoseconds begin, Picoseconds end,
             std::vector<Part>& parts) const;

  /// The usual latency of a satisfied dependency: the p90 of its kind in this run, but at least
  /// DependencyGraph::lag_of().
  Picoseconds usual(const DependencyEdge& edge) const;

 private:
  using Interval = std::pair<Picoseconds, Picoseconds>;

  std::uint32_t control_before(std::uint32_t node) const;
  void served_or_unexplained(std::uint32_t packet, Picoseconds begin, Picoseconds end,
                             std::vector<Part>& parts) const;
  void stopped_or(GapCause cause, std::uint32_t node, Picoseconds begin, Picoseconds end,
                  std::vector<Part>& parts) const;

  const DependencyGraph& graph_;
  StringId event_semaphore_, branch_, load_, write_, pc_;
  std::map<std::int32_t, std::vector<Interval>> stopped_;  ///< times of stopped clocks by core
  std::map<Engine, Picoseconds> own_time_;  ///< the shortest EVENT_SEMAPHORE of each engine
  /// The tracks of the rings of each DMA engine, by core and engine.
  std::map<std::pair<std::int32_t, int>, std::vector<std::uint32_t>> rings_;
};

}  // namespace nscope::analysis
