#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace nscope {

/// The middle value, of an even number the upper of the two: a value that is there, so that
/// whole ticks stay whole. `T()` where there is none. Reorders `values`; O(n).
template <typename T>
T upper_median(std::vector<T>& values) {
  if (values.empty()) return T();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A value that is there: the last of which at most `share` (0 to 1) of the others are below.
/// `T()` where there is none. Reorders `values`; O(n).
template <typename T>
T lower_quantile(std::vector<T>& values, double share) {
  if (values.empty()) return T();
  const auto below = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  const auto at = values.begin() + below;
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The value below which `share` (0 to 1) of all lie, linear between the two nearest (the
/// quantile of type 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996, as
/// numpy and R have it). 0 where there is none. Reorders `values`; O(n).
double quantile(std::vector<double>& values, double share);
/// The same of values in ascending order; O(1).
double sorted_quantile(const std::vector<double>& sorted, double share);

}  // namespace nscope
