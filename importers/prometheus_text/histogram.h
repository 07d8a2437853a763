#pragma once

#include "importers/prometheus_text/scrapes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::importers {

/// The buckets of a histogram at one time: number of observations up to each bound.
struct Buckets {
  std::map<double, double> cumulative;  ///< by upper bound; the last one is infinity
  std::optional<double> sum{};          ///< of the observations

  double count() const { return cumulative.empty() ? 0.0 : cumulative.rbegin()->second; }
  /// The observations since `before`. nullopt if a bucket decreased or is missing, which is so
  /// after a restart of the server.
  std::optional<Buckets> since(const Buckets& before) const;
};

/// A quantile, estimated by linear interpolation in its bucket as in Prometheus's
/// histogram_quantile(), and the bounds of the bucket, which contain the quantile.
struct QuantileEstimate {
  double value = 0.0;
  double low = 0.0;
  std::optional<double> high{};  ///< absent: the quantile is above the last bound
};
/// `share` is 0.99 for p99. nullopt without observations, or if the only bound is infinity.
std::optional<QuantileEstimate> quantile(const Buckets& buckets, double share);

/// A histogram and its labels without `le`.
struct HistogramSeries {
  MetricLabels labels;
  struct Point {
    std::int64_t time = 0;
    std::size_t scrape = 0;
    Buckets buckets{};
  };
  std::vector<Point> points;  ///< in the order of the scrapes

  /// The observations between the first and the last scrape, or all since the start of the server
  /// if there is one scrape, no observation in between, or a restart.
  struct Capture {
    Buckets buckets;
    bool since_start = false;
  };
  std::optional<Capture> capture() const;
};

/// Histograms by the name of their family, without "_bucket".
using Histograms = std::map<std::string, std::vector<HistogramSeries>, std::less<>>;

/// All histograms. Those whose buckets are not numbers or decrease with the bound are counted and
/// left out.
Histograms histograms_of(const Scrapes& scrapes, TraceWriter& out);

/// The sum of several histograms, of each scrape that all of them have; nullopt if their bounds
/// differ.
std::optional<HistogramSeries> sum_of(const std::vector<HistogramSeries>& list);

}  // namespace nscope::importers
