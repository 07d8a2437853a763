#include "profiler/analysis/engines/engine_states.h"

#include "profiler/analysis/engines/gap_causes.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace nscope::analysis {
namespace {

using EngineKey = std::pair<std::int32_t, Engine>;
using Interval = std::pair<Picoseconds, Picoseconds>;

/// Limits the recursion. Waits form a cycle only if the dependencies of the run do.
constexpr int kDeepest = 16;

/// The nodes of every engine in the order of their starts.
Result<std::map<EngineKey, std::vector<std::uint32_t>>> queues_of(const DependencyGraph& graph,
                                                                  const Scope& scope,
                                                                  const TaskControl& control) {
  std::map<EngineKey, std::vector<std::uint32_t>> queues;
  std::vector<std::uint32_t>* queue = nullptr;
  std::uint32_t track = kNoNode;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (control.cancelled_at(i)) return cancelled();
    const DependencyNode& node = graph.nodes[i];
    if (node.packet || !node.slice.valid()) continue;
    if (node.track != track) {
      track = node.track;
      const Track& of = graph.track_of(i);
      const bool wanted = of.kind == TrackKind::kEngine && scope.holds(of);
      queue = wanted ? &queues[{of.core, of.engine}] : nullptr;
    }
    if (queue != nullptr) queue->push_back(i);
  }
  for (auto& [key, nodes] : queues) {
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(graph.nodes[a].start, a) < std::pair(graph.nodes[b].start, b);
    };
    if (!std::is_sorted(nodes.begin(), nodes.end(), earlier)) {
      std::sort(nodes.begin(), nodes.end(), earlier);
    }
  }
  return queues;
}

/// Adds the intervals of one engine in one window.
class EngineStatesWriter {
 public:
  EngineStatesWriter(const DependencyGraph& graph, const GapCauses& causes,
                     const TaskControl& control, EngineTimeline& to)
      : graph_(graph),
        causes_(causes),
        control_(control),
        event_semaphore_(graph.trace->strings().find(opcode::kEventSemaphore)),
        to_(to) {}

  /// `nodes` are the nodes of the engine that overlap the window. Incomplete if cancelled.
  void window(Interval window, std::span<const std::uint32_t> nodes) {
    at_ = window.first;
    end_ = window.second;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (control_.cancelled_at(i)) return;
      const DependencyNode& node = graph_.nodes[nodes[i]];
      const bool first = i == 0;
      idle(nodes[i], false, node.start, graph_.binding(nodes[i], false), first);
      if (graph_.name_of(nodes[i]) == event_semaphore_) {
        // If the next instruction starts before the wait ends, the engine works from then on.
        const Picoseconds next = i + 1 < nodes.size() ? graph_.nodes[nodes[i + 1]].start : node.end;
        idle(nodes[i], true, std::min(node.end, next), graph_.binding(nodes[i], true), false);
      } else {
        add(EngineState::kWork, node.end, nodes[i], kNoNode);
      }
    }
    add(EngineState::kFinished, end_, kNoNode, kNoNode);
  }

 private:
  /// Adds the idle time until `until`, before or inside `node`, which depends on `edge`.
  void idle(std::uint32_t node, bool inside, Picoseconds until, const DependencyEdge* edge,
            bool first) {
    if (until <= at_) return;
    if (edge != nullptr) {
      const Picoseconds released = std::min(until, graph_.released(*edge));
      add(waits_for(*edge), released, node, edge->from);
      const Picoseconds known = std::max(at_, released) + causes_.usual(*edge);
      if (!first) add(EngineState::kLatency, std::min(until, known), node, edge->from);
    }
    if (first) {
      add(EngineState::kLaunch, until, node, kNoNode);
      return;
    }
    causes_.split(node, inside, at_, until, parts_);
    for (const GapCauses::Part& part : parts_) {
      const bool before = part.cause == GapCause::kControl;
      add(state_of(part.cause), part.end, node, before ? part.by : kNoNode);
    }
  }

  static EngineState state_of(GapCause cause) {
    switch (cause) {
      case GapCause::kDescriptors: return EngineState::kDescriptors;
      case GapCause::kClockStopped: return EngineState::kClockStopped;
      case GapCause::kControl: return EngineState::kControl;
      case GapCause::kOutside: return EngineState::kOutside;
      case GapCause::kSemaphore: return EngineState::kSemaphore;
      case GapCause::kDmaEngine:  // of packets
      case GapCause::kUnexplained: break;
    }
    return EngineState::kUnexplained;
  }

  EngineState waits_for(const DependencyEdge& edge) const {
    const bool transfer = edge.kind == DependencyKind::kDmaDone ||
                          edge.kind == DependencyKind::kTransfer || graph_.nodes[edge.from].packet;
    if (transfer) return EngineState::kDmaWait;
    const Track& track = graph_.track_of(edge.from);
    const bool collective =
        track.slice_kind == SliceKind::kCollective || track.engine == Engine::kCc;
    return collective ? EngineState::kCollectiveWait : EngineState::kSemaphoreWait;
  }

  /// Adds the state until `until`, limited to the window. Adds nothing if that is not later than
  /// the current position.
  void add(EngineState state, Picoseconds until, std::uint32_t node, std::uint32_t producer) {
    until = std::min(until, end_);
    if (until <= at_) return;
    to_.stretches.push_back({at_, until, state, node, producer});
    at_ = until;
  }

  const DependencyGraph& graph_;
  const GapCauses& causes_;
  const TaskControl& control_;
  std::vector<GapCauses::Part> parts_;
  StringId event_semaphore_;  ///< invalid if the run has none
  EngineTimeline& to_;
  Picoseconds at_ = 0;
  Picoseconds end_ = 0;
};

/// Traces waits to their root causes.
class RootFinder {
 public:
  RootFinder(const DependencyGraph& graph, const std::vector<EngineTimeline>& timelines)
      : graph_(graph) {
    for (const EngineTimeline& timeline : timelines) {
      by_engine_[{timeline.core, timeline.engine}] = &timeline;
    }
  }

  /// Adds the root causes of the part of `stretch` between `begin` and `end`.
  void follow(const EngineStretch& stretch, Picoseconds begin, Picoseconds end, int depth,
              EngineTimeline& to) const {
    if (begin >= end) return;
    const EngineTimeline* other = nullptr;
    Picoseconds until = end;  // end of the wait for the other engine
    if (depth < kDeepest && stretch.producer != kNoNode) {
      if (stretch.state == EngineState::kSemaphoreWait) other = engine_of(stretch.producer);
      if (stretch.state == EngineState::kDmaWait) {
        const std::uint32_t trigger = trigger_of(stretch.producer);
        if (trigger != kNoNode && graph_.nodes[trigger].start > begin) {
          other = engine_of(trigger);
          until = std::min(end, graph_.nodes[trigger].start);
        }
      }
    }
    if (other == nullptr) {
      add(stretch, begin, end, to);
      return;
    }
    const std::vector<EngineStretch>& theirs = other->stretches;
    auto at = std::upper_bound(theirs.begin(), theirs.end(), begin,
                               [](Picoseconds t, const EngineStretch& s) { return t < s.end; });
    Picoseconds done = begin;
    for (; at != theirs.end() && at->begin < until; ++at) {
      const Picoseconds from = std::max(done, at->begin);
      add(stretch, done, from, to);  // between windows
      const Picoseconds to_here = std::min(until, at->end);
      if (at->state == EngineState::kWork || at->state == EngineState::kFinished) {
        EngineStretch wait = stretch;
        wait.state = EngineState::kSemaphoreWait;
        wait.producer = at->node != kNoNode ? at->node : stretch.producer;
        add(wait, from, to_here, to);
      } else {
        EngineStretch reason = *at;
        reason.node = stretch.node;
        follow(reason, from, to_here, depth + 1, to);
      }
      done = to_here;
    }
    add(stretch, done, end, to);
  }

 private:
  const EngineTimeline* engine_of(std::uint32_t node) const {
    const Track& track = graph_.track_of(node);
    const auto it = by_engine_.find({track.core, track.engine});
    return it == by_engine_.end() ? nullptr : it->second;
  }

  /// The instruction that triggered a transfer or packet; kNoNode if it is unknown.
  std::uint32_t trigger_of(std::uint32_t node) const {
    std::uint32_t packet = node;
    if (!graph_.nodes[node].slice.valid()) {
      const auto edges = graph_.into(node);
      if (edges.empty()) return kNoNode;
      packet = edges.front().from;
    } else if (!graph_.nodes[node].packet) {
      return node;  // the packets of this instruction are unknown
    }
    for (const DependencyEdge& edge : graph_.into(packet)) {
      if (edge.kind == DependencyKind::kDmaStart) return edge.from;
    }
    return kNoNode;
  }

  static void add(EngineStretch stretch, Picoseconds begin, Picoseconds end, EngineTimeline& to) {
    if (begin >= end) return;
    stretch.begin = begin;
    stretch.end = end;
    if (!to.stretches.empty()) {
      EngineStretch& last = to.stretches.back();
      const auto same = [](const EngineStretch& s) {
        return std::tuple(s.state, s.node, s.producer);
      };
      if (last.end == begin && same(last) == same(stretch)) {
        last.end = end;
        return;
      }
    }
    to.stretches.push_back(stretch);
  }

  const DependencyGraph& graph_;
  std::map<EngineKey, const EngineTimeline*> by_engine_;
};

}  // namespace

Phrase title(EngineState state) {
  switch (state) {
    case EngineState::kWork: return phrase("work");
    case EngineState::kDmaWait: return phrase("DMA wait");
    case EngineState::kSemaphoreWait: return phrase("semaphore wait");
    case EngineState::kCollectiveWait: return phrase("collective wait");
    case EngineState::kLaunch: return phrase("launch");
    case EngineState::kLatency: return phrase("latency");
    case EngineState::kDescriptors: return phrase("DMA descriptors");
    case EngineState::kClockStopped: return phrase("clock stopped");
    case EngineState::kControl: return phrase("control instruction");
    case EngineState::kOutside: return phrase("outside signal");
    case EngineState::kSemaphore: return phrase("semaphore instruction");
    case EngineState::kFinished: return phrase("finished");
    case EngineState::kUnexplained: return phrase("unexplained");
  }
  return phrase("unexplained");
}

std::string_view to_string(EngineState state) {
  return title(state).english;
}

Result<std::vector<EngineTimeline>> engine_timelines(const DependencyGraph& graph,
                                                     const Scope& scope,
                                                     const TaskControl& control) {
  std::vector<EngineTimeline> timelines;
  const GapCauses causes(graph, control);
  const auto queues = queues_of(graph, scope, control);
  if (!queues) return fail(queues.error());
  for (const auto& [key, nodes] : *queues) {
    if (control.cancelled()) return cancelled();
    timelines.push_back({.core = key.first, .engine = key.second});
    EngineStatesWriter writer(graph, causes, control, timelines.back());
    std::size_t begin = 0;
    for (const TimeWindow& window : scope.windows()) {
      const Interval interval{graph.time_of(window.begin), graph.time_of(window.end)};
      while (begin < nodes.size() && graph.nodes[nodes[begin]].end <= interval.first) ++begin;
      std::size_t end = begin;
      while (end < nodes.size() && graph.nodes[nodes[end]].start < interval.second) {
        if (control.cancelled_at(++end)) return cancelled();
      }
      writer.window(interval, std::span(nodes).subspan(begin, end - begin));
      // The last node can extend into the next window.
      begin = end > 0 && end > begin ? end - 1 : end;
    }
  }
  if (control.cancelled()) return cancelled();
  return timelines;
}

std::vector<EngineTimeline> root_causes(const DependencyGraph& graph,
                                        const std::vector<EngineTimeline>& timelines) {
  const RootFinder finder(graph, timelines);
  std::vector<EngineTimeline> roots;
  for (const EngineTimeline& timeline : timelines) {
    roots.push_back({.core = timeline.core, .engine = timeline.engine});
    for (const EngineStretch& stretch : timeline.stretches) {
      finder.follow(stretch, stretch.begin, stretch.end, 0, roots.back());
    }
  }
  return roots;
}

}  // namespace nscope::analysis
