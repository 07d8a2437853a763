#include "profiler/dependency/event_order.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace nscope {
namespace {

/// Topological sort (Kahn 1962) that takes the event that became free last first. The order
/// follows one engine until it waits, which gives code that uses the order local memory access.
class EventSorter {
 public:
  explicit EventSorter(const DependencyGraph& graph) : graph_(graph) {}

  Result<std::vector<std::uint32_t>> run(const TaskControl& control) {
    prepare(control);
    if (control.cancelled()) return cancelled();
    for (std::size_t i = 0; !free_.empty(); ++i) {
      if (control.cancelled_at(i)) return cancelled();
      const std::uint32_t event = free_.back();
      free_.pop_back();
      leave(event);
    }
    if (order_.size() != missing_.size()) return fail(cycle());
    return std::move(order_);
  }

 private:
  static std::uint32_t target(const DependencyEdge& edge) {
    return 2 * edge.to + (edge.kind == DependencyKind::kBarrier ? 1 : 0);
  }
  /// Appends the event to the order; events that depended only on it become free.
  void leave(std::uint32_t event) {
    order_.push_back(event);
    const bool at_start = event % 2 == 0;
    // Most ends depend only on their start, so the two stay adjacent.
    if (at_start && --missing_[event + 1] == 0) leave(event + 1);
    for (std::uint32_t k = first_[event / 2]; k < first_[event / 2 + 1]; ++k) {
      const DependencyEdge& edge = graph_.edges[edges_[k]];
      if (leaves_start(edge.kind) != at_start) continue;
      if (--missing_[target(edge)] == 0) free_.push_back(target(edge));
    }
  }
  void prepare(const TaskControl& control);
  Error cycle() const;

  const DependencyGraph& graph_;
  std::vector<std::uint32_t> first_;  ///< edges that leave node i: first_[i] .. first_[i + 1]
  std::vector<std::uint32_t> edges_;
  std::vector<std::uint32_t>
      missing_;  ///< by event: number of dependencies that are not in the order yet
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> order_;
};

void EventSorter::prepare(const TaskControl& control) {
  const std::size_t n = graph_.nodes.size();
  missing_.assign(2 * n, 0);
  first_.assign(n + 1, 0);
  for (const DependencyEdge& edge : graph_.edges) {
    ++first_[edge.from + 1];
    ++missing_[target(edge)];
  }
  if (control.cancelled()) return;
  for (std::size_t i = 0; i < n; ++i) {
    first_[i + 1] += first_[i];
    ++missing_[2 * i + 1];  // every end waits for its start
  }
  if (control.cancelled()) return;
  edges_.resize(graph_.edges.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < graph_.edges.size(); ++i) {
    edges_[next[graph_.edges[i].from]++] = i;
  }
  order_.reserve(2 * n);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (missing_[2 * i] == 0) free_.push_back(2 * i);
  }
}

/// Follows unresolved dependencies until a node is reached again.
Error EventSorter::cycle() const {
  const auto text = [&](std::uint32_t node) {
    const DependencyNode& at = graph_.nodes[node];
    const Track& track = graph_.track_of(node);
    const std::string_view track_name = graph_.trace->text(track.name);
    const Picoseconds ns = at.start / 1000;
    return at.slice.valid()
               ? tr("{} on {} of core {} at {} ns", graph_.trace->text(graph_.name_of(node)),
                    track_name, track.core, ns)
               : tr("a transfer on {} of core {} at {} ns", track_name, track.core, ns);
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
  constexpr std::size_t kMostNodes = 8;
  Text chain;
  std::size_t nodes = 0;
  std::uint32_t last = kNoNode;
  for (auto it = std::find(walk.begin(), walk.end(), event); it != walk.end(); ++it) {
    if (*it / 2 == last) continue;
    last = *it / 2;
    if (++nodes > kMostNodes) continue;
    chain = nodes == 1 ? text(last) : tr("{}, which waits for {}", chain, text(last));
  }
  if (nodes > kMostNodes) chain = tr("{}, and {} more", chain, nodes - kMostNodes);
  return {ErrorCode::kBadInput, tr("the dependencies of the capture form a cycle: {}", chain), {}};
}

}  // namespace

Result<std::vector<std::uint32_t>> event_order(const DependencyGraph& graph,
                                               const TaskControl& control) {
  return EventSorter(graph).run(control);
}

}  // namespace nscope
