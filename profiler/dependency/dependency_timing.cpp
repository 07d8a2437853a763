#include "profiler/dependency/dependency_timing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nscope {
namespace {

/// The latest time; its sums with another bounded time do not overflow.
constexpr Picoseconds kHorizon = Picoseconds{1} << 61;

/// One computation of the times of a graph, from those of the dependencies of each event.
class Timing {
 public:
  Timing(const DependencyGraph& graph, const DependencyScaling& scaling)
      : graph_(graph), scaling_(scaling) {
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
    const double factor = scaling_.factor(node, graph_.nodes[node]);
    return factor == 1.0 ? time : bounded(static_cast<double>(time) * factor);
  }
  Picoseconds start_wait(std::size_t node) const {
    const DependencyNode& at = graph_.nodes[node];
    return scaling_.keep_waits || at.first ? at.start_wait : 0;
  }
  Picoseconds end_wait(std::size_t node) const {
    return scaling_.keep_waits ? graph_.nodes[node].end_wait : 0;
  }
  Picoseconds lag(const DependencyEdge& edge) const;
  Picoseconds duration(std::size_t node) const;
  Picoseconds passed(const DependencyEdge& edge) const;
  Picoseconds left(const DependencyEdge& edge) const {
    return leaves_start(edge.kind) ? to_.start[edge.from] : to_.end[edge.from];
  }
  void start(std::uint32_t node);
  void end(std::uint32_t node);
  void trace_path();
  void find_slack(const std::vector<std::uint32_t>& order, Picoseconds last,
                  const TaskControl& control);

  const DependencyGraph& graph_;
  const DependencyScaling& scaling_;
  std::array<Picoseconds, kDependencyKinds> lag_{};
  DependencyTiming to_;
  std::vector<std::uint32_t> cause_;  ///< by event: the edge that allowed it last
};

Picoseconds Timing::lag(const DependencyEdge& edge) const {
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
  return scaled(node, own);
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
  std::uint32_t cause = kNoNode;
  for (std::uint32_t i = graph_.first[node]; i < graph_.first[node + 1]; ++i) {
    const DependencyEdge& edge = graph_.edges[i];
    if (edge.kind == DependencyKind::kBarrier) continue;
    const Picoseconds allowed = std::min(kHorizon, left(edge) + passed(edge));
    if (edge.kind == DependencyKind::kOrder || edge.kind == DependencyKind::kAfterWait) {
      ready = allowed;
    }
    if (allowed > at || (allowed == at && cause == kNoNode)) {
      at = allowed;
      cause = i;
    }
  }
  at = std::min(kHorizon, at + start_wait(node));
  to_.start[node] = at;
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
    const Picoseconds lag = scaling_.lag(graph_, edge);
    const Picoseconds held = passed(edge) - lag;
    (edge.kind == DependencyKind::kTransfer ? path.transfers : path.latency) += lag;
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
