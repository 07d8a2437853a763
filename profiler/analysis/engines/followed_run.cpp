#include "profiler/analysis/engines/followed_run.h"

#include "profiler/analysis/metrics/scope.h"
#include "profiler/dependency/event_order.h"

#include <chrono>
#include <mutex>
#include <thread>

namespace nscope::analysis {

namespace {

Result<std::shared_ptr<const FollowedRun>> followed(const Trace& trace,
                                                    const TaskControl& control) {
  auto graph = dependency_graph(trace, control);
  if (graph) return std::make_shared<const FollowedRun>(FollowedRun{.graph = std::move(*graph)});
  if (graph.error().code != ErrorCode::kInvalidArgument) return fail(graph.error());
  return std::make_shared<const FollowedRun>(FollowedRun{
      .missing = tr("The dependencies of this run are unknown: {}.", graph.error().message)});
}

/// Waits for another thread until `control` is cancelled. Not a std::timed_mutex: the
/// ThreadSanitizer of g++ 12 does not know the call that try_lock_for() makes.
bool lock_unless_cancelled(std::unique_lock<std::mutex>& lock, const TaskControl& control) {
  using namespace std::chrono_literals;
  while (!lock.try_lock()) {
    if (control.cancelled()) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

}  // namespace

Result<std::shared_ptr<const FollowedRun>> SharedDependencies::of(const Trace& trace,
                                                                  const TaskControl& control) {
  std::unique_lock lock(mutex_, std::defer_lock);
  if (!lock_unless_cancelled(lock, control)) return cancelled();
  if (run_ && trace_ == &trace) return run_;
  auto run = followed(trace, control);
  if (!run) return fail(run.error());
  trace_ = &trace;
  const std::scoped_lock of_order(order_mutex_);
  order_.reset();
  return run_ = std::move(*run);
}

Result<std::shared_ptr<const EventOrder>> SharedDependencies::order(const DependencyGraph& graph,
                                                                    const TaskControl& control) {
  std::unique_lock lock(order_mutex_, std::defer_lock);
  if (!lock_unless_cancelled(lock, control)) return cancelled();
  if (order_) return order_;
  auto order = event_order(graph, control);
  if (!order) return fail(order.error());
  return order_ = std::make_shared<const EventOrder>(std::move(*order));
}

Result<std::shared_ptr<const FollowedRun>> follow_run(const Trace& trace,
                                                      const AnalysisRequest& request,
                                                      const TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  if (request.dependencies) return request.dependencies->of(trace, control);
  return followed(trace, control);
}

Result<Table> from_dependencies(
    const Trace& trace, const AnalysisRequest& request, const TaskControl& control, Table table,
    const std::function<Result<>(const DependencyGraph& graph, Table& table)>& fill) {
  const auto run = follow_run(trace, request, control);
  if (!run) return fail(run.error());
  if (!(*run)->graph) {
    table.add_note((*run)->missing);
    return table;
  }
  const auto filled = fill(*(*run)->graph, table);
  if (filled) return table;
  if (filled.error().code != ErrorCode::kBadInput) return fail(filled.error());
  table.add_note(
      tr("The dependencies of this run cannot be evaluated: {}.", filled.error().message));
  return table;
}

Result<std::shared_ptr<const EventOrder>> order_of(const DependencyGraph& graph,
                                                   const AnalysisRequest& request,
                                                   const TaskControl& control) {
  if (request.dependencies) return request.dependencies->order(graph, control);
  auto order = event_order(graph, control);
  if (!order) return fail(order.error());
  return std::make_shared<const EventOrder>(std::move(*order));
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
  if (!slice.valid()) return Missing{tr("not in this run")};
  return std::string(trace.text(trace.slice(slice).name()));
}

Cell id_cell(SliceId slice) {
  return slice.valid() ? Cell(static_cast<std::int64_t>(slice.value))
                       : Cell(Missing{tr("not in this run")});
}

}  // namespace nscope::analysis
