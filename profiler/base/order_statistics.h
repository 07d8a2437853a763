#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace nscope {

/// The median; the upper of the two middle values if their number is even. The result is one of
/// the values, so that integers stay integers. `T()` if there are none. Reorders `values`; O(n).
template <typename T>
T upper_median(std::vector<T>& values) {
  if (values.empty()) return T();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The lower quantile: the largest of the values with at most `share` (0 to 1) of the other
/// values below it. `T()` if there are none. Reorders `values`; O(n).
template <typename T>
T lower_quantile(std::vector<T>& values, double share) {
  if (values.empty()) return T();
  const auto below = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  const auto at = values.begin() + below;
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The quantile for `share` (0 to 1), interpolated between the two nearest values: type 7 of
/// Hyndman and Fan, "Sample quantiles in statistical packages", 1996, the default of NumPy and R.
/// 0 if there are no values. Reorders `values`; O(n).
double quantile(std::vector<double>& values, double share);
/// The same for values in ascending order; O(1).
double sorted_quantile(const std::vector<double>& sorted, double share);

}  // namespace nscope
