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

/// Why an event of a run could not be earlier than another allowed.
enum class DependencyKind : std::uint8_t {
  kOrder,      ///< next instruction of the same sequencer, once the one before was issued
  kAfterWait,  ///< the same after one that waits inside: once that has ended
  kArray,      ///< next matrix product of the same TensorE array
  kRing,       ///< next packet of the same DMA ring
  kGather,     ///< a transfer is done when its last packet is
  kSemaphore,  ///< instruction after the one that it waited for
  kDmaStart,   ///< packet after the instruction that triggered it
  kDmaDone,    ///< instruction after the transfer that it waited for
  kTransfer,   ///< the same where the capture does not say which packets they were
  kBarrier,    ///< end of a waiting instruction after the end of what it waited for
  kStream,     ///< part of an operator once the first tiles of another part are there
};
inline constexpr std::size_t kDependencyKinds = 11;

/// Whether it lets its target go from the start of what it leaves on, not from its end.
inline bool leaves_start(DependencyKind kind) {
  return kind == DependencyKind::kOrder || kind == DependencyKind::kArray ||
         kind == DependencyKind::kRing || kind == DependencyKind::kDmaStart ||
         kind == DependencyKind::kStream;
}

/// In place of the index of a node: none.
inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

/// One instruction, operator or DMA packet of a run, or the completion of a transfer of
/// several packets (then without a slice). Times are those of the run, from
/// its first event or the start of its window.
struct DependencyNode {
  SliceId slice;
  std::uint32_t track = 0;     ///< index of its track
  std::uint32_t operands = 0;  ///< index into DependencyGraph::operands
  Picoseconds start = 0;
  Picoseconds end = 0;
  Picoseconds hold = 0;        ///< how long its sequencer or ring takes nothing else
  Picoseconds array_hold = 0;  ///< the same of the TensorE array
  /// Waits that no dependency of the run explains.
  Picoseconds start_wait = 0;
  Picoseconds end_wait = 0;
  bool packet = false;
  bool first = false;      ///< of its engine: its start wait is the launch of the engine
  bool ends_late = false;  ///< its end depends on other ends (kBarrier)
  /// Waits for a semaphore or an event flag that nothing in the run was seen to set.
  bool outside = false;

  bool pipelined() const { return hold < end - start; }
};

struct DependencyEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  DependencyKind kind = DependencyKind::kOrder;
  /// kTransfer: its time, as seen from the first that waited for it; kStream: until the first
  /// tiles were there.
  Picoseconds lag = 0;
};

/// What a run says about who waited for whom, and how long things took.
/// Immutable once built; the trace must outlive it.
struct DependencyGraph {
  const Trace* trace = nullptr;
  std::vector<DependencyNode> nodes{};
  std::vector<DependencyEdge> edges{};  ///< grouped by `to`
  std::vector<std::uint32_t> first{};   ///< edges into node i: first[i] .. first[i + 1]
  std::vector<StringId> operands{};     ///< distinct texts; the first is invalid: none
  Picoseconds per_tick = 0;             ///< of the trace's time; 0: no whole number
  Picoseconds origin = 0;               ///< the first event (or the window) in the trace's time
  Picoseconds lead = 0;                 ///< from the first event to the window
  Picoseconds total = 0;                ///< the window; an event may still run at its end
  Picoseconds last_end = 0;
  /// Median time over the run between what an event waited for and the event,
  /// for each kind of edge: the latencies of its own device.
  std::array<Picoseconds, kDependencyKinds> latency{};
  /// What nine of ten of them take at most.
  std::array<Picoseconds, kDependencyKinds> usual{};
  std::size_t overlapping = 0;        ///< stated dependencies that did not hold up their target
  std::size_t inferred_triggers = 0;  ///< packets whose instruction follows from their ring
  std::size_t unseen_transfers = 0;   ///< DMA instructions whose packets are not known

  std::span<const DependencyEdge> into(std::size_t node) const {
    return std::span(edges).subspan(first[node], first[node + 1] - first[node]);
  }
  const Track& track_of(std::uint32_t node) const { return trace->tracks()[nodes[node].track]; }
  /// The name of its slice; invalid where it has none.
  StringId name_of(std::uint32_t node) const;
  /// Between the times of the trace and those of the nodes.
  Picoseconds time_of(TraceTime time) const;
  double ns_of(Picoseconds time) const;
  /// The latency that belongs to an edge of this graph.
  Picoseconds lag_of(const DependencyEdge& edge) const;
  /// When an edge let its target go in the run, without latency.
  Picoseconds released(const DependencyEdge& edge) const;
  /// The edge that let a node's start, or its end, go last; null where none did.
  const DependencyEdge* binding(std::size_t node, bool of_end) const;
  /// The edge that held a node's end after it had started; null where none did.
  const DependencyEdge* held_at_end(std::size_t node) const;
  /// The edge that let a node go on last: held_at_end(), else binding() of its start.
  const DependencyEdge* last_binding(std::size_t node) const;
};

/// Gaps up to 100 ns that nothing explains, one or two issues of an instruction,
/// are dropped; longer ones are kept as waits of their own.
inline constexpr Picoseconds kUnexplainedGap = 100'000;

/// The instructions (of a simulation: operators) of every NeuronCore with their DMA
/// packets and collectives. Errors: kInvalidArgument for a run without any or longer
/// than a day; kCancelled.
Result<DependencyGraph> dependency_graph(const Trace& trace, const TaskControl& control);

}  // namespace nscope
