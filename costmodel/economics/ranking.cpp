#include "costmodel/economics/ranking.h"

#include <cmath>
#include <numbers>

namespace nscope::cost {
namespace {

constexpr double kQuantile95 = 1.6448536269514722;  // of the standard normal distribution

/// Logarithms of the middle of a band and of its standard deviation.
struct LogError {
  double middle = 0;
  double deviation = 0;
};

std::optional<LogError> log_error(const RankedCost& cost) {
  if (!cost.low || !cost.high || !(*cost.low > 0) || !(*cost.high >= *cost.low)) {
    return std::nullopt;
  }
  const double low = std::log(*cost.low);
  const double high = std::log(*cost.high);
  return LogError{(low + high) / 2, (high - low) / (2 * kQuantile95)};
}

}  // namespace

std::optional<double> probability_cheaper(const RankedCost& a, const RankedCost& b) {
  const auto first = log_error(a);
  const auto second = log_error(b);
  if (!first || !second) return std::nullopt;
  const double distance = first->middle - second->middle;
  const bool common = !a.device.empty() && a.device == b.device;
  const double deviation = common ? std::abs(first->deviation - second->deviation)
                                  : std::hypot(first->deviation, second->deviation);
  constexpr double kNone = 1e-12;
  if (deviation < kNone) return std::abs(distance) < kNone ? 0.5 : (distance > 0 ? 1.0 : 0.0);
  return std::erfc(-distance / deviation / std::numbers::sqrt2) / 2;
}

}  // namespace nscope::cost
