#include "app/gui/timeline/model/run_dependencies.h"

#include "profiler/dependency/dependency_timing.h"

#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

using analysis::kNoNode;

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
    std::shared_ptr<const Trace> trace, analysis::SharedDependencies& dependencies,
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
  const analysis::Scope scope(*view->trace_, {});
  auto engines = analysis::engine_timelines(graph, scope, control);
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
  const auto path = analysis::critical_path(graph, analysis::Scope(*trace_, {}), control);
  if (!path) return fail(path.error());
  for (const analysis::PathSegment& segment : *path) {
    using Kind = analysis::PathSegment::Kind;
    if (segment.kind != Kind::kWork && segment.kind != Kind::kTransfer) continue;
    const SliceId event = analysis::slice_of(graph, segment.node);
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
  return edge != nullptr ? analysis::slice_of(*run_->graph, edge->from) : SliceId();
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

std::optional<DependencyView::Idle> DependencyView::idle_at(const Track& track, double tick) const {
  if (!run_->graph || track.kind != TrackKind::kEngine) return std::nullopt;
  const auto engine = std::find_if(engines_.begin(), engines_.end(), [&](const auto& timeline) {
    return timeline.core == track.core && timeline.engine == track.engine;
  });
  if (engine == engines_.end()) return std::nullopt;
  const DependencyGraph& graph = *run_->graph;
  const Picoseconds time = graph.time_of(TraceTime(static_cast<std::int64_t>(tick)));
  const auto& stretches = engine->stretches;
  const auto at = std::upper_bound(stretches.begin(), stretches.end(), time,
                                   [](Picoseconds t, const auto& s) { return t < s.end; });
  if (at == stretches.end() || at->begin > time) return std::nullopt;
  Idle idle{.state = at->state, .begin = tick_of(at->begin), .end = tick_of(at->end)};
  if (at->node != kNoNode) idle.next = analysis::slice_of(graph, at->node);
  if (at->producer != kNoNode) idle.producer = analysis::slice_of(graph, at->producer);
  return idle;
}

RunDependencies::RunDependencies(QObject* parent)
    : QObject(parent), job_(new Job(tr("Computing dependencies"), this)) {}

void RunDependencies::set_trace(std::shared_ptr<const Trace> trace,
                                std::shared_ptr<analysis::SharedDependencies> dependencies) {
  job_->cancel();
  trace_ = std::move(trace);
  dependencies_ =
      dependencies ? std::move(dependencies) : std::make_shared<analysis::SharedDependencies>();
  view_.reset();
  gave_up_ = false;
}

void RunDependencies::request_quietly() {
  if (!gave_up_) request();
}

void RunDependencies::request() {
  if (view_ || !trace_ || (asked_ == trace_ && job_->is_running())) return;
  asked_ = trace_;
  job_->start(
      [trace = trace_, dependencies = dependencies_](TaskControl& control) {
        return DependencyView::make(trace, *dependencies, control);
      },
      [this, trace = trace_](Result<std::shared_ptr<const DependencyView>> found) {
        if (trace != trace_) return;
        if (!found) {
          gave_up_ = true;
          emit given_up(found.error());
          return;
        }
        view_ = std::move(*found);
        emit ready();
      });
}

}  // namespace nscope::gui

#include "moc_run_dependencies.cpp"
