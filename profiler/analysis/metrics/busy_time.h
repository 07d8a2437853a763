#pragma once

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <optional>
#include <vector>

namespace nscope::analysis {

/// The time in which at least one of the tracks has an event, in ticks. Semaphore waits
/// (EVENT_SEMAPHORE) do no work and are excluded. nullopt if cancelled.
std::optional<IntervalUnion> busy_time(const Trace& trace, const std::vector<const Track*>& tracks,
                                       const TaskControl& control);

}  // namespace nscope::analysis
