#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nscope::analysis {

/// A time in which nothing of several tracks runs, between two events. Times in ticks.
struct IdleGap {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  SliceId next{};  ///< the event that ends it

  std::int64_t length() const { return end - begin; }
};

struct IdleTime {
  std::vector<IdleGap> gaps;  ///< in order of time
  std::int64_t begin = 0;     ///< of the first event, ticks
  std::int64_t end = 0;       ///< of the last one to end
  std::int64_t events = 0;    ///< in the time looked at
  std::int64_t idle() const;  ///< all gaps, ticks
};

/// The gaps between the events of `tracks` that lie wholly in the window. Nothing when cancelled.
std::optional<IdleTime> idle_time(std::span<const Track* const> tracks, const TimeWindow& window,
                                  const TaskControl& control);

}  // namespace nscope::analysis
