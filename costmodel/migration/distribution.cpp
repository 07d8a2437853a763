#include "costmodel/migration/distribution.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace nscope::cost {
namespace {

constexpr double kTableEnd = 6.0;
constexpr int kStepsPerUnit = 64;
constexpr int kBisections = 80;

/// ln of the gamma function for x > 0 by Stirling's series after increasing x to at least 12.
/// std::lgamma is not used, because it writes a global variable in glibc.
double log_gamma(double x) {
  double shift = 0.0;
  for (; x < 12.0; x += 1.0) shift -= std::log(x);
  const double inverse = 1.0 / x;
  const double square = inverse * inverse;
  const double series =
      inverse *
      (1.0 / 12 -
       square * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188))));
  return shift + (x - 0.5) * std::log(x) - x + 0.5 * std::log(2 * std::numbers::pi) + series;
}

/// The continued fraction by Lentz's method, which converges quickly for x < (a+1)/(a+b+2).
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr double kPrecision = 1e-15;
  const auto safe = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
  double c = 1.0;
  double d = 1.0 / safe(1.0 - (a + b) * x / (a + 1.0));
  double result = d;
  for (int m = 1; m <= 20'000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1.0 / safe(1.0 + even * d);
    c = safe(1.0 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1.0 / safe(1.0 + odd * d);
    c = safe(1.0 + odd / c);
    const double change = d * c;
    result *= change;
    if (std::abs(change - 1.0) < kPrecision) break;
  }
  return result;
}

double beta_quantile(double a, double b, double p) {
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (beta_cdf(a, b, middle) < p ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

constexpr double kTenth = 0.1;

/// The mean at which 10 % of the distribution with the concentration a + b is below p10.
double mean_for(double concentration, double p10) {
  double low = p10 * 1e-3;
  double high = 1.0 - 1e-9;
  for (int i = 0; i < kBisections; ++i) {
    const double mean = 0.5 * (low + high);
    const double below = beta_cdf(mean * concentration, (1.0 - mean) * concentration, p10);
    (below > kTenth ? low : high) = mean;
  }
  return 0.5 * (low + high);
}

}  // namespace

double Lognormal::at(double z) const {
  return std::exp(mu + sigma * z);
}

Lognormal lognormal_from(double p10, double p90) {
  assert(p10 > 0.0 && p10 <= p90);
  const double low = std::log(p10);
  const double high = std::log(p90);
  return {0.5 * (low + high), (high - low) / (2 * kZ90)};
}

double beta_cdf(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front = std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) +
                                b * std::log1p(-x));
  if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x) / a;
  return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

Beta::Beta(double a, double b) : a_(a), b_(b) {
  const int last = static_cast<int>(kTableEnd) * kStepsPerUnit;
  for (int i = -last; i <= last; ++i) {
    table_.push_back(beta_quantile(a, b, normal_cdf(static_cast<double>(i) / kStepsPerUnit)));
  }
}

Result<Beta> Beta::from_quantiles(double p10, double p90) {
  if (!(p10 > 0.0 && p10 < p90 && p90 < 1.0)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the 10 % quantile must be less than the 90 % quantile, and both must be "
                   "between 0 and 1"));
  }
  // The probability below p90 increases with the concentration.
  const auto below_p90 = [&](double concentration) {
    const double mean = mean_for(concentration, p10);
    return beta_cdf(mean * concentration, (1.0 - mean) * concentration, p90);
  };
  double low = std::log(0.05);
  double high = std::log(1e7);
  if (below_p90(std::exp(low)) > 0.9 || below_p90(std::exp(high)) < 0.9) {
    return fail(ErrorCode::kInvalidArgument,
                tr("no beta distribution has these 10 % and 90 % quantiles"));
  }
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (below_p90(std::exp(middle)) < 0.9 ? low : high) = middle;
  }
  const double concentration = std::exp(0.5 * (low + high));
  const double mean = mean_for(concentration, p10);
  return Beta(mean * concentration, (1.0 - mean) * concentration);
}

double Beta::at(double z) const {
  const double place = (std::clamp(z, -kTableEnd, kTableEnd) + kTableEnd) * kStepsPerUnit;
  const auto below = std::min(static_cast<std::size_t>(place), table_.size() - 2);
  const double share = place - static_cast<double>(below);
  return table_[below] + share * (table_[below + 1] - table_[below]);
}

Result<std::vector<std::vector<double>>> cholesky(std::vector<std::vector<double>> matrix) {
  const std::size_t n = matrix.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= matrix[i][k] * matrix[j][k];
      if (i != j) {
        matrix[i][j] = sum / matrix[j][j];
        continue;
      }
      if (!(sum > 1e-12)) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("the correlations contradict each other (their matrix is not positive "
                       "definite)"));
      }
      matrix[i][i] = std::sqrt(sum);
    }
    std::fill(matrix[i].begin() + static_cast<std::ptrdiff_t>(i) + 1, matrix[i].end(), 0.0);
  }
  return matrix;
}

}  // namespace nscope::cost
