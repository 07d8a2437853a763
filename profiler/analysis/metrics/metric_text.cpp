#include "profiler/analysis/metrics/metric_text.h"

#include <algorithm>
#include <cmath>

namespace nscope::analysis {
namespace {

/// Two decimals, or as many as a small share needs for two significant digits, so that it is
/// not printed as zero.
int percent_decimals(double share) {
  constexpr int kMostDecimals = 12;
  if (share == 0.0 || std::abs(share) >= 5e-5) return 2;
  const double exponent = std::floor(std::log10(std::abs(share) * 100.0));
  return std::min(1 - static_cast<int>(exponent), kMostDecimals);
}

}  // namespace

Text metric_text(const Metric& metric) {
  // Earlier sessions have these without a unit.
  if (metric.name.ends_with("_percent") && (metric.unit == "share" || metric.unit.empty())) {
    return tr("{}", as::percent(metric.value, percent_decimals(metric.value)));
  }
  if (metric.unit.empty() && metric.value == std::floor(metric.value) &&
      std::abs(metric.value) < 1e18) {
    return tr("{}", as::count(std::llround(metric.value)));
  }
  if (metric.unit == "cycles") {
    const auto cycles = std::llround(metric.value);
    return tr_plural(cycles, "{} cycle", "{} cycles", as::count(cycles));
  }
  return tr("{}", as::value(metric.value, metric.unit));
}

}  // namespace nscope::analysis
