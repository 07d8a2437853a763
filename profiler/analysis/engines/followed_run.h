#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/dependency/dependency_graph.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

using EventOrder = std::vector<std::uint32_t>;  ///< event_order.h

/// The dependencies of a run, or why it has none.
struct FollowedRun {
  std::optional<DependencyGraph> graph{};
  std::string missing{};  ///< a sentence, for a note
};

/// The dependencies of one run, found when the first analysis needs them. Whoever runs
/// several analyses of a run gives them the same. Any thread.
class SharedDependencies {
 public:
  /// Errors: kCancelled; the next call tries again then.
  Result<std::shared_ptr<const FollowedRun>> of(const Trace& trace, const TaskControl& control);
  /// Of the graph that of() gave. Errors: those of event_order().
  Result<std::shared_ptr<const EventOrder>> order(const DependencyGraph& graph,
                                                  const TaskControl& control);

 private:
  std::mutex mutex_;
  const Trace* trace_ = nullptr;
  std::shared_ptr<const FollowedRun> run_;
  std::mutex order_mutex_;
  std::shared_ptr<const EventOrder> order_;
};

/// Errors: kCancelled; kInvalidArgument for a core the run does not have.
Result<std::shared_ptr<const FollowedRun>> follow_run(const Trace& trace,
                                                      const AnalysisRequest& request,
                                                      const TaskControl& control);

/// Fills `table` from the run's dependencies; where it has none a note says so. Errors:
/// those of follow_run() and of `fill`; dependencies that go round in a circle are a fact
/// about the run and become a note.
Result<Table> from_dependencies(
    const Trace& trace, const AnalysisRequest& request, const TaskControl& control, Table table,
    const std::function<Result<>(const DependencyGraph& graph, Table& table)>& fill);

/// Errors: those of event_order().
Result<std::shared_ptr<const EventOrder>> order_of(const DependencyGraph& graph,
                                                   const AnalysisRequest& request,
                                                   const TaskControl& control);

/// The slice that stands for a node: of a transfer its last packet; invalid where the
/// run has none.
SliceId slice_of(const DependencyGraph& graph, std::uint32_t node);
/// Cells for a slice: its id and its name, or that there is none.
Cell id_cell(SliceId slice);
Cell name_cell(const Trace& trace, SliceId slice);

inline double to_ns(Picoseconds time) {
  return static_cast<double>(time) / 1000.0;
}

}  // namespace nscope::analysis
