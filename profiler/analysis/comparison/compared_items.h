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
  WorkClass work = WorkClass::kCompute;  ///< of all events except EVENT_SEMAPHORE, which is kWait
  std::vector<std::uint32_t> group;      ///< group of each row; kNone if it is not compared
};

/// The compared events of a run: instructions, operators, DMA, collectives, host calls and
/// requests that are entirely within an execution (as in the summary). Executions themselves are
/// compared only if the run contains nothing else. The trace must outlive it.
struct RunItems {
  const Trace* trace = nullptr;
  Scope scope;
  std::vector<TrackItems> tracks;  ///< in the order of the trace
  std::int64_t outside = 0;        ///< events that are not entirely within an execution
  std::int64_t without_layer = 0;  ///< with GroupBy::kLayer, events without a layer
};

/// Finds the group of every compared event. Takes linear time. Errors: kCancelled.
Result<RunItems> collect_items(const Trace& trace, GroupBy by, GroupTable& groups,
                               TaskControl& control);

}  // namespace nscope::analysis
