#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/base/units.h"
#include "profiler/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace nscope {

/// The reason why an event of a run could not be earlier.
enum class DependencyKind : std::uint8_t {
  kOrder,      ///< next instruction of the same sequencer after the previous one was issued
  kAfterWait,  ///< the same after the end of an instruction that waits while it executes
  kArray,      ///< next matrix product of the same TensorE array
  kRing,       ///< next packet of the same DMA ring
  kGather,     ///< end of a transfer after the end of its last packet
  kSemaphore,  ///< instruction after the instruction that it waited for
  kDmaStart,   ///< packet after the instruction that triggered it
  kDmaDone,    ///< instruction after the transfer that it waited for
  kTransfer,   ///< the same if the capture does not state the packets of the transfer
  kBarrier,    ///< end of a waiting instruction after the end of an event that it waited for
  kStream,     ///< part of an operator after the first tiles of another part
};
inline constexpr std::size_t kDependencyKinds = 11;

/// Whether the dependency is on the start of its source, not on its end.
inline bool leaves_start(DependencyKind kind) {
  return kind == DependencyKind::kOrder || kind == DependencyKind::kArray ||
         kind == DependencyKind::kRing || kind == DependencyKind::kDmaStart ||
         kind == DependencyKind::kStream;
}

/// The index value that means "no node".
inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

/// One instruction, operator or DMA packet of a run, or the completion of a transfer of
/// several packets, which has no slice. Times are those of the run, relative to its first event
/// or the start of its window.
struct DependencyNode {
  SliceId slice;
  std::uint32_t track = 0;     ///< index of its track
  std::uint32_t operands = 0;  ///< index into DependencyGraph::operands
  Picoseconds start = 0;
  Picoseconds end = 0;
  Picoseconds hold = 0;        ///< time for which it occupies its sequencer or ring
  Picoseconds array_hold = 0;  ///< the same for the TensorE array
  /// Waits that are not explained by a dependency of the run.
  Picoseconds start_wait = 0;
  Picoseconds end_wait = 0;
  bool packet = false;
  bool first = false;      ///< first of its engine: its start wait is the launch of the engine
  bool ends_late = false;  ///< its end depends on the ends of other events (kBarrier)
  /// Waits for a semaphore or an event flag that no event of the run is known to set.
  bool outside = false;

  bool pipelined() const { return hold < end - start; }
};

struct DependencyEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  DependencyKind kind = DependencyKind::kOrder;
  /// kTransfer: duration until the first event that waited for the transfer; kStream: time until
  /// the first tiles were available.
  Picoseconds lag = 0;
};

/// The dependencies between the events of a run, and their durations.
/// Immutable after it is built; the trace must outlive it.
struct DependencyGraph {
  const Trace* trace = nullptr;
  std::vector<DependencyNode> nodes{};
  std::vector<DependencyEdge> edges{};  ///< grouped by `to`
  std::vector<std::uint32_t> first{};   ///< edges into node i: first[i] .. first[i + 1]
  std::vector<StringId> operands{};     ///< distinct strings; the first is invalid: no operands
  Picoseconds per_tick = 0;             ///< picoseconds per tick; 0: not an integer
  Picoseconds origin = 0;               ///< time of the first event (or the window) in the trace
  Picoseconds lead = 0;                 ///< from the first event to the start of the window
  Picoseconds total = 0;                ///< length of the window; events may extend beyond it
  Picoseconds last_end = 0;
  /// Median time between an event and the event that it waited for, for each kind of edge: the
  /// latencies of the device.
  std::array<Picoseconds, kDependencyKinds> latency{};
  /// The 90th percentile of the same times.
  std::array<Picoseconds, kDependencyKinds> usual{};
  std::size_t overlapping = 0;        ///< stated dependencies that did not delay their target
  std::size_t inferred_triggers = 0;  ///< packets whose instruction was inferred from their ring
  std::size_t unseen_transfers = 0;   ///< DMA instructions whose packets are unknown

  std::span<const DependencyEdge> into(std::size_t node) const {
    return std::span(edges).subspan(first[node], first[node + 1] - first[node]);
  }
  const Track& track_of(std::uint32_t node) const { return trace->tracks()[nodes[node].track]; }
  /// The name of the slice of a node; invalid if it has no slice.
  StringId name_of(std::uint32_t node) const;
  /// Conversions between times of the trace and times of the nodes.
  Picoseconds time_of(TraceTime time) const;
  double ns_of(Picoseconds time) const;
  /// The latency of an edge of this graph.
  Picoseconds lag_of(const DependencyEdge& edge) const;
  /// The time at which an edge allowed its target in the run, without latency.
  Picoseconds released(const DependencyEdge& edge) const;
  /// The edge that allowed the start, or the end, of a node last; null if there is none.
  const DependencyEdge* binding(std::size_t node, bool of_end) const;
  /// The edge that delayed the end of a node after its start; null if there is none.
  const DependencyEdge* held_at_end(std::size_t node) const;
  /// held_at_end(), or else binding() of the start.
  const DependencyEdge* last_binding(std::size_t node) const;
};

/// Unexplained gaps up to 100 ns, the time to issue one or two instructions, are ignored; longer
/// ones are kept as waits.
inline constexpr Picoseconds kUnexplainedGap = 100'000;

/// The graph of the instructions (in a simulation: operators) of all NeuronCores with their DMA
/// packets and collectives. Errors: kInvalidArgument for a run without instructions or longer
/// than 24 hours; kCancelled.
Result<DependencyGraph> dependency_graph(const Trace& trace, const TaskControl& control);

}  // namespace nscope
