#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nscope::gate {

// Statistics of two small samples: a baseline of m values and a changed sample of n values, in the
// unit of the metric. All functions are pure. Samples contain finite numbers and, unless stated
// otherwise, at least one (asserted).

/// The middle value, or the mean of the two middle values of an even count.
double median(std::span<const double> values);

/// Robust standard deviation: 1.4826 times the median distance from the median, which estimates
/// the deviation of a normal distribution (Hampel 1974; Rousseeuw and Croux 1993). Up to half of
/// the values may be outliers. 0 if more than half of the values are equal.
double scaled_mad(std::span<const double> values);

/// Median of all n x m differences "changed - baseline" (Hodges and Lehmann 1963): the shift that
/// belongs to the Mann-Whitney test. Nearly as precise as the difference of means for normal data,
/// and hardly affected by one outlier in ten values.
double hodges_lehmann_shift(std::span<const double> baseline, std::span<const double> changed);

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// Two-sided confidence interval of the Hodges-Lehmann shift, from the normal approximation of its
/// order statistics (Hollander and Wolfe 1999, section 4.3). Empty if the samples are too small for
/// the confidence.
std::optional<Interval> hodges_lehmann_interval(std::span<const double> baseline,
                                                std::span<const double> changed, double confidence);

struct MannWhitney {
  double u = 0.0;          ///< pairs in which the changed value is greater; a tie counts as half
  double p_greater = 1.0;  ///< probability of this U or a greater one if nothing changed
  bool exact = false;
};

/// Samples with at most this many values in total are tested exactly.
inline constexpr std::size_t kExactMannWhitney = 100;

/// One-sided test whether `changed` tends to be greater (Mann and Whitney 1947). Exact, also with
/// ties, by the shift algorithm over mid-ranks (Streitberg and Roehmel 1986); above
/// kExactMannWhitney values by the normal distribution with tie and continuity correction (Lehmann
/// 1975).
MannWhitney mann_whitney_greater(std::span<const double> baseline, std::span<const double> changed);

/// The smallest p-value of m and n values without ties: 1 / binomial(m + n, n).
double smallest_mann_whitney_p(std::size_t baseline, std::size_t changed);

/// Mean without the lowest and highest fifth of the values, each rounded down.
double trimmed_mean(std::span<const double> values);

struct BootstrapChange {
  double shift = 0.0;  ///< of trimmed means: changed - baseline
  Interval interval{};
  double p_greater = 1.0;  ///< (1 + resamples without a positive shift) / (1 + resamples)
};

/// Percentile bootstrap of the difference of trimmed means (Efron and Tibshirani 1993, chapter
/// 13): both samples are drawn with replacement `resamples` times. Each sample should have at least
/// ten values, because the intervals of smaller samples are too narrow. `confidence` is that of the
/// two-sided interval. The same seed gives the same result. Runs on one thread.
BootstrapChange bootstrap_change(std::span<const double> baseline, std::span<const double> changed,
                                 double confidence, std::size_t resamples, std::uint64_t seed);

/// P-values corrected for the number of tests (Holm 1979), in the given order, at most 1. The
/// probability that any test of a gate fails by chance is then at most the level of a single test.
/// Also valid for metrics that depend on each other.
std::vector<double> holm_adjusted(std::span<const double> p_values);

/// The quantile of the standard normal distribution; 0 < p < 1 (asserted).
double normal_quantile(double p);

/// Smallest shift that a one-sided Mann-Whitney test at `confidence` finds with a probability of
/// 95 % if the noise is normal with the given standard deviation: (z_confidence + z_0.95) x noise x
/// sqrt((1/m + 1/n) / 0.955). 0.955 = 3/pi is the efficiency of the test (Noether 1987).
double detectable_shift(double noise, std::size_t baseline, std::size_t changed, double confidence);

}  // namespace nscope::gate
