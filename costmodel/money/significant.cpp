#include "costmodel/money/significant.h"

#include <cmath>

namespace nscope::cost {

double rounded_to_digits(double value, int digits) {
  if (!std::isfinite(value) || value == 0) return value;
  // Powers of ten up to 10^22 are exact, so that 8282.171 gives 8282 and not 8281.999.
  const int places = digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
  const double unit = std::pow(10.0, std::abs(places));
  if (!std::isfinite(unit)) return value;
  return places >= 0 ? std::round(value * unit) / unit : std::round(value / unit) * unit;
}

}  // namespace nscope::cost
