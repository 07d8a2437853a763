#include "profiler/analysis/engines/dependency_view.h"

#include "profiler/dependency/dependency_timing.h"

#include <algorithm>
#include <utility>

namespace nscope::analysis {
namespace {

/// Of the successors that the capture states, the one that starts first.
SliceId first_target(const Trace& trace, SliceId event) {
  SliceId first;
  for (const Flow& flow : trace.flows_from(event)) {
    if (!first.valid() || trace.slice(flow.to).begin() < trace.slice(first).begin())
      first = flow.to;
  }
  return first;
}

/// Of the predecessors that the capture states, the one that ends last.
SliceId last_source(const Trace& trace, SliceId event) {
  SliceId last;
  for (const Flow& flow : trace.flows_to(event)) {
    if (!last.valid() || trace.slice(flow.from).end() > trace.slice(last).end()) last = flow.from;
  }
  return last;
}

}  // namespace

Result<std::shared_ptr<const DependencyView>> DependencyView::make(
    std::shared_ptr<const Trace> trace, SharedDependencies& dependencies,
    const TaskControl& control) {
  std::shared_ptr<DependencyView> view(new DependencyView);
  auto run = dependencies.of(*trace, control);
  if (!run) return fail(run.error());
  view->trace_ = std::move(trace);
  view->run_ = std::move(*run);
  view->path_of_.resize(view->trace_->tracks().size());
  if (!view->run_->graph) return view;
  const DependencyGraph& graph = *view->run_->graph;
  view->index_edges();
  if (control.cancelled()) return cancelled();
  if (auto ok = view->index_path(control); !ok) return fail(ok.error());
  const Scope scope(*view->trace_, {});
  auto engines = engine_timelines(graph, scope, control);
  if (!engines) return fail(engines.error());
  view->engines_ = std::move(*engines);
  // With circular dependencies, there are no earliest and latest times, and the slack is unknown.
  if (const auto order = dependencies.order(graph, control)) {
    auto timing = run_dependencies(graph, **order, {},
                                   {.path = false, .waits = false, .slack = true}, control);
    if (timing) view->slack_ = std::move(timing->slack);
  }
  if (control.cancelled()) return cancelled();
  return view;
}

void DependencyView::index_edges() {
  const DependencyGraph& graph = *run_->graph;
  const auto count = static_cast<std::uint32_t>(graph.nodes.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (graph.nodes[i].slice.valid()) nodes_.push_back(i);
  }
  std::sort(nodes_.begin(), nodes_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return graph.nodes[a].slice < graph.nodes[b].slice;
  });
  std::vector<std::uint32_t> source(count, kNoNode);
  out_first_.assign(count + 1, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const DependencyEdge* edge = graph.last_binding(i);
    if (edge == nullptr) continue;
    source[i] = edge->from;
    ++out_first_[edge->from + 1];
  }
  for (std::uint32_t i = 0; i < count; ++i) out_first_[i + 1] += out_first_[i];
  std::vector<std::uint32_t> next(out_first_.begin(), out_first_.end() - 1);
  out_.resize(out_first_.back());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (source[i] != kNoNode) out_[next[source[i]]++] = i;
  }
}

Result<> DependencyView::index_path(const TaskControl& control) {
  const DependencyGraph& graph = *run_->graph;
  const auto path = critical_path(graph, Scope(*trace_, {}), control);
  if (!path) return fail(path.error());
  for (const PathSegment& segment : *path) {
    using Kind = PathSegment::Kind;
    if (segment.kind != Kind::kWork && segment.kind != Kind::kTransfer) continue;
    const SliceId event = slice_of(graph, segment.node);
    if (!event.valid()) continue;
    const PathPart part{tick_of(segment.begin), tick_of(segment.end), event};
    path_.push_back(part);
    path_of_[trace_->slice(event).track->id.index()].push_back(part);
  }
  return {};
}

double DependencyView::tick_of(Picoseconds time) const {
  return run_->graph->ns_of(time) * static_cast<double>(trace_->time_base().ticks_per_ns);
}

std::uint32_t DependencyView::node_of(SliceId event) const {
  if (!run_->graph) return kNoNode;
  const auto& nodes = run_->graph->nodes;
  const auto it =
      std::lower_bound(nodes_.begin(), nodes_.end(), event,
                       [&](std::uint32_t n, SliceId id) { return nodes[n].slice < id; });
  return it != nodes_.end() && nodes[*it].slice == event ? *it : kNoNode;
}

SliceId DependencyView::predecessor(SliceId event) const {
  const std::uint32_t node = node_of(event);
  if (node == kNoNode) return last_source(*trace_, event);
  const DependencyEdge* edge = run_->graph->last_binding(node);
  return edge != nullptr ? slice_of(*run_->graph, edge->from) : SliceId();
}

SliceId DependencyView::successor(SliceId event) const {
  std::uint32_t node = node_of(event);
  if (node == kNoNode) return first_target(*trace_, event);
  const DependencyGraph& graph = *run_->graph;
  // The completion of a transfer is a node without an event, so its successors are followed, too.
  for (int hops = 0; hops < 2; ++hops) {
    // Nodes on other tracks are preferred to the next node on the same track.
    const auto rank = [&](std::uint32_t to) {
      return std::pair(graph.nodes[to].track == graph.nodes[node].track, graph.nodes[to].start);
    };
    std::uint32_t first = kNoNode;
    for (std::uint32_t i = out_first_[node]; i < out_first_[node + 1]; ++i) {
      if (first == kNoNode || rank(out_[i]) < rank(first)) first = out_[i];
    }
    if (first == kNoNode) return {};
    if (graph.nodes[first].slice.valid()) return graph.nodes[first].slice;
    node = first;
  }
  return {};
}

bool DependencyView::on_path(SliceId event) const {
  const Trace::SliceRef slice = trace_->slice(event);
  const auto& parts = path_of_[slice.track->id.index()];
  const auto begin = static_cast<double>(slice.begin().value());
  const auto end = static_cast<double>(slice.end().value());
  const auto first =
      std::lower_bound(parts.begin(), parts.end(), begin,
                       [](const PathPart& part, double tick) { return part.end < tick; });
  return std::any_of(
      first,
      std::find_if(first, parts.end(), [end](const PathPart& part) { return part.begin > end; }),
      [event](const PathPart& part) { return part.event == event; });
}

std::optional<double> DependencyView::slack(SliceId event) const {
  const std::uint32_t node = node_of(event);
  if (node == kNoNode || slack_.empty()) return std::nullopt;
  const auto per_ns = static_cast<double>(trace_->time_base().ticks_per_ns);
  return static_cast<double>(slack_[node]) / 1000.0 * per_ns;
}

DependencyView::Idle DependencyView::idle_of(const EngineStretch& stretch) const {
  Idle idle{.state = stretch.state, .begin = tick_of(stretch.begin), .end = tick_of(stretch.end)};
  if (stretch.node != kNoNode) idle.next = slice_of(*run_->graph, stretch.node);
  if (stretch.producer != kNoNode) idle.producer = slice_of(*run_->graph, stretch.producer);
  return idle;
}

const EngineTimeline* DependencyView::timeline_of(const Track& track) const {
  if (!run_->graph || track.kind != TrackKind::kEngine) return nullptr;
  const auto found = std::ranges::find_if(engines_, [&](const EngineTimeline& timeline) {
    return timeline.core == track.core && timeline.engine == track.engine;
  });
  return found == engines_.end() ? nullptr : &*found;
}

std::optional<DependencyView::Idle> DependencyView::idle_at(const Track& track, double tick) const {
  const EngineTimeline* const engine = timeline_of(track);
  if (engine == nullptr) return std::nullopt;
  const Picoseconds time = run_->graph->time_of(TraceTime(static_cast<std::int64_t>(tick)));
  const auto& stretches = engine->stretches;
  const auto at = std::upper_bound(stretches.begin(), stretches.end(), time,
                                   [](Picoseconds t, const auto& s) { return t < s.end; });
  if (at == stretches.end() || at->begin > time) return std::nullopt;
  return idle_of(*at);
}

std::vector<DependencyView::Idle> DependencyView::idle_for(SliceId event) const {
  std::vector<Idle> parts;
  const std::uint32_t node = node_of(event);
  const EngineTimeline* const engine = timeline_of(*trace_->slice(event).track);
  if (node == kNoNode || engine == nullptr) return parts;
  for (const EngineStretch& stretch : engine->stretches) {
    if (stretch.node == node && stretch.state != EngineState::kWork) {
      parts.push_back(idle_of(stretch));
    }
  }
  return parts;
}

}  // namespace nscope::analysis
