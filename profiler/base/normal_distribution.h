#pragma once

#include <cmath>
#include <numbers>

namespace nscope {

/// The cumulative distribution function of the standard normal distribution; normal_cdf(-z) is
/// the share above z.
inline double normal_cdf(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

}  // namespace nscope
