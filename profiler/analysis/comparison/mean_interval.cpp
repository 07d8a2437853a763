#include "profiler/analysis/comparison/mean_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace nscope::analysis {
namespace {

/// Two-sided 95 % quantiles of Student's t-distribution for 1 to 30 degrees of freedom.
constexpr std::array<double, 30> kStudent{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                          2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                          2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                          2.060,  2.056, 2.052, 2.048, 2.045, 2.042};

/// The quantile for `degrees`. Above 30 it is that of the next smaller number in common tables.
double student(double degrees) {
  if (degrees >= 120.0) return 1.980;
  if (degrees >= 60.0) return 2.000;
  if (degrees >= 40.0) return 2.021;
  return kStudent[static_cast<std::size_t>(std::clamp(degrees, 1.0, 30.0)) - 1];
}

struct Sample {
  double mean = 0.0;
  double variance_of_mean = 0.0;
  double degrees = 0.0;
};

Sample sample_of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, squares / (n - 1.0) / n, n - 1.0};
}

}  // namespace

std::optional<MeanInterval> mean_difference_interval(std::span<const double> base,
                                                     std::span<const double> now) {
  if (base.size() < kFewestRepeats || now.size() < kFewestRepeats) return std::nullopt;
  const Sample a = sample_of(base);
  const Sample b = sample_of(now);
  const double variance = a.variance_of_mean + b.variance_of_mean;
  const double change = b.mean - a.mean;
  if (variance <= 0.0) return MeanInterval{change, change};
  const double degrees = variance * variance /
                         (a.variance_of_mean * a.variance_of_mean / a.degrees +
                          b.variance_of_mean * b.variance_of_mean / b.degrees);
  const double half = student(degrees) * std::sqrt(variance);
  return MeanInterval{change - half, change + half};
}

}  // namespace nscope::analysis
