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

/// Which events of two runs belong together; by the id of an event, invalid where the
/// other run has none.
struct EventPairs {
  std::vector<SliceId> new_of_base;
  std::vector<SliceId> base_of_new;
};

struct RunAlignment {
  std::vector<GroupMatches> groups;  ///< by group
  EventPairs pairs;                  ///< empty unless asked for
  /// How often a stretch was too different for the longest alignment
  /// (SequenceAlignment::shortcuts).
  std::size_t shortcuts = 0;
};

/// Aligns the events of two runs in the order in which each engine of each core
/// began them (DMA: all rings of a core together; without a core: each track by
/// its path), so that
///   time of the group in `now` - in `base` =
///       matched_change_ns + added_ns - removed_ns.
/// Only events of the same group match. `keep_pairs` asks for the pairs, 4 bytes for
/// each event. Errors: kCancelled.
Result<RunAlignment> align_runs(const RunItems& base, const RunItems& now, const GroupTable& groups,
                                bool keep_pairs, TaskControl& control);

}  // namespace nscope::analysis
