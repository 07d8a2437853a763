#pragma once

#include "simcore/engine/validation/error_band.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The measured values of all metrics of the same cause, of the classes that generate tokens from
/// cached keys and values. End-to-end latencies, step times and their rates are sums of the same
/// decode steps; times to the first token are sums of prefills. A metric that fewer than
/// kFewestSourcesOfMetric sources measured has the shape of the errors of its pool with its own
/// size (error_band() of a generation): the percentiles of one source say nothing about the next.
/// Plain data, one thread.
class MetricPools {
 public:
  static constexpr int kFewestSourcesOfMetric = 3;

  /// Adds the ratio of a class and metric; those that have no pool are ignored.
  void add(std::string_view class_name, std::string_view metric, const GroupedRatio& ratio);

  /// The band and the coverage of a metric from its pool, and nullopt if it has none. `own`: the
  /// ratios of the metric, which must have been added.
  struct Pooled {
    ErrorBand band;
    BandCoverage coverage;
  };
  std::optional<Pooled> band(std::string_view class_name, std::string_view metric,
                             const std::vector<GroupedRatio>& own) const;

 private:
  std::map<std::string_view, std::vector<GroupedRatio>> pools_;
};

}  // namespace nscope::sim
