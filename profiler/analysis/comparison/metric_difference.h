#pragma once

#include "profiler/analysis/comparison/mean_interval.h"
#include "profiler/analysis/metrics/summary.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::analysis {

/// One summary metric on both sides, as the mean of the repeats that state it.
struct MetricDifference {
  std::string name;
  std::string unit;
  std::optional<double> base{};  ///< nullopt if the side does not state the metric
  std::optional<double> now{};
  std::optional<MeanInterval> interval{};  ///< interval of now - base

  /// now - base; nullopt if a side does not state the metric.
  std::optional<double> change() const;
  /// change / |base|; nullopt if the change is unknown or base is zero.
  std::optional<double> relative() const;
};

/// The metrics that differ, sorted by relative change, largest first, and then those that only one
/// side states. A metric with different units on the two sides counts as two metrics.
std::vector<MetricDifference> metric_differences(std::span<const Summary> base,
                                                 std::span<const Summary> now);

}  // namespace nscope::analysis
