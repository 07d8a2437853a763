#pragma once

#include "profiler/analysis/comparison/compared_items.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope::analysis {

/// The alignment of the events of one group in two runs. Times in ns.
struct GroupMatches {
  std::int64_t matched = 0;  ///< number of pairs
  std::int64_t added = 0;
  std::int64_t removed = 0;
  double matched_change_ns = 0.0;  ///< sum of the changes of the pairs
  double added_ns = 0.0;
  double removed_ns = 0.0;
  /// The pair that changed most, or the longest event of each side if there are no pairs.
  SliceId base_example;
  SliceId new_example;
};

/// The aligned events of two runs by the ids of the events; invalid if the other run has no
/// corresponding event.
struct EventPairs {
  std::vector<SliceId> new_of_base;
  std::vector<SliceId> base_of_new;
};

struct RunAlignment {
  std::vector<GroupMatches> groups;  ///< by group
  EventPairs pairs;                  ///< empty without `keep_pairs`
  /// Number of sections that were too different for the best alignment
  /// (SequenceAlignment::shortcuts).
  std::size_t shortcuts = 0;
};

/// Aligns the events of two runs in the order of their starts on each engine of each core (DMA:
/// all rings of a core together; events without a core: each track by its path). For each group,
///   time in `now` - time in `base` = matched_change_ns + added_ns - removed_ns.
/// Only events of the same group match. With `keep_pairs`, the pairs are kept, which takes 4 bytes
/// for each event. Errors: kCancelled.
Result<RunAlignment> align_runs(const RunItems& base, const RunItems& now, const GroupTable& groups,
                                bool keep_pairs, TaskControl& control);

}  // namespace nscope::analysis
