#include "profiler/dependency/dependency_timing.h"

#include "profiler/dependency/clock_gate.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace nscope {
namespace {

/// Whether the dependency is only on the place in a queue.
bool keeps_order(DependencyKind kind) {
  return kind == DependencyKind::kOrder || kind == DependencyKind::kAfterWait ||
         kind == DependencyKind::kArray || kind == DependencyKind::kRing;
}

/// The latest time; its sums with another bounded time do not overflow.
constexpr Picoseconds kHorizon = Picoseconds{1} << 61;

/// The clock of TensorE in a run that states how it follows the load.
class TensorClock {
 public:
  /// Finds the work of each instruction of TensorE from its duration and the clock that it had.
  explicit TensorClock(const DependencyGraph& graph) : graph_(graph) {
    if (graph.trace == nullptr) return;
    window_ =
        bounded(1000.0 * graph.trace->property_number(property::kClockGatingWindow).value_or(0.0));
    share_ = graph.trace->property_number(property::kClockGatingShare).value_or(0.0);
    if (window_ <= 0) return;
    std::vector<std::uint32_t> products;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
      if (gated(i)) products.push_back(i);
    }
    std::stable_sort(products.begin(), products.end(), [&](std::uint32_t a, std::uint32_t b) {
      return graph.nodes[a].start < graph.nodes[b].start;
    });
    full_.assign(graph.nodes.size(), 0);
    slowdown_.assign(graph.nodes.size(), 1.0);
    for (const std::uint32_t i : products) {
      const DependencyNode& node = graph.nodes[i];
      ClockGate& gate = gate_of(i);
      full_[i] = gate.full_at(node.start) ? node.hold : node.hold / 2;
      gate.stretch(node.start, full_[i]);
    }
    gates_.clear();
  }

  /// Sets the slowdown of a node that begins at `start` with `factor` of its work. Nodes of a core
  /// must come in order of their starts.
  void begin(std::uint32_t node, Picoseconds start, double factor) {
    if (window_ <= 0 || !gated(node)) return;
    const double work = static_cast<double>(full_[node]) * factor;
    const double before = static_cast<double>(graph_.nodes[node].hold) * factor;
    if (work <= 0.0 || before <= 0.0) return;
    slowdown_[node] = static_cast<double>(gate_of(node).stretch(start, bounded(work))) / before;
  }
  /// Duration in the new run / duration in the run, both with the same work.
  double slowdown(std::size_t node) const { return slowdown_.empty() ? 1.0 : slowdown_[node]; }

 private:
  bool gated(std::uint32_t node) const {
    const DependencyNode& at = graph_.nodes[node];
    return at.slice.valid() && !at.packet && graph_.track_of(node).engine == Engine::kTensor;
  }
  ClockGate& gate_of(std::uint32_t node) {
    return gates_.try_emplace(graph_.track_of(node).core, window_, share_).first->second;
  }

  const DependencyGraph& graph_;
  Picoseconds window_ = 0;
  double share_ = 0.0;
  std::map<int, ClockGate> gates_;  ///< by core
  std::vector<Picoseconds> full_;   ///< by node: the time that it holds TensorE at the full clock
  std::vector<double> slowdown_;    ///< by node
};

/// One computation of the times of a graph, from those of the dependencies of each event.
class Timing {
 public:
  Timing(const DependencyGraph& graph, const DependencyScaling& scaling)
      : graph_(graph), scaling_(scaling), clock_(graph) {
    for (std::size_t i = 0; i < kDependencyKinds; ++i) {
      const DependencyEdge edge{0, 0, static_cast<DependencyKind>(i), 0};
      // The lag of an order edge depends on its source.
      if (edge.kind == DependencyKind::kOrder) {
        lag_[i] = bounded(static_cast<double>(graph.latency[i]) * scaling.latency[i]);
      } else if (edge.kind != DependencyKind::kTransfer) {
        lag_[i] = scaling.lag(graph, edge);
      }
    }
  }

  Result<DependencyTiming> run(const std::vector<std::uint32_t>& order, const RunDetails& details,
                               const TaskControl& control);

 private:
  Picoseconds scaled(std::size_t node, Picoseconds time) const {
    const double factor = scaling_.removes(node)
                              ? 0.0
                              : scaling_.factor(node, graph_.nodes[node]) * clock_.slowdown(node);
    return factor == 1.0 ? time : bounded(static_cast<double>(time) * factor);
  }
  Picoseconds start_wait(std::size_t node) const {
    const DependencyNode& at = graph_.nodes[node];
    if (scaling_.removes(node)) return 0;
    return scaling_.keep_waits || at.first ? at.start_wait : 0;
  }
  Picoseconds end_wait(std::size_t node) const {
    return scaling_.keep_waits && !scaling_.removes(node) ? graph_.nodes[node].end_wait : 0;
  }
  Picoseconds lag(const DependencyEdge& edge) const;
  Picoseconds duration(std::size_t node) const;
  Picoseconds passed(const DependencyEdge& edge) const;
  Picoseconds left(const DependencyEdge& edge) const {
    if (scaling_.removes(edge.from) && keeps_order(edge.kind)) return ordered_[edge.from];
    return leaves_start(edge.kind) ? to_.start[edge.from] : to_.end[edge.from];
  }
  void start(std::uint32_t node);
  void end(std::uint32_t node);
  void trace_path();
  void find_slack(const std::vector<std::uint32_t>& order, Picoseconds last,
                  const TaskControl& control);

  const DependencyGraph& graph_;
  const DependencyScaling& scaling_;
  TensorClock clock_;
  std::array<Picoseconds, kDependencyKinds> lag_{};
  DependencyTiming to_;
  /// Of removed nodes: the start without what they waited for, which does not delay their queue.
  std::vector<Picoseconds> ordered_;
  std::vector<std::uint32_t> cause_;  ///< by event: the edge that allowed it last
};

Picoseconds Timing::lag(const DependencyEdge& edge) const {
  if (scaling_.removes(edge.from)) return 0;
  if (edge.kind == DependencyKind::kTransfer) return scaling_.lag(graph_, edge);
  const bool pipelined = edge.kind == DependencyKind::kOrder && graph_.nodes[edge.from].pipelined();
  return pipelined ? 0 : lag_[static_cast<std::size_t>(edge.kind)];
}

/// The duration of a waiting instruction is only its latency; the rest was a wait.
Picoseconds Timing::duration(std::size_t node) const {
  const DependencyNode& at = graph_.nodes[node];
  Picoseconds own = at.end - at.start;
  if (at.ends_late) {
    own = std::min(own, graph_.latency[static_cast<std::size_t>(DependencyKind::kBarrier)]);
  }
  const double slowdown = clock_.slowdown(node);
  if (slowdown == 1.0) return scaled(node, own);
  // The time from the end of the issue to the result does not depend on the clock.
  const Picoseconds held = std::min(own, at.hold);
  return scaled(node, held) + bounded(static_cast<double>(scaled(node, own - held)) / slowdown);
}

/// The time from the source event of an edge to its target event.
Picoseconds Timing::passed(const DependencyEdge& edge) const {
  const DependencyNode& from = graph_.nodes[edge.from];
  Picoseconds hold = 0;
  if (edge.kind == DependencyKind::kOrder || edge.kind == DependencyKind::kRing) hold = from.hold;
  if (edge.kind == DependencyKind::kArray) hold = from.array_hold;
  if (edge.kind == DependencyKind::kStream) hold = edge.lag;
  return scaled(edge.from, hold) + lag(edge);
}

void Timing::start(std::uint32_t node) {
  Picoseconds at = 0;
  Picoseconds ready = 0;  // when its sequencer is ready
  Picoseconds ordered = 0;
  std::uint32_t cause = kNoNode;
  for (std::uint32_t i = graph_.first[node]; i < graph_.first[node + 1]; ++i) {
    const DependencyEdge& edge = graph_.edges[i];
    if (edge.kind == DependencyKind::kBarrier) continue;
    const Picoseconds allowed = std::min(kHorizon, left(edge) + passed(edge));
    if (edge.kind == DependencyKind::kOrder || edge.kind == DependencyKind::kAfterWait) {
      ready = allowed;
    }
    if (keeps_order(edge.kind)) ordered = std::max(ordered, allowed);
    if (allowed > at || (allowed == at && cause == kNoNode)) {
      at = allowed;
      cause = i;
    }
  }
  at = std::min(kHorizon, at + start_wait(node));
  to_.start[node] = at;
  if (scaling_.removes(node)) ordered_[node] = ordered;
  clock_.begin(node, at, scaling_.factor(node, graph_.nodes[node]));
  // The first instruction of a queue has not waited.
  if (!to_.waited.empty()) to_.waited[node] = ready > 0 ? at - ready : 0;
  if (!cause_.empty()) cause_[2 * std::size_t{node}] = cause;
}

void Timing::end(std::uint32_t node) {
  Picoseconds at = std::min(kHorizon, to_.start[node] + duration(node));
  std::uint32_t cause = kNoNode;
  if (graph_.nodes[node].ends_late) {
    for (std::uint32_t i = graph_.first[node]; i < graph_.first[node + 1]; ++i) {
      const DependencyEdge& edge = graph_.edges[i];
      if (edge.kind != DependencyKind::kBarrier) continue;
      const Picoseconds allowed = std::min(kHorizon, left(edge) + passed(edge) + end_wait(node));
      if (allowed <= at) continue;
      at = allowed;
      cause = i;
    }
  }
  to_.end[node] = at;
  if (!cause_.empty()) cause_[2 * std::size_t{node} + 1] = cause;
}

void Timing::trace_path() {
  std::uint32_t node = 0;
  for (std::uint32_t i = 1; i < graph_.nodes.size(); ++i) {
    if (to_.end[i] > to_.end[node]) node = i;
  }
  bool at_end = true;
  CriticalPath& path = to_.path;
  for (;;) {
    const DependencyNode& at = graph_.nodes[node];
    const std::uint32_t cause = cause_[2 * node + (at_end ? 1 : 0)];
    if (at_end && cause == kNoNode) {
      (at.packet ? path.transfers : path.instructions) += to_.end[node] - to_.start[node];
      at_end = false;
      continue;
    }
    (at.first && !at_end ? path.launch : path.waits) += at_end ? end_wait(node) : start_wait(node);
    if (cause == kNoNode) return;
    const DependencyEdge& edge = graph_.edges[cause];
    const Picoseconds latency = lag(edge);
    const Picoseconds held = passed(edge) - latency;
    (edge.kind == DependencyKind::kTransfer ? path.transfers : path.latency) += latency;
    (graph_.nodes[edge.from].packet ? path.transfers : path.instructions) += held;
    at_end = !leaves_start(edge.kind);
    node = edge.from;
  }
}

/// Finds how late each event could be without delaying the end, in reverse order.
void Timing::find_slack(const std::vector<std::uint32_t>& order, Picoseconds last,
                        const TaskControl& control) {
  std::vector<Picoseconds> latest(order.size(), last);
  for (std::size_t i = order.size(); i-- > 0;) {
    if (control.cancelled_at(i)) return;
    const std::uint32_t event = order[i];
    const std::uint32_t node = event / 2;
    const bool of_end = event % 2 == 1;
    if (of_end) latest[event - 1] = std::min(latest[event - 1], latest[event] - duration(node));
    const Picoseconds wait = of_end ? end_wait(node) : start_wait(node);
    for (const DependencyEdge& edge : graph_.into(node)) {
      if ((edge.kind == DependencyKind::kBarrier) != of_end) continue;
      const std::size_t from = 2 * std::size_t{edge.from} + (leaves_start(edge.kind) ? 0 : 1);
      latest[from] = std::min(latest[from], latest[event] - wait - passed(edge));
    }
  }
  to_.slack.resize(graph_.nodes.size());
  for (std::size_t i = 0; i < to_.slack.size(); ++i) to_.slack[i] = latest[2 * i] - to_.start[i];
}

Result<DependencyTiming> Timing::run(const std::vector<std::uint32_t>& order,
                                     const RunDetails& details, const TaskControl& control) {
  const std::size_t n = graph_.nodes.size();
  to_.start.resize(n);
  to_.end.resize(n);
  if (details.waits) to_.waited.resize(n);
  if (details.path) cause_.resize(2 * n);
  if (!scaling_.removed.empty()) ordered_.resize(n);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (control.cancelled_at(i)) return cancelled();
    order[i] % 2 == 0 ? start(order[i] / 2) : end(order[i] / 2);
  }
  if (details.path) trace_path();
  const Picoseconds last = *std::max_element(to_.end.begin(), to_.end.end());
  if (details.slack) find_slack(order, last, control);
  if (control.cancelled()) return cancelled();
  const Picoseconds tail = graph_.total + graph_.lead - graph_.last_end;
  to_.total = std::max<Picoseconds>(0, last + tail - graph_.lead);
  if (tail > 0) to_.path.waits += tail;
  return std::move(to_);
}

}  // namespace

Picoseconds DependencyScaling::lag(const DependencyGraph& graph, const DependencyEdge& edge) const {
  const auto own = static_cast<double>(graph.lag_of(edge));
  if (edge.kind != DependencyKind::kTransfer) {
    return bounded(own * latency[static_cast<std::size_t>(edge.kind)]);
  }
  const double begin = std::min(own, static_cast<double>(transfer_start));
  return bounded(begin * transfer_start_factor + (own - begin) * transfer_rate);
}

Picoseconds bounded(double picoseconds) {
  constexpr double kLongest = static_cast<double>(std::int64_t{1} << 60);
  return std::llround(std::clamp(picoseconds, 0.0, kLongest));
}

Result<DependencyTiming> run_dependencies(const DependencyGraph& graph,
                                          const std::vector<std::uint32_t>& order,
                                          const DependencyScaling& scaling,
                                          const RunDetails& details, const TaskControl& control) {
  return Timing(graph, scaling).run(order, details, control);
}

Result<DependencyTiming> run_dependencies(const DependencyGraph& graph,
                                          const DependencyScaling& scaling,
                                          const TaskControl& control, bool with_slack) {
  const auto order = event_order(graph, control);
  if (!order) return fail(order.error());
  return run_dependencies(graph, *order, scaling, {.path = true, .slack = with_slack}, control);
}

}  // namespace nscope
