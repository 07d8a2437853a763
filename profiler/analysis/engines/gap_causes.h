#pragma once

#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_graph.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// Why time passed before an instruction or a packet, or inside an EVENT_SEMAPHORE, that no
/// dependency of the run accounts for.
enum class GapCause : std::uint8_t {
  kDescriptors,   ///< GpSimd writes the descriptors of a transfer (nki-dge.rst, SDK 2.32)
  kClockStopped,  ///< throttled to 0 of n cycles
  kControl,       ///< behind a taken branch, a load of registers or a write: the sequencer's own
  kOutside,       ///< for a semaphore or an event flag that nothing in the run was seen to set
  kSemaphore,     ///< an EVENT_SEMAPHORE takes time even where it waits for nothing
  kDmaEngine,     ///< of a packet: its DMA engine serves another ring
  kUnexplained,   ///< nothing in the run says why
};

/// The causes of a run. Refers to the graph, which must outlive it. Of no use once cancelled.
class GapCauses {
 public:
  GapCauses(const DependencyGraph& graph, const TaskControl& control);

  struct Part {
    Picoseconds end = 0;
    GapCause cause = GapCause::kUnexplained;
    std::uint32_t by = 0;  ///< the instruction behind it: that before for kControl, else its own
  };
  /// The parts of [begin, end) of a node's time, in order, into `parts`, which is emptied first:
  /// before its start, or `inside` it.
  void split(std::uint32_t node, bool inside, Picoseconds begin, Picoseconds end,
             std::vector<Part>& parts) const;

  /// How long a dependency takes as a rule once what it needs is there: what nine of ten of its
  /// kind take in this run, at least DependencyGraph::lag_of().
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
  std::map<std::int32_t, std::vector<Interval>> stopped_;  ///< clocks, by core
  std::map<Engine, Picoseconds> own_time_;  ///< the shortest EVENT_SEMAPHORE of each engine
  /// The tracks of the rings of each DMA engine, by core and engine.
  std::map<std::pair<std::int32_t, int>, std::vector<std::uint32_t>> rings_;
};

}  // namespace nscope::analysis
