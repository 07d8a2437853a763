#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/dependency/dependency_graph.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace nscope::analysis {

using EventOrder = std::vector<std::uint32_t>;  ///< event_order.h

/// The dependencies of a run, or the reason why they are unknown.
struct FollowedRun {
  std::optional<DependencyGraph> graph{};
  Text missing{};  ///< reason as a sentence, for a note
};

/// The dependencies of one run, computed when the first analysis needs them. Several analyses of
/// the same run should share one object. Any thread.
class SharedDependencies {
 public:
  /// Errors: kCancelled; the next call then computes them again.
  Result<std::shared_ptr<const FollowedRun>> of(const Trace& trace, const TaskControl& control);
  /// The order of the events of the graph returned by of(). Errors: those of event_order().
  Result<std::shared_ptr<const EventOrder>> order(const DependencyGraph& graph,
                                                  const TaskControl& control);

 private:
  std::mutex mutex_;
  const Trace* trace_ = nullptr;
  std::shared_ptr<const FollowedRun> run_;
  std::mutex order_mutex_;
  std::shared_ptr<const EventOrder> order_;
};

/// The dependencies for a request. Errors: kCancelled; kInvalidArgument if the run does not have
/// the core of the request.
Result<std::shared_ptr<const FollowedRun>> follow_run(const Trace& trace,
                                                      const AnalysisRequest& request,
                                                      const TaskControl& control);

/// Fills `table` from the run's dependencies, or adds a note if they are unknown. Errors: those
/// of follow_run() and of `fill`, except for circular dependencies (kBadInput): they are a property
/// of the run and are reported in a note.
Result<Table> from_dependencies(
    const Trace& trace, const AnalysisRequest& request, const TaskControl& control, Table table,
    const std::function<Result<>(const DependencyGraph& graph, Table& table)>& fill);

/// The order of the events of `graph`. Errors: those of event_order().
Result<std::shared_ptr<const EventOrder>> order_of(const DependencyGraph& graph,
                                                   const AnalysisRequest& request,
                                                   const TaskControl& control);

/// The slice of a node; for a transfer its last packet. Invalid if the run has none.
SliceId slice_of(const DependencyGraph& graph, std::uint32_t node);
/// Cells with the id and the name of a slice, or Missing if it is invalid.
Cell id_cell(SliceId slice);
Cell name_cell(const Trace& trace, SliceId slice);

inline double to_ns(Picoseconds time) {
  return static_cast<double>(time) / 1000.0;
}

}  // namespace nscope::analysis
