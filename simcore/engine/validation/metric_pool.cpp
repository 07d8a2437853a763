#include "simcore/engine/validation/metric_pool.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

struct PooledMetric {
  std::string_view metric;
  std::string_view pool;
  bool rate = false;  ///< the pool has its inverse, a time
};

constexpr std::array<PooledMetric, 8> kPooled{{
    {"tpot_p50", "steps"},
    {"itl_mean", "steps"},
    {"e2e_p50", "steps"},
    {"throughput", "steps", true},
    {"throughput_per_request", "steps", true},
    {"ttft_p50", "prefills"},
    {"ttft_mean", "prefills"},
    {"ttft_last", "prefills"},
}};

/// The pool of a metric; null if it has none.
const PooledMetric* pooled_metric(std::string_view class_name, std::string_view metric) {
  constexpr std::array<std::string_view, 3> kClasses{"decoder", "decoder-stack", "serving"};
  if (std::find(kClasses.begin(), kClasses.end(), class_name) == kClasses.end()) return nullptr;
  const auto* const found =
      std::find_if(kPooled.begin(), kPooled.end(),
                   [&](const PooledMetric& one) { return one.metric == metric; });
  return found == kPooled.end() ? nullptr : found;
}

/// The ratio as a time, with the class and metric as the part whose size of errors counts.
GroupedRatio pooled_ratio(const PooledMetric& of, std::string_view class_name,
                          const GroupedRatio& ratio) {
  return {.ratio = of.rate ? 1 / ratio.ratio : ratio.ratio,
          .group = ratio.group,
          .generation = fmt::format("{} {}", class_name, of.metric)};
}

}  // namespace

void MetricPools::add(std::string_view class_name, std::string_view metric,
                      const GroupedRatio& ratio) {
  if (const PooledMetric* const of = pooled_metric(class_name, metric)) {
    pools_[of->pool].push_back(pooled_ratio(*of, class_name, ratio));
  }
}

std::optional<MetricPools::Pooled> MetricPools::band(std::string_view class_name,
                                                     std::string_view metric,
                                                     const std::vector<GroupedRatio>& own) const {
  const PooledMetric* const of = pooled_metric(class_name, metric);
  if (of == nullptr || own.empty()) return std::nullopt;
  const std::vector<GroupedRatio>& pool = pools_.at(of->pool);
  std::vector<GroupedRatio> times;
  times.reserve(own.size());
  for (const GroupedRatio& one : own) times.push_back(pooled_ratio(*of, class_name, one));
  ErrorBand band = error_band(pool, times.front().generation);
  if (of->rate) band = {.low = 1 / band.high, .high = 1 / band.low, .groups = band.groups};
  return Pooled{.band = band, .coverage = band_coverage(times, pool)};
}

}  // namespace nscope::sim
