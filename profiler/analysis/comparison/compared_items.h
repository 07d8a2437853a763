#pragma once

#include "profiler/analysis/comparison/compared_groups.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <vector>

namespace nscope::analysis {

/// The compared events of one track.
struct TrackItems {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  const Track* track = nullptr;
  WorkClass work = WorkClass::kCompute;  ///< of all but EVENT_SEMAPHORE, which waits
  std::vector<std::uint32_t> group;      ///< of each row; kNone: not compared
};

/// The events of a run that a comparison looks at: instructions, operators, DMA,
/// collectives, host calls and requests that lie wholly within an execution (as
/// in the summary); executions themselves only where the run has nothing else.
/// The trace must outlive it.
struct RunItems {
  const Trace* trace = nullptr;
  Scope scope;
  std::vector<TrackItems> tracks;  ///< in the order of the trace
  std::int64_t outside = 0;        ///< events that lie not wholly within an execution
  std::int64_t without_layer = 0;  ///< compared by layer, but belonging to none
};

/// Finds the group of every compared event. Linear in the events. Errors:
/// kCancelled.
Result<RunItems> collect_items(const Trace& trace, GroupBy by, GroupTable& groups,
                               TaskControl& control);

}  // namespace nscope::analysis
