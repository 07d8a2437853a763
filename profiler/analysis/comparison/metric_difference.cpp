#include "profiler/analysis/comparison/metric_difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace nscope::analysis {
namespace {

struct Values {
  std::vector<double> values;

  std::optional<double> mean() const {
    if (values.empty()) return std::nullopt;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  }
};

/// The values of both sides by name and unit.
using MetricValues = std::map<std::pair<std::string, std::string>, std::pair<Values, Values>>;

void add(const Metric& metric, Values& to) {
  to.values.push_back(metric.value);
}

/// Whether the sides differ by more than the rounding of sums.
bool differs(const MetricDifference& metric) {
  if (!metric.base || !metric.now) return true;
  const double scale = std::max(std::abs(*metric.base), std::abs(*metric.now));
  return std::abs(*metric.now - *metric.base) > 1e-12 * scale;
}

}  // namespace

std::optional<double> MetricDifference::change() const {
  if (!base || !now) return std::nullopt;
  return *now - *base;
}

std::optional<double> MetricDifference::relative() const {
  if (!base || !now || *base == 0.0) return std::nullopt;
  return (*now - *base) / std::abs(*base);
}

std::vector<MetricDifference> metric_differences(std::span<const Summary> base,
                                                 std::span<const Summary> now) {
  MetricValues values;
  for (const Summary& summary : base) {
    for (const Metric& metric : summary.metrics)
      add(metric, values[{metric.name, metric.unit}].first);
  }
  for (const Summary& summary : now) {
    for (const Metric& metric : summary.metrics) {
      add(metric, values[{metric.name, metric.unit}].second);
    }
  }
  std::vector<MetricDifference> differences;
  for (const auto& [name, sides] : values) {
    const auto& [before, after] = sides;
    MetricDifference metric{.name = name.first,
                            .unit = name.second,
                            .base = before.mean(),
                            .now = after.mean(),
                            .interval = mean_difference_interval(before.values, after.values)};
    if (differs(metric)) differences.push_back(std::move(metric));
  }
  const auto rank = [](const MetricDifference& metric) {
    const int group = metric.relative() ? 0 : metric.change() ? 1 : 2;
    return std::tuple(group, -std::abs(metric.relative().value_or(0.0)));
  };
  std::stable_sort(differences.begin(), differences.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return differences;
}

}  // namespace nscope::analysis
