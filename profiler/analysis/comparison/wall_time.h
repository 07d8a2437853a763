#pragma once

#include "profiler/analysis/comparison/compared_items.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <vector>

namespace nscope::analysis {

/// Divides the busy time of a run among the groups, so that the parts add up to it. Each instant
/// belongs to the first class of WorkClass that has a running event, and is shared equally by
/// all running events of that class. The part of a group is its exposed time: a transfer during a
/// computation has none. On nested tracks, an event has no part while events inside it run. The
/// result is indexed by group, in ticks. Takes n log r time for n events of which r run at the same
/// time. Errors: kCancelled.
Result<std::vector<double>> split_wall_time(const RunItems& run, const GroupTable& groups,
                                            TaskControl& control);

}  // namespace nscope::analysis
