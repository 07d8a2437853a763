#include "profiler/dependency/dependency_timing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace nscope {
namespace {

/// Nothing happens later: sums with another bounded time do not overflow.
constexpr Picoseconds kHorizon = Picoseconds{1} << 61;
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kCheckEvery = 1u << 16;

/// Starts and ends are the events: 2 x node, and one more for its end.
class Timing {
 public:
  Timing(const DependencyGraph& graph, const DependencyScaling& scaling)
      : graph_(graph), scaling_(scaling) {}

  Result<DependencyTiming> run(const TaskControl& control, bool with_slack);

 private:
  std::size_t size() const { return graph_.nodes.size(); }
  Picoseconds scaled(std::size_t node, Picoseconds time) const {
    return bounded(static_cast<double>(time) * scaling_.factor(node));
  }
  Picoseconds start_wait(std::size_t node) const {
    const DependencyNode& at = graph_.nodes[node];
    return scaling_.keep_waits || at.first ? at.start_wait : 0;
  }
  Picoseconds end_wait(std::size_t node) const {
    return scaling_.keep_waits ? graph_.nodes[node].end_wait : 0;
  }
  Picoseconds duration(std::size_t node) const;
  Picoseconds passed(const DependencyEdge& edge) const;
  void prepare();
  void start(std::uint32_t node);
  void end(std::uint32_t node);
  void release(std::uint32_t node, bool at_start, Picoseconds from);
  void arrive(std::uint32_t edge_index, Picoseconds from);
  Error circle() const;
  void trace_path();
  void find_slack(Picoseconds last);

  const DependencyGraph& graph_;
  const DependencyScaling& scaling_;
  DependencyTiming to_;
  std::vector<std::uint32_t> out_first_;
  std::vector<std::uint32_t> out_edges_;
  std::vector<std::uint32_t> missing_;  ///< by event: what it still waits for
  std::vector<std::uint32_t> cause_;    ///< by event: the edge that came last
  std::vector<std::uint32_t> ready_;    ///< events in the order in which they are settled
};

/// A waiting instruction takes only its own latency; the rest was its waiting.
Picoseconds Timing::duration(std::size_t node) const {
  const DependencyNode& at = graph_.nodes[node];
  Picoseconds own = at.end - at.start;
  if (at.ends_late) {
    own = std::min(own, graph_.latency[static_cast<std::size_t>(DependencyKind::kBarrier)]);
  }
  return scaled(node, own);
}

/// From the event that an edge leaves to the one it enters.
Picoseconds Timing::passed(const DependencyEdge& edge) const {
  const DependencyNode& from = graph_.nodes[edge.from];
  Picoseconds hold = 0;
  if (edge.kind == DependencyKind::kOrder || edge.kind == DependencyKind::kRing) hold = from.hold;
  if (edge.kind == DependencyKind::kArray) hold = from.array_hold;
  return scaled(edge.from, hold) + scaling_.lag(graph_, edge);
}

void Timing::prepare() {
  const std::size_t n = size();
  to_.start.assign(n, 0);
  to_.end.assign(n, 0);
  to_.waited.assign(n, 0);
  cause_.assign(2 * n, kNone);
  missing_.assign(2 * n, 0);
  out_first_.assign(n + 1, 0);
  for (const DependencyEdge& edge : graph_.edges) {
    ++out_first_[edge.from + 1];
    ++missing_[2 * edge.to + (edge.kind == DependencyKind::kBarrier ? 1 : 0)];
  }
  for (std::size_t i = 0; i < n; ++i) {
    out_first_[i + 1] += out_first_[i];
    ++missing_[2 * i + 1];  // every end waits for its start
  }
  out_edges_.resize(graph_.edges.size());
  std::vector<std::uint32_t> next(out_first_.begin(), out_first_.end() - 1);
  for (std::uint32_t i = 0; i < graph_.edges.size(); ++i) {
    out_edges_[next[graph_.edges[i].from]++] = i;
  }
  ready_.reserve(2 * n);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (missing_[2 * i] == 0) ready_.push_back(2 * i);
  }
}

void Timing::arrive(std::uint32_t edge_index, Picoseconds from) {
  const DependencyEdge& edge = graph_.edges[edge_index];
  const bool of_end = edge.kind == DependencyKind::kBarrier;
  const std::uint32_t event = 2 * edge.to + (of_end ? 1 : 0);
  Picoseconds& at = of_end ? to_.end[edge.to] : to_.start[edge.to];
  const Picoseconds allowed =
      std::min(kHorizon, from + passed(edge) + (of_end ? end_wait(edge.to) : 0));
  const bool in_order =
      edge.kind == DependencyKind::kOrder || edge.kind == DependencyKind::kAfterWait;
  if (in_order) to_.waited[edge.to] = allowed;  // see start()
  if (allowed > at || (allowed == at && cause_[event] == kNone && !of_end)) {
    at = allowed;
    cause_[event] = edge_index;
  }
  if (--missing_[event] == 0) ready_.push_back(event);
}

void Timing::release(std::uint32_t node, bool at_start, Picoseconds from) {
  for (std::uint32_t i = out_first_[node]; i < out_first_[node + 1]; ++i) {
    if (leaves_start(graph_.edges[out_edges_[i]].kind) == at_start) arrive(out_edges_[i], from);
  }
}

void Timing::start(std::uint32_t node) {
  to_.start[node] = std::min(kHorizon, to_.start[node] + start_wait(node));
  const Picoseconds begun = to_.start[node];
  const Picoseconds done = std::min(kHorizon, begun + duration(node));
  // When its sequencer could have begun it; the first of a queue has waited for none.
  Picoseconds& waited = to_.waited[node];
  waited = waited > 0 ? begun - waited : 0;
  if (done >= to_.end[node]) {
    to_.end[node] = done;
    cause_[2 * node + 1] = kNone;
  }
  if (--missing_[2 * node + 1] == 0) ready_.push_back(2 * node + 1);
  release(node, true, begun);
}

void Timing::end(std::uint32_t node) {
  release(node, false, to_.end[node]);
}

/// Follows unfinished causes until one comes round.
Error Timing::circle() const {
  const auto text = [&](std::uint32_t node) {
    const DependencyNode& at = graph_.nodes[node];
    const Track& track = graph_.trace->tracks()[at.track];
    const std::string_view name =
        at.slice.valid() ? graph_.trace->text(graph_.trace->slice(at.slice).name()) : "a transfer";
    return fmt::format("{} on {} of core {} at {} ns", name, graph_.trace->text(track.name),
                       track.core, at.start / 1000);
  };
  std::uint32_t event = 0;
  while (event < missing_.size() && missing_[event] == 0) ++event;
  std::vector<bool> seen(missing_.size());
  std::vector<std::uint32_t> walk;
  while (!seen[event]) {
    seen[event] = true;
    walk.push_back(event);
    const std::uint32_t node = event / 2;
    std::uint32_t next = event;
    if (event % 2 == 1 && missing_[event - 1] > 0) next = event - 1;
    for (const DependencyEdge& edge : graph_.into(node)) {
      if ((edge.kind == DependencyKind::kBarrier) != (event % 2 == 1)) continue;
      const std::uint32_t from = 2 * edge.from + (leaves_start(edge.kind) ? 0 : 1);
      if (missing_[from] > 0) next = from;
    }
    event = next;
  }
  std::string names;
  std::uint32_t last = kNone;
  for (auto it = std::find(walk.begin(), walk.end(), event); it != walk.end(); ++it) {
    if (*it / 2 == last) continue;
    last = *it / 2;
    names += (names.empty() ? "" : ", which waits for ") + text(last);
  }
  return {
      ErrorCode::kBadInput, "the dependencies of the capture go round in a circle: " + names, {}};
}

void Timing::trace_path() {
  std::uint32_t node = 0;
  for (std::uint32_t i = 1; i < size(); ++i) {
    if (to_.end[i] > to_.end[node]) node = i;
  }
  bool at_end = true;
  CriticalPath& path = to_.path;
  for (;;) {
    const DependencyNode& at = graph_.nodes[node];
    const std::uint32_t cause = cause_[2 * node + (at_end ? 1 : 0)];
    if (at_end && cause == kNone) {
      (at.packet ? path.transfers : path.instructions) += to_.end[node] - to_.start[node];
      at_end = false;
      continue;
    }
    (at.first && !at_end ? path.launch : path.waits) += at_end ? end_wait(node) : start_wait(node);
    if (cause == kNone) return;
    const DependencyEdge& edge = graph_.edges[cause];
    const Picoseconds lag = scaling_.lag(graph_, edge);
    const Picoseconds held = passed(edge) - lag;
    (edge.kind == DependencyKind::kTransfer ? path.transfers : path.latency) += lag;
    (graph_.nodes[edge.from].packet ? path.transfers : path.instructions) += held;
    at_end = !leaves_start(edge.kind);
    node = edge.from;
  }
}

/// The latest that each event could be without moving the end, in reverse order.
void Timing::find_slack(Picoseconds last) {
  std::vector<Picoseconds> latest(2 * size(), last);
  for (std::size_t i = ready_.size(); i-- > 0;) {
    const std::uint32_t event = ready_[i];
    const std::uint32_t node = event / 2;
    const bool at_start = event % 2 == 0;
    Picoseconds& at = latest[event];
    if (at_start) at = std::min(at, latest[event + 1] - duration(node));
    for (std::uint32_t k = out_first_[node]; k < out_first_[node + 1]; ++k) {
      const DependencyEdge& edge = graph_.edges[out_edges_[k]];
      if (leaves_start(edge.kind) != at_start) continue;
      const bool of_end = edge.kind == DependencyKind::kBarrier;
      const Picoseconds wait = of_end ? end_wait(edge.to) : start_wait(edge.to);
      at = std::min(at, latest[2 * std::size_t{edge.to} + (of_end ? 1 : 0)] - wait - passed(edge));
    }
  }
  to_.slack.resize(size());
  for (std::size_t i = 0; i < size(); ++i) to_.slack[i] = latest[2 * i] - to_.start[i];
}

Result<DependencyTiming> Timing::run(const TaskControl& control, bool with_slack) {
  prepare();
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    if (i % kCheckEvery == 0 && control.cancelled()) return cancelled();
    const std::uint32_t node = ready_[i] / 2;
    ready_[i] % 2 == 0 ? start(node) : end(node);
  }
  if (ready_.size() != 2 * size()) return fail(circle());
  trace_path();
  const Picoseconds last = *std::max_element(to_.end.begin(), to_.end.end());
  if (with_slack) find_slack(last);
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
                                          const DependencyScaling& scaling,
                                          const TaskControl& control, bool with_slack) {
  return Timing(graph, scaling).run(control, with_slack);
}

}  // namespace nscope
