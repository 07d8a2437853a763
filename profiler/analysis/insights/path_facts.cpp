#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/insights/run_facts.h"

namespace nscope::analysis {
namespace {

class PathSum {
 public:
  PathSum(RunFacts& facts, const SliceMarks& marks, const DependencyGraph& graph)
      : facts_(facts), marks_(marks), graph_(graph) {}

  void add(const PathSegment& segment) {
    if (segment.kind == PathSegment::Kind::kAfter) return;
    const DependencyNode& node = graph_.nodes[segment.node];
    const Track& track = graph_.track_of(segment.node);
    const double ns = to_ns(segment.end - segment.begin);
    PathFacts& path = facts_.path;
    if (segment.kind == PathSegment::Kind::kLatency) {
      if (node.packet) path.transfer_starts_ns += ns;
      return;
    }
    if (segment.kind == PathSegment::Kind::kTransfer) {
      path.transfers_ns += ns;
      note(path.longest_transfer, node, ns);
    } else if (segment.kind != PathSegment::Kind::kWork) {
      return;
    } else if (track.slice_kind == SliceKind::kCollective) {
      path.collectives_ns += ns;
    } else {
      path.work_ns[track.engine] += ns;
      note(path.longest_work[track.engine], node, ns);
    }
    if (!node.slice.valid()) return;
    for (std::size_t mark = 0; mark < kMarks; ++mark) {
      if ((marks_[node.slice.index()] & bit(static_cast<Mark>(mark))) != 0) {
        path.marked_ns[mark] += ns;
      }
    }
  }

 private:
  void note(EventTotals& set, const DependencyNode& node, double ns) const {
    if (!node.slice.valid()) return;
    ++set.count;
    if (set.longest.valid() && ns <= set.ns) return;
    const Trace::SliceRef slice = facts_.trace.slice(node.slice);
    set.ns = ns;  // time of the longest on the path
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
  PathSum sum(facts, marks, *graph);
  const auto path = critical_path(*graph, facts.scope, control);
  if (!path) return fail(path.error());
  for (const PathSegment& segment : *path) sum.add(segment);
  return {};
}

}  // namespace nscope::analysis
