#pragma once

#include "costmodel/migration/cash_flow.h"
#include "costmodel/migration/timeline.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <vector>

namespace nscope::cost {

/// One bar of the tornado: the present value with one input at its 10 % and at its
/// 90 % quantile and everything else as planned.
struct TornadoBar {
  RoiInput input = RoiInput::kLoad;
  double low_input = 0.0;  ///< in the input's own unit
  double high_input = 0.0;
  double at_low = 0.0;  ///< NPV in USD
  double at_high = 0.0;
  double swing() const;
};

/// The levers with one input set: a share, or a factor of its planned value.
Levers with_input(const Levers& base, RoiInput input, double value);
/// The planned value of an input in its own unit.
double value_of(const Levers& base, RoiInput input);

/// Widest bar first; equal ones in the order of RoiInput.
std::vector<TornadoBar> tornado(const RoiStudy& study, const Levers& base);

/// Values at P10, P50 and P90.
struct Quantiles {
  double p10 = 0.0;
  double p50 = 0.0;
  double p90 = 0.0;
};

/// What the trials say. NPVs in USD.
struct MonteCarlo {
  int trials = 0;
  std::uint64_t seed = 0;
  double mean = 0.0;
  double deviation = 0.0;
  Quantiles npv;
  double probability = 0.0;      ///< of NPV > 0
  double probability_low = 0.0;  ///< 95 % interval of it (Wilson 1927)
  double probability_high = 0.0;
  double paid_back = 0.0;       ///< share of the trials that pay back within the horizon
  Quantiles payback_months;     ///< of those
  double cuts_per_trial = 0.0;  ///< price cuts drawn, mean
  /// Trials per bin of equal width from `first_edge`; the outermost half percent on
  /// either side is counted in the end bins.
  std::vector<int> histogram;
  double first_edge = 0.0;
  double bin_width = 0.0;
};

/// Draws `study.uncertainty.trials` futures: inputs from their distributions through
/// a Gaussian copula, price cuts as Poisson arrivals. The same seed gives the same
/// trials; an input has a stream of its own, so that another range leaves it alone.
/// Errors: kInvalidArgument for correlations or ranges that cannot be; kCancelled.
Result<MonteCarlo> monte_carlo(const RoiStudy& study, const Levers& base, TaskControl& control);

}  // namespace nscope::cost
