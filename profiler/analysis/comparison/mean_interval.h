#pragma once

#include <optional>
#include <span>

namespace nscope::analysis {

/// An interval of a difference, in the unit of the values.
struct MeanInterval {
  double low = 0.0;
  double high = 0.0;

  /// The difference may be nothing but chance.
  bool holds_zero() const { return low <= 0.0 && high >= 0.0; }
};

/// Repeats of each side below which no interval is given.
inline constexpr std::size_t kFewestRepeats = 3;

/// The 95 % interval of mean(now) - mean(base) by Welch's t-test (B. L. Welch,
/// Biometrika 34, 1947): difference +- t * sqrt(s0^2/n0 + s1^2/n1), with degrees of
/// freedom by Satterthwaite, rounded down. It takes repeats as independent and
/// about normal. nullopt with fewer than kFewestRepeats of a side.
std::optional<MeanInterval> mean_difference_interval(std::span<const double> base,
                                                     std::span<const double> now);

}  // namespace nscope::analysis
