#pragma once

#include "profiler/analysis/comparison/compared_items.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <vector>

namespace nscope::analysis {

/// Splits the time in which anything happens among the groups, so that the parts
/// add up to it: an instant belongs to the first class of WorkClass that has an
/// event under way, and is shared equally by all its events under way. A group's
/// part is what it exposes: a transfer that runs beside a computation has none.
/// On nested tracks an event stands back for those it encloses. The result is
/// indexed by group, in ticks. Time is linear in the events but for a logarithm
/// of those under way. Errors: kCancelled.
Result<std::vector<double>> split_wall_time(const RunItems& run, const GroupTable& groups,
                                            TaskControl& control);

}  // namespace nscope::analysis
