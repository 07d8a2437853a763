#include "profiler/analysis/engines/gap_causes.h"

#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <span>

namespace nscope::analysis {
namespace {

/// The intervals in which the clock of a core was stopped.
std::map<std::int32_t, std::vector<std::pair<Picoseconds, Picoseconds>>> stopped_clocks(
    const DependencyGraph& graph, const TaskControl& control) {
  const Trace& trace = *graph.trace;
  const StringId k = trace.strings().find(key::kThrottleK);
  std::map<std::int32_t, std::vector<std::pair<Picoseconds, Picoseconds>>> stopped;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kThrottle) continue;
    for (const ArgColumn& column : track.args) {
      if (column.key != k) continue;
      for (std::size_t i = 0; i < column.size(); ++i) {
        if (control.cancelled_at(i)) return {};
        if (number_of(column.value(i)) > 0) continue;
        const std::size_t row = column.row(i);
        stopped[track.core].emplace_back(graph.time_of(track.slices.begin(row)),
                                         graph.time_of(track.slices.end(row)));
      }
    }
    std::sort(stopped[track.core].begin(), stopped[track.core].end());
  }
  return stopped;
}

}  // namespace

GapCauses::GapCauses(const DependencyGraph& graph, const TaskControl& control)
    : graph_(graph), stopped_(stopped_clocks(graph, control)) {
  const StringTable& strings = graph.trace->strings();
  event_semaphore_ = strings.find(opcode::kEventSemaphore);
  branch_ = strings.find(opcode::kCompareBranch);
  load_ = strings.find(opcode::kTensorLoad);
  write_ = strings.find(opcode::kWrite);
  pc_ = strings.find(key::kPc);
  const std::span<const Track> tracks = graph.trace->tracks();
  for (std::uint32_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i].kind != TrackKind::kDmaQueue) continue;
    const auto ring = ring_of(graph.trace->text(tracks[i].name));
    if (ring) rings_[{tracks[i].core, ring->dma_engine}].push_back(i);
  }
  if (!event_semaphore_.valid()) return;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (control.cancelled_at(i)) return;
    const DependencyNode& node = graph.nodes[i];
    if (node.packet || !node.slice.valid() || graph_.name_of(i) != event_semaphore_) continue;
    const Picoseconds time = node.end - node.start;
    const auto [at, added] = own_time_.try_emplace(graph.track_of(i).engine, time);
    if (!added) at->second = std::min(at->second, time);
  }
}

Picoseconds GapCauses::usual(const DependencyEdge& edge) const {
  const Picoseconds lag = graph_.lag_of(edge);
  return lag > 0 ? std::max(lag, graph_.usual[static_cast<std::size_t>(edge.kind)]) : 0;
}

/// The preceding instruction on the same engine if the sequencer executes it itself, so that the
/// next instruction must wait for it: a taken branch (the next pc is not the following one), a load
/// of registers from memory, or a write to a register or to another core. Otherwise kNoNode.
std::uint32_t GapCauses::control_before(std::uint32_t node) const {
  for (const DependencyEdge& edge : graph_.into(node)) {
    if (edge.kind != DependencyKind::kOrder && edge.kind != DependencyKind::kAfterWait) continue;
    const StringId name = graph_.name_of(edge.from);
    if (name == load_ || name == write_) return edge.from;
    if (name != branch_) return kNoNode;
    const Trace& trace = *graph_.trace;
    const std::int64_t from = trace.arg_integer(graph_.nodes[edge.from].slice, pc_, -1);
    const std::int64_t to = trace.arg_integer(graph_.nodes[node].slice, pc_, -1);
    return from >= 0 && to >= 0 && to != from + 1 ? edge.from : kNoNode;
  }
  return kNoNode;
}

/// Splits the time before a packet: its DMA engine serves another ring, or the time is unexplained.
/// A DMA engine serves its rings in turn.
void GapCauses::served_or_unexplained(std::uint32_t packet, Picoseconds begin, Picoseconds end,
                                      std::vector<Part>& parts) const {
  const std::uint32_t own = graph_.nodes[packet].track;
  const std::span<const Track> tracks = graph_.trace->tracks();
  const auto name = ring_of(graph_.trace->text(tracks[own].name));
  const auto rings = name ? rings_.find({tracks[own].core, name->dma_engine}) : rings_.end();
  std::vector<Interval> served;
  for (const std::uint32_t ring :
       rings == rings_.end() ? std::span<const std::uint32_t>() : std::span(rings->second)) {
    if (ring == own) continue;
    const SliceColumns& slices = tracks[ring].slices;
    std::size_t low = 0;  // the first that begins at `end` or later
    for (std::size_t high = slices.size(); low < high;) {
      const std::size_t middle = low + (high - low) / 2;
      graph_.time_of(slices.begin(middle)) < end ? low = middle + 1 : high = middle;
    }
    for (std::size_t row = low; row-- > 0 && graph_.time_of(slices.end(row)) > begin;) {
      served.emplace_back(graph_.time_of(slices.begin(row)), graph_.time_of(slices.end(row)));
    }
  }
  std::sort(served.begin(), served.end());
  const auto add = [&](Picoseconds until, GapCause why) {
    if (until <= begin) return;
    if (!parts.empty() && parts.back().cause == why) {
      parts.back().end = until;
    } else {
      parts.push_back({until, why, packet});
    }
    begin = until;
  };
  for (const Interval& busy : served) {
    add(std::min(end, busy.first), GapCause::kUnexplained);
    add(std::min(end, busy.second), GapCause::kDmaEngine);
  }
  add(end, GapCause::kUnexplained);
}

void GapCauses::stopped_or(GapCause cause, std::uint32_t node, Picoseconds begin, Picoseconds end,
                           std::vector<Part>& parts) const {
  const auto add = [&](Picoseconds until, GapCause why) {
    if (until <= begin) return;
    parts.push_back({until, why, node});
    begin = until;
  };
  const auto clock = stopped_.find(graph_.track_of(node).core);
  if (clock != stopped_.end()) {
    const std::vector<Interval>& list = clock->second;
    auto next = std::lower_bound(list.begin(), list.end(), begin,
                                 [](const Interval& i, Picoseconds t) { return i.second <= t; });
    for (; next != list.end() && next->first < end && begin < end; ++next) {
      add(std::min(end, next->first), cause);
      add(std::min(end, next->second), GapCause::kClockStopped);
    }
  }
  add(end, cause);
}

void GapCauses::split(std::uint32_t node, bool inside, Picoseconds begin, Picoseconds end,
                      std::vector<Part>& parts) const {
  parts.clear();
  if (begin >= end) return;
  const DependencyNode& at = graph_.nodes[node];
  if (at.packet) return served_or_unexplained(node, begin, end, parts);
  if (!at.slice.valid()) {
    parts.push_back({end, GapCause::kUnexplained, node});
    return;
  }
  const StringId name = graph_.name_of(node);
  const Engine engine = graph_.track_of(node).engine;
  if (engine == Engine::kGpSimd && !inside &&
      graph_.trace->text(name).starts_with(opcode::kDmaPrefix)) {
    parts.push_back({end, GapCause::kDescriptors, node});
    return;
  }
  // An EVENT_SEMAPHORE waits inside its duration, other instructions before their start.
  if (at.outside && inside == (name == event_semaphore_)) {
    parts.push_back({end, GapCause::kOutside, node});
    return;
  }
  if (inside) {
    const auto own = own_time_.find(engine);
    const Picoseconds until =
        own == own_time_.end() ? begin : std::min(end, std::max(begin, at.start) + own->second);
    if (until > begin) parts.push_back({until, GapCause::kSemaphore, node});
    begin = std::max(begin, until);
  } else if (const std::uint32_t control = control_before(node); control != kNoNode) {
    parts.push_back({end, GapCause::kControl, control});
    return;
  }
  stopped_or(GapCause::kUnexplained, node, begin, end, parts);
}

}  // namespace nscope::analysis
