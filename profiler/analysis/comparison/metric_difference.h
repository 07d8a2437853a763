#pragma once

#include "profiler/analysis/comparison/mean_interval.h"
#include "profiler/analysis/metrics/summary.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::analysis {

/// One summary metric on both sides; the mean of the repeats that state it.
struct MetricDifference {
  std::string name;
  std::string unit;
  std::optional<double> base{};  ///< nullopt: the side does not state it
  std::optional<double> now{};
  std::optional<MeanInterval> interval{};  ///< of now - base

  /// nullopt where a side is missing.
  std::optional<double> change() const;
  /// change / |base|; nullopt where that cannot be said.
  std::optional<double> relative() const;
};

/// The metrics that differ, largest relative change first, then those that only
/// one side states; equal ones are left out. A metric of different units on both
/// sides is taken for two metrics.
std::vector<MetricDifference> metric_differences(std::span<const Summary> base,
                                                 std::span<const Summary> now);

}  // namespace nscope::analysis
