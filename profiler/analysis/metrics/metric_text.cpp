#include "profiler/analysis/metrics/metric_text.h"

#include "profiler/base/format.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::analysis {

std::string metric_text(const Metric& metric) {
  if (metric.unit.empty() && metric.name.ends_with("_percent")) {
    // Two decimals, but never zero for what is not.
    return metric.value != 0.0 && std::abs(metric.value) < 5e-5
               ? fmt::format("{:.2g} %", metric.value * 100.0)
               : format_percent(metric.value, 2);
  }
  if (metric.unit.empty() && metric.value == std::floor(metric.value) &&
      std::abs(metric.value) < 1e18) {
    return format_count(std::llround(metric.value));
  }
  if (metric.unit == "cycles") return format_count(std::llround(metric.value)) + " cycles";
  return format_value(metric.value, metric.unit);
}

}  // namespace nscope::analysis
