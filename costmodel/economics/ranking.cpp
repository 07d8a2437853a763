#include "costmodel/economics/ranking.h"

#include <algorithm>
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

double normal_share(double deviations) {
  return std::erfc(-deviations / std::numbers::sqrt2) / 2;
}

/// The error of a cost of which possibly only the fast half is known.
struct PartError {
  double middle = 0;  ///< of the logarithm; with `half`, of the prediction
  double deviation = 0;
  bool half = false;

  /// The greatest or the least possible share of values below `x`.
  double below(double x, bool most) const {
    if (half && x < middle) return most ? 0.5 : 0.0;
    if (deviation <= 0) return x < middle ? 0.0 : 1.0;
    return normal_share((x - middle) / deviation);
  }
};

std::optional<PartError> part_error(const RankedCost& cost) {
  if (const auto whole = log_error(cost)) return PartError{whole->middle, whole->deviation};
  if (!cost.low || *cost.low != 0 || !cost.high || !(cost.tokens_per_usd > 0)) return std::nullopt;
  const double middle = std::log(cost.tokens_per_usd);
  const double width = std::max(0.0, std::log(*cost.high) - middle);
  return PartError{middle, width / kQuantile95, true};
}

/// The least or greatest probability that `a` exceeds `b`: the integral of the share of `b` below
/// each value of `a`, whose unknown half is as low or as high as possible.
double exceeds(const PartError& a, const PartError& b, bool most) {
  constexpr int kSteps = 2000;
  constexpr double kRange = 7;  // deviations
  const double start = a.half ? 0 : -kRange;
  const double step = (kRange - start) / kSteps;
  // The slow half of `a` is at its prediction, or below everything.
  double sum = a.half && most ? b.below(a.middle, true) / 2 : 0;
  for (int i = 0; i < kSteps; ++i) {
    const double z = start + (i + 0.5) * step;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    sum += density * step * b.below(a.middle + a.deviation * z, most);
  }
  return std::min(1.0, sum);
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
  return normal_share(distance / deviation);
}

std::optional<ProbabilityRange> probability_range(const RankedCost& a, const RankedCost& b) {
  const auto first = part_error(a);
  const auto second = part_error(b);
  const bool common = !a.device.empty() && a.device == b.device;
  if (!first || !second || common || (!first->half && !second->half)) return std::nullopt;
  return ProbabilityRange{exceeds(*first, *second, false), exceeds(*first, *second, true)};
}

}  // namespace nscope::cost
