#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace nscope::analysis {

/// Several counters at common points of time: what a chart of them draws. A value holds
/// until the next point.
struct CounterSeries {
  std::vector<std::int64_t> times{};          ///< ticks, growing
  std::vector<std::vector<double>> values{};  ///< by counter; NaN before its first sample
  std::vector<double> sums{};                 ///< of the known ones; NaN where none is
  /// There were more points than asked for: each is the moment of the highest sum in its
  /// part of the time.
  bool reduced = false;
};

/// From the begin to the end of the window, about `most` points. Empty where no counter has
/// a sample before its end. Errors: kCancelled.
Result<CounterSeries> counter_series(std::span<const Track* const> counters,
                                     const TimeWindow& window, std::size_t most,
                                     const TaskControl& control);

}  // namespace nscope::analysis
