#pragma once

#include "costmodel/migration/cash_flow.h"
#include "costmodel/migration/timeline.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <vector>

namespace nscope::cost {

/// One bar of the tornado chart: the net present value with one input at its 10 % and at its 90 %
/// quantile and all others as planned.
struct TornadoBar {
  RoiInput input = RoiInput::kLoad;
  double low_input = 0.0;  ///< in the unit of the input
  double high_input = 0.0;
  double at_low = 0.0;  ///< NPV in USD
  double at_high = 0.0;
  double swing() const;
};

/// The inputs with one of them changed to a share, or to a factor of its planned value.
Levers with_input(const Levers& base, RoiInput input, double value);
/// The planned value of an input in its unit.
double value_of(const Levers& base, RoiInput input);

/// The bar with the largest difference first; equal ones in the order of RoiInput.
std::vector<TornadoBar> tornado(const RoiStudy& study, const Levers& base);

/// Percentiles of a distribution.
struct Quantiles {
  double p10 = 0.0;
  double p50 = 0.0;
  double p90 = 0.0;
};

/// The results of the trials. NPVs are in USD.
struct MonteCarlo {
  int trials = 0;
  std::uint64_t seed = 0;
  double mean = 0.0;
  double deviation = 0.0;
  Quantiles npv;
  double probability = 0.0;      ///< of NPV > 0
  double probability_low = 0.0;  ///< 95 % confidence interval of `probability` (Wilson 1927)
  double probability_high = 0.0;
  double paid_back = 0.0;       ///< share of the trials that pay back within the horizon
  Quantiles payback_months;     ///< of the trials that pay back
  double cuts_per_trial = 0.0;  ///< mean number of price cuts
  /// Number of trials per bin of equal width from `first_edge`. The outer 0.5 % on each side is
  /// counted in the outer bins.
  std::vector<int> histogram;
  double first_edge = 0.0;
  double bin_width = 0.0;
};

/// Monte Carlo simulation with `study.uncertainty.trials` trials. Inputs are drawn from their
/// distributions through a Gaussian copula, price cuts are a Poisson process. Equal seeds give
/// equal trials. Each input has its own random stream, so that it does not depend on the ranges of
/// other inputs. Errors: kInvalidArgument for invalid correlations or ranges; kCancelled.
Result<MonteCarlo> monte_carlo(const RoiStudy& study, const Levers& base, TaskControl& control);

}  // namespace nscope::cost
