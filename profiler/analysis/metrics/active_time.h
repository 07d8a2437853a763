#pragma once

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>

namespace nscope::analysis {

/// The time in which a track is active, the one definition for row labels, summaries, selections
/// and analyses: at least one of its events runs that does work. On the engines of NeuronCores,
/// EVENT_SEMAPHORE only waits, and instructions before the start of the execution only prepare it;
/// both do no work. Intervals of throttling at the full clock do not count either. Immutable; any
/// thread. Trace and track must outlive it.
class ActiveTime {
 public:
  /// Reads the names of the events if the track can have events without work. Incomplete if
  /// cancelled.
  ActiveTime(const Trace& trace, const Track& track, const TaskControl& control = {});

  /// Ticks of [begin, end) in which the track is active. Logarithmic time.
  std::int64_t within(std::int64_t begin, std::int64_t end) const;

 private:
  const Track* track_;
  std::optional<CoveredTime> waits_;   ///< covered by events without work
  std::optional<CoveredTime> worked_;  ///< the part of it in which another event works
};

/// Whether events of the track can be without work.
bool may_have_waits(const Trace& trace, const Track& track);

}  // namespace nscope::analysis
