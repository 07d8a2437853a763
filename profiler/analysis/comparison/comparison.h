#pragma once

#include "profiler/analysis/comparison/causes.h"
#include "profiler/analysis/comparison/group_difference.h"
#include "profiler/analysis/comparison/metric_difference.h"
#include "profiler/analysis/comparison/place_times.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

/// How a comparison is asked for.
struct ComparisonOptions {
  GroupBy by = GroupBy::kOperator;
  std::optional<Place> place{};  ///< also compare pieces of time or ranks
  std::size_t pieces = 20;       ///< of the longer run, with Place::kTime; at least 1
  bool pairs = false;            ///< also keep which events belong together
};

/// One side of a comparison.
struct ComparedSide {
  std::vector<std::string> labels;  ///< of its runs, in the order given
  std::string provenance;           ///< "measured", "simulated"; empty where runs differ
  /// What simulations state about themselves; empty where a run does not, or they differ.
  std::string workload{};            ///< JSON text of `nscope.workload/1`
  std::string calibration{};         ///< date and table of the parameters
  std::optional<double> total_ns{};  ///< mean length of the executions; nullopt of summaries
};

/// One place of both runs; nullopt where only one of them has it.
struct PlaceDifference {
  std::string name;  ///< of the rank, or the number of the piece
  std::optional<PlaceTimes> base{};
  std::optional<PlaceTimes> now{};
};

/// What differs between two runs, or between the means of two sets of repeats.
/// Where nothing does, the lists are empty.
struct Comparison {
  GroupBy by = GroupBy::kOperator;
  std::optional<Place> place{};
  ComparedSide base;
  ComparedSide now;
  std::optional<MeanInterval> total_interval{};  ///< of the change of the total
  std::vector<Cause> causes;                     ///< add up to the change of the total
  /// All groups, largest change of exposed time first, then of time.
  std::vector<GroupDifference> groups;
  std::vector<PlaceDifference> places;  ///< that differ, in their own order
  std::vector<MetricDifference> metrics;
  std::vector<std::string> notes;  ///< what is missing or was left out
  /// Of the first run of each side; null unless asked for and both have events.
  std::shared_ptr<const EventPairs> pairs{};

  std::optional<double> total_change_ns() const;
  /// Nothing differs by more than rounding.
  bool no_difference() const;
};

/// Collects the runs of both sides. Only the first run of each side is kept in
/// memory until finish(), the others once each. One thread.
class RunComparison {
 public:
  enum class Side : std::uint8_t { kBase, kNew };

  explicit RunComparison(const ComparisonOptions& options) : options_(options) {}

  /// Errors: kCancelled; those of a session whose columns are damaged.
  Result<> add(Side side, std::string label, std::shared_ptr<const Trace> trace,
               TaskControl& control);
  /// Metrics without a run; then only metrics are compared.
  void add(Side side, std::string label, Summary summary);

  /// Needs a run on each side. Errors: kInvalidArgument for a side without one;
  /// kCancelled; those of a damaged session.
  Result<Comparison> finish(TaskControl& control);

 private:
  struct Runs {
    std::vector<std::string> labels;
    std::vector<std::string> provenances;
    std::vector<std::string> workloads;
    std::vector<std::string> calibrations;
    std::vector<Summary> summaries;
    std::vector<RunProfile> profiles;
    std::shared_ptr<const Trace> first;
    std::optional<RunItems> items;  ///< of the first
    std::int64_t outside = 0;
    std::int64_t without_layer = 0;
  };

  Runs& runs(Side side) { return sides_[static_cast<std::size_t>(side)]; }
  bool has_events() const;
  Result<> compare_events(Comparison& out, TaskControl& control);
  void compare_places(Comparison& out) const;
  void add_notes(std::size_t shortcuts, Comparison& out) const;

  ComparisonOptions options_;
  GroupTable groups_;
  std::array<Runs, 2> sides_;
};

}  // namespace nscope::analysis
