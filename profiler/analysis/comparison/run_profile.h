#pragma once

#include "profiler/analysis/comparison/compared_items.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

/// Totals of one group in one run. Times in ns.
struct GroupTotals {
  double count = 0.0;
  double time_ns = 0.0;           ///< sum of the durations
  double wait_ns = 0.0;           ///< sum of the semaphore waits before the events
  double exposed_ns = 0.0;        ///< part of the wall time, see split_wall_time()
  std::optional<double> bytes{};  ///< moved bytes; nullopt if the events do not state them
};

/// Totals of a run. total_ns = sum of exposed_ns + idle_ns.
struct RunProfile {
  double total_ns = 0.0;            ///< length of the executions
  double idle_ns = 0.0;             ///< part of total_ns in which no event with exposed time runs
  std::vector<GroupTotals> groups;  ///< by group; can be shorter than the group table

  GroupTotals of(std::uint32_t group) const {
    return group < groups.size() ? groups[group] : GroupTotals{};
  }
};

/// Adds up the events of a run. Takes n log t time for n events on t tracks. Errors: kCancelled.
Result<RunProfile> profile_run(const RunItems& run, const GroupTable& groups, TaskControl& control);

}  // namespace nscope::analysis
