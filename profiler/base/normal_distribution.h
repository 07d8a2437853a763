#pragma once

#include <cmath>
#include <numbers>

namespace nscope {

/// Share of the standard normal distribution below z; normal_cdf(-z) is the share above.
inline double normal_cdf(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

}  // namespace nscope
