#include "profiler/base/order_statistics.h"

namespace nscope {

double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), place, values.end());
  const double rest = at - static_cast<double>(below);
  if (rest == 0) return *place;
  return *place * (1.0 - rest) + *std::min_element(place + 1, values.end()) * rest;
}

double sorted_quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double rest = at - static_cast<double>(below);
  return sorted[below] * (1.0 - rest) + sorted[above] * rest;
}

}  // namespace nscope
