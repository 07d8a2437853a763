#pragma once

#include "profiler/base/normal_distribution.h"
#include "profiler/base/result.h"

#include <vector>

namespace nscope::cost {

// What is not known exactly, as a distribution that two quantiles fix. All are
// functions of a standard normal number z, so that correlated inputs are drawn
// from correlated normals (a Gaussian copula). Pure; any thread; the same numbers
// with every standard library.

/// z of the tenth and the ninetieth percentile.
inline constexpr double kZ90 = 1.2815515655446004;
/// z of the fifth and the ninety-fifth.
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
  /// The distribution with these 10 % and 90 % quantiles, 0 < p10 < p90 < 1.
  /// Errors: kInvalidArgument for other quantiles and for those so close or so far
  /// apart that no shape up to 10^7 has them.
  static Result<Beta> from_quantiles(double p10, double p90);

  double a() const { return a_; }
  double b() const { return b_; }
  /// The quantile of normal_cdf(z), within 1e-5; beyond the table its ends.
  double at(double z) const;

 private:
  Beta(double a, double b);

  double a_;
  double b_;
  std::vector<double> table_;
};

/// The lower triangle L with L L^T = `matrix` (row by row, symmetric). Errors:
/// kInvalidArgument where the matrix is not positive definite: correlations that
/// cannot hold at once.
Result<std::vector<std::vector<double>>> cholesky(std::vector<std::vector<double>> matrix);

}  // namespace nscope::cost
