#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"
#include "simcore/engine/event_queue.h"
#include "simcore/engine/instruction/operand_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nscope::sim {

/// Why an event of a run could not be earlier than another allowed.
enum class EdgeKind : std::uint8_t {
  kOrder,      ///< next instruction of the same sequencer
  kArray,      ///< next matrix product of the same TensorE array
  kRing,       ///< next packet of the same DMA ring
  kGather,     ///< a transfer is done when its last packet is
  kSemaphore,  ///< instruction after the one that it waited for
  kDmaStart,   ///< packet after the instruction that triggered it
  kDmaDone,    ///< instruction after the transfer that it waited for
  kTransfer,   ///< the same where the capture does not say which packets they were
  kBarrier,    ///< end of a waiting instruction after the end of what it waited for
};
inline constexpr std::size_t kEdgeKinds = 9;

/// One instruction or DMA packet of a capture, or the completion of a transfer of
/// several packets (then without a slice). Times are those of the capture, from
/// its first event or the start of its window.
struct ReplayNode {
  SliceId slice;
  std::uint32_t track = 0;     ///< index of its track
  std::uint32_t operands = 0;  ///< index into ReplayGraph::operands
  Picoseconds start = 0;
  Picoseconds end = 0;
  Picoseconds hold = 0;        ///< how long its sequencer or ring takes nothing else
  Picoseconds array_hold = 0;  ///< the same of the TensorE array
  /// Waits that no dependency of the capture explains.
  Picoseconds start_wait = 0;
  Picoseconds end_wait = 0;
  bool packet = false;
  bool ends_late = false;  ///< its end depends on other ends (kBarrier)

  bool pipelined() const { return hold < end - start; }
};

struct ReplayEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  EdgeKind kind = EdgeKind::kOrder;
  Picoseconds lag = 0;  ///< kTransfer: its time, as seen from the first that waited for it
};

/// What a capture says about who waited for whom, and how long things took.
/// Immutable once built; the trace must outlive it.
struct ReplayGraph {
  const Trace* trace = nullptr;
  std::vector<ReplayNode> nodes{};
  std::vector<ReplayEdge> edges{};      ///< grouped by `to`
  std::vector<std::uint32_t> first{};   ///< edges into node i: first[i] .. first[i + 1]
  std::vector<OperandText> operands{};  ///< distinct ones; the first is empty
  Picoseconds lead = 0;                 ///< from the first event to the window
  Picoseconds total = 0;                ///< the window; an event may still run at its end
  Picoseconds last_end = 0;
  /// Median time over the capture between what an event waited for and the event,
  /// for each kind of edge: the latencies of its own device.
  std::array<Picoseconds, kEdgeKinds> latency{};
  std::size_t overlapping = 0;        ///< stated dependencies that did not hold up their target
  std::size_t inferred_triggers = 0;  ///< packets whose instruction follows from their ring
  std::size_t unseen_transfers = 0;   ///< DMA instructions whose packets are not known

  std::span<const ReplayEdge> into(std::size_t node) const {
    return std::span(edges).subspan(first[node], first[node + 1] - first[node]);
  }
  /// The latency that belongs to an edge of this graph.
  Picoseconds lag_of(const ReplayEdge& edge) const;
};

/// Gaps up to 100 ns that nothing explains, one or two issues of an instruction,
/// are dropped; longer ones are kept as waits of their own.
inline constexpr Picoseconds kUnexplainedGap = 100'000;

/// Errors: kInvalidArgument for a run without NeuronCore instructions or longer than
/// a day; kCancelled.
Result<ReplayGraph> replay_graph(const Trace& trace, const TaskControl& control);

}  // namespace nscope::sim
