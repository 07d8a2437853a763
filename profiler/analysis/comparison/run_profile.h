#pragma once

#include "profiler/analysis/comparison/compared_items.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

/// What one run spends on one group. Times in ns.
struct GroupTotals {
  double count = 0.0;
  double time_ns = 0.0;           ///< durations added up
  double wait_ns = 0.0;           ///< semaphore waits before them, added up
  double exposed_ns = 0.0;        ///< its part of the wall time, see split_wall_time()
  std::optional<double> bytes{};  ///< moved, where the events state it
};

/// What a run spends its time on. total_ns = sum of exposed_ns + idle_ns.
struct RunProfile {
  double total_ns = 0.0;  ///< length of the executions
  double idle_ns = 0.0;   ///< of them, time in which nothing that claims time is under way
  std::vector<GroupTotals> groups;  ///< by group; may end before the table does

  GroupTotals of(std::uint32_t group) const {
    return group < groups.size() ? groups[group] : GroupTotals{};
  }
};

/// Adds up the events of a run. Linear in the events but for a logarithm of the
/// tracks. Errors: kCancelled.
Result<RunProfile> profile_run(const RunItems& run, const GroupTable& groups, TaskControl& control);

}  // namespace nscope::analysis
