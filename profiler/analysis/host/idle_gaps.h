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

/// An interval between two events in which none of several tracks has an event. Times in ticks.
struct IdleGap {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  SliceId next{};  ///< the event that ends it

  std::int64_t length() const { return end - begin; }
};

struct IdleTime {
  std::vector<IdleGap> gaps;  ///< in order of time
  std::int64_t begin = 0;     ///< start of the first event, ticks
  std::int64_t end = 0;       ///< end of the event that ends last
  std::int64_t events = 0;    ///< number of events in the window
  std::int64_t idle() const;  ///< sum of the gaps, ticks
};

/// The gaps between those events of `tracks` that are entirely in the window. nullopt if
/// cancelled.
std::optional<IdleTime> idle_time(std::span<const Track* const> tracks, const TimeWindow& window,
                                  const TaskControl& control);

}  // namespace nscope::analysis
