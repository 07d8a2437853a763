#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/insights/run_facts.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

class PathSum {
 public:
  PathSum(RunFacts& facts, const SliceMarks& marks, const DependencyGraph& graph)
      : facts_(facts), marks_(marks), graph_(graph) {}

  /// A part of the path that lies in one window.
  void add(const PathSegment& segment, Picoseconds begin, Picoseconds end) {
    if (segment.kind == PathSegment::Kind::kAfter || end <= begin) return;
    const DependencyNode& node = graph_.nodes[segment.node];
    const Track& track = facts_.trace.tracks()[node.track];
    const double ns = to_ns(end - begin);
    PathFacts& path = facts_.path;
    if (segment.kind == PathSegment::Kind::kLatency) {
      if (node.packet) path.transfer_starts_ns += ns;
      return;
    }
    if (segment.kind == PathSegment::Kind::kTransfer) {
      path.transfers_ns += ns;
      note(path.longest_transfer, node, begin, end);
    } else if (segment.kind != PathSegment::Kind::kWork) {
      return;
    } else if (track.slice_kind == SliceKind::kCollective) {
      path.collectives_ns += ns;
    } else {
      path.work_ns[track.engine] += ns;
      note(path.longest_work[track.engine], node, begin, end);
    }
    if (!node.slice.valid()) return;
    for (std::size_t mark = 0; mark < kMarks; ++mark) {
      if ((marks_[node.slice.index()] & bit(static_cast<Mark>(mark))) != 0) {
        path.marked_ns[mark] += ns;
      }
    }
  }

 private:
  void note(EventSet& set, const DependencyNode& node, Picoseconds begin, Picoseconds end) const {
    if (!node.slice.valid()) return;
    ++set.count;
    const double ns = to_ns(end - begin);
    if (set.longest.valid() && ns <= set.ns) return;
    const Trace::SliceRef slice = facts_.trace.slice(node.slice);
    set.ns = ns;  // of the longest: what the path has of it
    set.longest = node.slice;
    set.begin = slice.begin();
    set.end = slice.end();
  }

  RunFacts& facts_;
  const SliceMarks& marks_;
  const DependencyGraph& graph_;
};

}  // namespace

Result<> gather_path(RunFacts& facts, const SliceMarks& marks, const AnalysisRequest& request,
                     const TaskControl& control) {
  const auto run = follow_run(facts.trace, request, control);
  if (!run) return fail(run.error());
  const auto& graph = (*run)->graph;
  if (!graph) {
    facts.path.missing = (*run)->missing;
    return {};
  }
  const auto& windows = facts.scope.windows();
  // One walk over all windows: a walk for each would be as long again for each.
  const auto path = critical_path(*graph, graph->time_of(windows.front().begin),
                                  graph->time_of(windows.back().end));
  PathSum sum(facts, marks, *graph);
  std::size_t window = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i % 65'536 == 0 && control.cancelled()) return cancelled();
    const PathSegment& segment = path[i];
    while (window + 1 < windows.size() && graph->time_of(windows[window].end) <= segment.begin) {
      ++window;
    }
    for (std::size_t at = window; at < windows.size(); ++at) {
      const Picoseconds begin = graph->time_of(windows[at].begin);
      if (begin >= segment.end) break;
      sum.add(segment, std::max(begin, segment.begin),
              std::min(graph->time_of(windows[at].end), segment.end));
    }
  }
  return {};
}

}  // namespace nscope::analysis
