#pragma once

#include "profiler/base/normal_distribution.h"
#include "profiler/base/result.h"

#include <vector>

namespace nscope::cost {

// Distributions of uncertain inputs, each determined by two quantiles. All are functions of a
// standard normal number z, so that correlated inputs are drawn from correlated normals (a
// Gaussian copula). Pure; any thread; the results do not depend on the standard library.

/// z of the 90th percentile; -z is that of the 10th.
inline constexpr double kZ90 = 1.2815515655446004;
/// z of the 95th percentile; -z is that of the 5th.
inline constexpr double kZ95 = 1.6448536269514722;

/// exp(mu + sigma z).
struct Lognormal {
  double mu = 0.0;
  double sigma = 0.0;
  double at(double z) const;
};
/// The lognormal with these 10 % and 90 % quantiles. 0 < p10 <= p90 (asserted).
Lognormal lognormal_from(double p10, double p90);

/// I_x(a, b), the share of the beta distribution below x. a, b > 0; 0 <= x <= 1.
/// Continued fraction of DLMF 8.17.22; 13 digits.
double beta_cdf(double a, double b, double x);

/// A beta distribution, tabulated by z at steps of 1/64 from -6 to 6.
class Beta {
 public:
  /// The distribution with these 10 % and 90 % quantiles, 0 < p10 < p90 < 1. Errors:
  /// kInvalidArgument for other quantiles, or if no distribution with a + b up to 10^7 has them.
  static Result<Beta> from_quantiles(double p10, double p90);

  double a() const { return a_; }
  double b() const { return b_; }
  /// The quantile of normal_cdf(z) with an error of at most 1e-5; z is limited to the table.
  double at(double z) const;

 private:
  Beta(double a, double b);

  double a_;
  double b_;
  std::vector<double> table_;
};

/// The lower triangle L with L L^T = `matrix` (row by row, symmetric). Errors:
/// kInvalidArgument if the matrix is not positive definite, because the correlations contradict
/// each other.
Result<std::vector<std::vector<double>>> cholesky(std::vector<std::vector<double>> matrix);

}  // namespace nscope::cost
