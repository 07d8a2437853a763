#pragma once

#include <optional>
#include <span>

namespace nscope::analysis {

/// A confidence interval of a difference, in the unit of the values.
struct MeanInterval {
  double low = 0.0;
  double high = 0.0;

  /// Whether the interval contains zero: the difference is not significant.
  bool holds_zero() const { return low <= 0.0 && high >= 0.0; }
};

/// Number of repeats of each side that an interval needs.
inline constexpr std::size_t kFewestRepeats = 3;

/// The 95 % confidence interval of mean(now) - mean(base) by Welch's t-test (B. L. Welch,
/// Biometrika 34, 1947): difference +- t * sqrt(s0^2/n0 + s1^2/n1), with degrees of freedom by
/// Satterthwaite, rounded down. It assumes that repeats are independent and approximately normally
/// distributed. nullopt if a side has fewer than kFewestRepeats.
std::optional<MeanInterval> mean_difference_interval(std::span<const double> base,
                                                     std::span<const double> now);

}  // namespace nscope::analysis
