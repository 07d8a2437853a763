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

/// Options of a comparison.
struct ComparisonOptions {
  GroupBy by = GroupBy::kOperator;
  std::optional<Place> place{};  ///< also compare intervals of time, or ranks
  std::size_t pieces = 20;  ///< number of intervals of the longer run for Place::kTime; at least 1
  bool pairs = false;       ///< whether to keep the pairs of aligned events
};

/// One side of a comparison.
struct ComparedSide {
  std::vector<std::string> labels;  ///< labels of the runs in the order in which they were added
  std::string provenance;           ///< "measured", "simulated"; empty if the runs differ
  // Properties of simulations; empty if absent, or if the runs differ.
  std::string workload{};            ///< JSON text of `nscope.workload/1`
  std::string calibration{};         ///< date and table of the parameters
  std::optional<double> total_ns{};  ///< mean length of the executions; nullopt for summaries
};

/// One place of both runs; nullopt for a side that does not have it.
struct PlaceDifference {
  Text name;  ///< name of the rank, or number of the interval
  std::optional<PlaceTimes> base{};
  std::optional<PlaceTimes> now{};
};

/// The differences between two runs, or between the means of two sets of repeats. The lists are
/// empty if there are no differences.
struct Comparison {
  GroupBy by = GroupBy::kOperator;
  std::optional<Place> place{};
  ComparedSide base;
  ComparedSide now;
  std::optional<MeanInterval> total_interval{};  ///< interval of the change of the total
  std::vector<Cause> causes;                     ///< they add up to the change of the total
  /// All groups, sorted by the change of exposed time and then by the change of time.
  std::vector<GroupDifference> groups;
  std::vector<PlaceDifference> places;  ///< places that differ, in the order of the runs
  std::vector<MetricDifference> metrics;
  std::vector<Text> notes;  ///< missing or excluded data
  /// Pairs of the first run of each side; null without ComparisonOptions::pairs, or if a side has
  /// no events.
  std::shared_ptr<const EventPairs> pairs{};

  std::optional<double> total_change_ns() const;
  /// Whether nothing differs by more than rounding.
  bool no_difference() const;
};

/// Collects the runs of both sides. Only the first run of each side is kept in memory until
/// finish(). One thread.
class RunComparison {
 public:
  enum class Side : std::uint8_t { kBase, kNew };

  explicit RunComparison(const ComparisonOptions& options) : options_(options) {}

  /// Errors: kCancelled; kBadInput or kIo if the session is damaged.
  Result<> add(Side side, std::string label, std::shared_ptr<const Trace> trace,
               TaskControl& control);
  /// Adds metrics without events; then only metrics are compared.
  void add(Side side, std::string label, Summary summary);

  /// Compares the sides. Errors: kInvalidArgument if a side has no run; kCancelled; kBadInput or
  /// kIo if a session is damaged.
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
    std::optional<RunItems> items;  ///< items of the first run
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
