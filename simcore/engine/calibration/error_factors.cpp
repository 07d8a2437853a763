#include "simcore/engine/calibration/error_factors.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr double kWidestFactor = 10;

bool is_too_wide(const ValueRange& range) {
  return range.high > kWidestFactor || range.low < 1 / kWidestFactor;
}

}  // namespace

ErrorFactors error_factors(const Calibration& calibration, std::span<const MeasuredAs> measured,
                           std::string_view generation, bool inside) {
  return widened_factors(calibration, measured, generation,
                         inside ? 1.0 : calibration.parameters.outside_factor);
}

ErrorFactors widened_factors(const Calibration& calibration, std::span<const MeasuredAs> measured,
                             std::string_view generation, double exponent) {
  std::optional<ValueRange> widest;
  for (const MeasuredAs& one : measured) {
    const ResidualStatistics* const found =
        calibration.find(one.class_name, one.metric, generation);
    if (found == nullptr) continue;
    const ValueRange range = one.inverted ? ValueRange{1 / found->high_ratio, 1 / found->low_ratio}
                                          : ValueRange{found->low_ratio, found->high_ratio};
    widest = widest
                 ? ValueRange{std::min(widest->low, range.low), std::max(widest->high, range.high)}
                 : range;
  }
  if (!widest) return {};
  if (is_too_wide(*widest)) {
    return {.missing = tr("no error band: measurements of such models differ from their "
                          "predictions by more than a factor of ten")};
  }
  if (exponent == 1) return {.range = widest};
  const ValueRange widened{std::pow(widest->low, exponent), std::pow(widest->high, exponent)};
  if (!is_too_wide(widened)) return {.range = widened};
  return {.missing = tr("no error band: outside of the measured domain, errors can exceed a factor "
                        "of ten")};
}

void set_band(Metric& metric, const ErrorFactors& factors) {
  if (factors.range) {
    metric.low = metric.value * factors.range->low;
    metric.high = metric.value * factors.range->high;
  } else if (!factors.missing.empty()) {
    metric.note =
        metric.note.empty() ? factors.missing : tr("{}; {}", metric.note, factors.missing);
  }
}

}  // namespace nscope::sim
