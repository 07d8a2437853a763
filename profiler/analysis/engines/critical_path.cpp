#include "profiler/analysis/engines/critical_path.h"

#include "profiler/analysis/engines/gap_causes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace nscope::analysis {
namespace {

/// The event of each window that ends last. Incomplete if cancelled.
std::vector<std::optional<std::uint32_t>> last_nodes(const DependencyGraph& graph,
                                                     const std::vector<PathWindow>& windows,
                                                     const TaskControl& control) {
  std::vector<std::optional<std::uint32_t>> last(windows.size());
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (control.cancelled_at(i)) break;
    const DependencyNode& node = graph.nodes[i];
    if (!node.slice.valid()) continue;
    const auto first =
        std::partition_point(windows.begin(), windows.end(),
                             [&](const PathWindow& window) { return window.end <= node.start; });
    for (auto at = first; at != windows.end() && at->begin < node.end; ++at) {
      auto& latest = last[static_cast<std::size_t>(at - windows.begin())];
      if (!latest || node.end > graph.nodes[*latest].end) latest = i;
    }
  }
  return last;
}

/// Finds the paths of windows, from their ends to their starts.
class PathWalk {
 public:
  PathWalk(const DependencyGraph& graph, const TaskControl& control)
      : graph_(graph), control_(control), causes_(graph, control), seen_(2 * graph.nodes.size()) {}

  /// Appends the path of a window in order of time. Incomplete if cancelled.
  void walk(const PathWindow& window, std::optional<std::uint32_t> node) {
    begin_ = window.begin;
    at_ = window.end;
    const auto first = static_cast<std::ptrdiff_t>(path_.size());
    if (!node) return add(PathSegment::Kind::kAfter, begin_, 0);
    const std::uint32_t last = *node;
    add(PathSegment::Kind::kAfter, graph_.nodes[*node].end, *node);
    bool at_end = true;
    while (node && at_ > begin_) {
      if (control_.cancelled_at(steps_++)) return;
      const std::size_t event = 2 * std::size_t{*node} + (at_end ? 1 : 0);
      if (seen_[event]) break;  // a cycle of events at the same time
      seen_[event] = true;
      visited_.push_back(event);
      node = at_end ? leave_end(*node, at_end) : leave_start(*node, at_end);
    }
    const auto begin = path_.begin() + first;
    const std::uint32_t left = begin == path_.end() ? last : path_.back().node;
    add(PathSegment::Kind::kUnexplained, begin_, left);
    std::reverse(path_.begin() + first, path_.end());
    for (const std::size_t event : visited_) seen_[event] = false;
    visited_.clear();
  }
  std::vector<PathSegment> take() && { return std::move(path_); }

 private:
  std::optional<std::uint32_t> leave_end(std::uint32_t at, bool& at_end) {
    const DependencyNode& node = graph_.nodes[at];
    if (const DependencyEdge* edge = graph_.held_at_end(at)) return follow(*edge, at, true, at_end);
    add(node.packet ? PathSegment::Kind::kTransfer : PathSegment::Kind::kWork, node.start, at);
    at_end = false;
    return at;
  }

  std::optional<std::uint32_t> leave_start(std::uint32_t at, bool& at_end) {
    if (const DependencyEdge* edge = graph_.binding(at, false)) {
      return follow(*edge, at, false, at_end);
    }
    // Only the first instruction of an engine has no dependency. A packet without a dependency was
    // triggered by the runtime.
    add(graph_.nodes[at].packet ? PathSegment::Kind::kOutside : PathSegment::Kind::kLaunch, begin_,
        at);
    return std::nullopt;
  }

  /// Goes from `at` to the node that its start or end depended on through `edge`.
  std::uint32_t follow(const DependencyEdge& edge, std::uint32_t at, bool of_end, bool& at_end) {
    const Picoseconds released = std::min(at_, graph_.released(edge));
    if (released < begin_) add(PathSegment::Kind::kLaunch, begin_, at);
    add_gap(std::min(at_, released + causes_.usual(edge)), of_end, at);
    add(PathSegment::Kind::kLatency, released, at);
    const DependencyNode& from = graph_.nodes[edge.from];
    at_end = !leaves_start(edge.kind);
    if (!at_end) {
      add(from.packet ? PathSegment::Kind::kTransfer : PathSegment::Kind::kWork, from.start,
          edge.from);
    }
    return edge.from;
  }

  /// Adds the time beyond the usual latency, split by cause.
  void add_gap(Picoseconds begin, bool of_end, std::uint32_t node) {
    causes_.split(node, of_end, begin, at_, parts_);
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
      const auto before = std::next(part);
      add(kind_of(part->cause), before == parts_.rend() ? begin : before->end, node);
    }
  }

  static PathSegment::Kind kind_of(GapCause cause) {
    switch (cause) {
      case GapCause::kDescriptors: return PathSegment::Kind::kDescriptors;
      case GapCause::kClockStopped: return PathSegment::Kind::kClockStopped;
      case GapCause::kControl: return PathSegment::Kind::kControl;
      case GapCause::kOutside: return PathSegment::Kind::kOutside;
      case GapCause::kDmaEngine: return PathSegment::Kind::kDmaEngine;
      case GapCause::kSemaphore: return PathSegment::Kind::kSemaphore;
      case GapCause::kUnexplained: break;
    }
    return PathSegment::Kind::kUnexplained;
  }

  /// Adds the segment from `begin`, limited to the window, to the current position. Adds nothing
  /// if it is empty.
  void add(PathSegment::Kind kind, Picoseconds begin, std::uint32_t node) {
    begin = std::max(begin, begin_);
    if (begin >= at_) return;
    path_.push_back({kind, begin, at_, node});
    at_ = begin;
  }

  const DependencyGraph& graph_;
  const TaskControl& control_;
  GapCauses causes_;
  std::vector<GapCauses::Part> parts_;
  Picoseconds begin_ = 0;  ///< start of the window
  Picoseconds at_ = 0;     ///< current position: the path after it is complete
  std::size_t steps_ = 0;
  std::vector<bool> seen_;
  std::vector<std::size_t> visited_;  ///< indices set in seen_ by the current window
  std::vector<PathSegment> path_;
};

}  // namespace

Phrase title(PathSegment::Kind kind) {
  switch (kind) {
    case PathSegment::Kind::kWork: return phrase("work");
    case PathSegment::Kind::kTransfer: return phrase("transfer");
    case PathSegment::Kind::kLatency: return phrase("latency");
    case PathSegment::Kind::kLaunch: return phrase("launch");
    case PathSegment::Kind::kDescriptors: return phrase("DMA descriptors");
    case PathSegment::Kind::kClockStopped: return phrase("clock stopped");
    case PathSegment::Kind::kControl: return phrase("control instruction");
    case PathSegment::Kind::kSemaphore: return phrase("semaphore instruction");
    case PathSegment::Kind::kOutside: return phrase("outside signal");
    case PathSegment::Kind::kDmaEngine: return phrase("DMA engine busy");
    case PathSegment::Kind::kUnexplained: return phrase("unexplained");
    case PathSegment::Kind::kAfter: return phrase("after the last event");
  }
  return phrase("unexplained");
}

std::string_view to_string(PathSegment::Kind kind) {
  return title(kind).english;
}

Result<std::vector<PathSegment>> critical_path(const DependencyGraph& graph,
                                               const std::vector<PathWindow>& windows,
                                               const TaskControl& control) {
  const auto last = last_nodes(graph, windows, control);
  if (control.cancelled()) return cancelled();
  PathWalk walk(graph, control);
  for (std::size_t i = 0; i < windows.size(); ++i) {
    if (control.cancelled()) return cancelled();
    walk.walk(windows[i], last[i]);
  }
  if (control.cancelled()) return cancelled();
  return std::move(walk).take();
}

Result<std::vector<PathSegment>> critical_path(const DependencyGraph& graph, const Scope& scope,
                                               const TaskControl& control) {
  std::vector<PathWindow> windows;
  for (const TimeWindow& window : scope.windows()) {
    windows.push_back({graph.time_of(window.begin), graph.time_of(window.end)});
  }
  return critical_path(graph, windows, control);
}

}  // namespace nscope::analysis
