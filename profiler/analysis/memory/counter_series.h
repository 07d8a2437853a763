#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace nscope::analysis {

/// The values of several counters at common times, for a chart. A value is valid until the next
/// time.
struct CounterSeries {
  std::vector<std::int64_t> times{};          ///< ticks, ascending
  std::vector<std::vector<double>> values{};  ///< by counter; NaN before its first sample
  std::vector<double> sums{};                 ///< sum of the known values; NaN if none is known
  /// Whether there were more than `most` points. Each point is then the time of the highest sum
  /// in an equal part of the window.
  bool reduced = false;
};

/// The series from the start to the end of the window with about `most` points. Empty if no
/// counter has a sample before the end of the window. Errors: kCancelled.
Result<CounterSeries> counter_series(std::span<const Track* const> counters,
                                     const TimeWindow& window, std::size_t most,
                                     const TaskControl& control);

}  // namespace nscope::analysis
