#include "profiler/analysis/engines/critical_path.h"

#include <algorithm>
#include <optional>

namespace nscope::analysis {
namespace {

/// Walks the path backwards.
class PathWalk {
 public:
  PathWalk(const DependencyGraph& graph, Picoseconds begin, Picoseconds end)
      : graph_(graph), begin_(begin), at_(end), seen_(2 * graph.nodes.size()) {}

  std::vector<PathSegment> run() {
    std::optional<std::uint32_t> node = last_node();
    if (!node) {
      add(PathSegment::Kind::kAfter, begin_, 0);
      return std::move(path_);
    }
    add(PathSegment::Kind::kAfter, graph_.nodes[*node].end, *node);
    bool at_end = true;
    while (node && at_ > begin_) {
      const std::size_t event = 2 * std::size_t{*node} + (at_end ? 1 : 0);
      if (seen_[event]) break;  // a circle of events at one time
      seen_[event] = true;
      node = at_end ? leave_end(*node, at_end) : leave_start(*node, at_end);
    }
    add(PathSegment::Kind::kUnexplained, begin_, path_.back().node);
    std::reverse(path_.begin(), path_.end());
    return std::move(path_);
  }

 private:
  /// The event in the window that ends last.
  std::optional<std::uint32_t> last_node() const {
    std::optional<std::uint32_t> last;
    for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      const DependencyNode& node = graph_.nodes[i];
      if (!node.slice.valid() || node.start >= at_ || node.end <= begin_) continue;
      if (!last || node.end > graph_.nodes[*last].end) last = i;
    }
    return last;
  }

  std::optional<std::uint32_t> leave_end(std::uint32_t at, bool& at_end) {
    const DependencyNode& node = graph_.nodes[at];
    if (const DependencyEdge* edge = node.ends_late ? graph_.binding(at, true) : nullptr) {
      if (graph_.released(*edge) > node.start) return follow(*edge, at, at_end);
    }
    add(node.packet ? PathSegment::Kind::kTransfer : PathSegment::Kind::kWork, node.start, at);
    at_end = false;
    return at;
  }

  std::optional<std::uint32_t> leave_start(std::uint32_t at, bool& at_end) {
    if (const DependencyEdge* edge = graph_.binding(at, false)) return follow(*edge, at, at_end);
    // Only the first instruction of an engine follows no other.
    add(graph_.nodes[at].packet ? PathSegment::Kind::kUnexplained : PathSegment::Kind::kLaunch,
        begin_, at);
    return std::nullopt;
  }

  /// From `at`, which `edge` let go, to what it depended on.
  std::uint32_t follow(const DependencyEdge& edge, std::uint32_t at, bool& at_end) {
    const Picoseconds released = std::min(at_, graph_.released(edge));
    if (released < begin_) add(PathSegment::Kind::kLaunch, begin_, at);
    add(PathSegment::Kind::kUnexplained, released + graph_.lag_of(edge), at);
    add(PathSegment::Kind::kLatency, released, at);
    const DependencyNode& from = graph_.nodes[edge.from];
    at_end = !leaves_start(edge.kind);
    if (!at_end) {
      add(from.packet ? PathSegment::Kind::kTransfer : PathSegment::Kind::kWork, from.start,
          edge.from);
    }
    return edge.from;
  }

  /// Down to `begin`, not below the window; nothing where the walk is there already.
  void add(PathSegment::Kind kind, Picoseconds begin, std::uint32_t node) {
    begin = std::max(begin, begin_);
    if (begin >= at_) return;
    path_.push_back({kind, begin, at_, node});
    at_ = begin;
  }

  const DependencyGraph& graph_;
  Picoseconds begin_;
  Picoseconds at_;
  std::vector<bool> seen_;
  std::vector<PathSegment> path_;
};

}  // namespace

std::string_view to_string(PathSegment::Kind kind) {
  switch (kind) {
    case PathSegment::Kind::kWork: return "work";
    case PathSegment::Kind::kTransfer: return "transfer";
    case PathSegment::Kind::kLatency: return "latency";
    case PathSegment::Kind::kLaunch: return "launch";
    case PathSegment::Kind::kUnexplained: return "unexplained";
    case PathSegment::Kind::kAfter: return "after the last event";
  }
  return "unexplained";
}

std::vector<PathSegment> critical_path(const DependencyGraph& graph, Picoseconds window_begin,
                                       Picoseconds window_end) {
  return PathWalk(graph, window_begin, window_end).run();
}

}  // namespace nscope::analysis
