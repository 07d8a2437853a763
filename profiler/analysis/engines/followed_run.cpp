#include "profiler/analysis/engines/followed_run.h"

#include "profiler/analysis/scope.h"

namespace nscope::analysis {

Result<FollowedRun> follow_run(const Trace& trace, const AnalysisRequest& request,
                               const TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  auto graph = dependency_graph(trace, control);
  if (graph) return FollowedRun{.graph = std::move(*graph)};
  if (graph.error().code != ErrorCode::kInvalidArgument) return fail(graph.error());
  return FollowedRun{.missing = graph.error().message + "."};
}

SliceId slice_of(const DependencyGraph& graph, std::uint32_t node) {
  if (graph.nodes[node].slice.valid()) return graph.nodes[node].slice;
  SliceId last;
  Picoseconds end = 0;
  for (const DependencyEdge& edge : graph.into(node)) {
    const DependencyNode& from = graph.nodes[edge.from];
    if (edge.kind != DependencyKind::kGather || (last.valid() && from.end <= end)) continue;
    last = from.slice;
    end = from.end;
  }
  return last;
}

Cell name_cell(const Trace& trace, SliceId slice) {
  if (!slice.valid()) return Missing{"not in this run"};
  return std::string(trace.text(trace.slice(slice).name()));
}

Cell id_cell(SliceId slice) {
  return slice.valid() ? Cell(static_cast<std::int64_t>(slice.value))
                       : Cell(Missing{"not in this run"});
}

}  // namespace nscope::analysis
