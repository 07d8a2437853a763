#pragma once

#include "profiler/analysis/comparison/compared_items.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope::analysis {

/// How the events of one group in two runs belong together. Times in ns.
struct GroupMatches {
  std::int64_t matched = 0;  ///< pairs
  std::int64_t added = 0;
  std::int64_t removed = 0;
  double matched_change_ns = 0.0;  ///< of the pairs, added up
  double added_ns = 0.0;
  double removed_ns = 0.0;
  /// The pair that changed most; without pairs the longest event of either side.
  SliceId base_example;
  SliceId new_example;
};

struct RunAlignment {
  std::vector<GroupMatches> groups;  ///< by group
  /// How often a stretch was too different for the longest alignment
  /// (SequenceAlignment::shortcuts).
  std::size_t shortcuts = 0;
};

/// Aligns the events of two runs in the order in which each engine of each core
/// began them (DMA: all rings of a core together; without a core: each track by
/// its path), so that
///   time of the group in `now` - in `base` =
///       matched_change_ns + added_ns - removed_ns.
/// Only events of the same group match. Errors: kCancelled.
Result<RunAlignment> align_runs(const RunItems& base, const RunItems& now, const GroupTable& groups,
                                TaskControl& control);

}  // namespace nscope::analysis
