#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <functional>
#include <span>
#include <vector>

namespace nscope::sim {

/// The residuals at a point; always the same number of them.
using Residuals = std::function<std::vector<double>(std::span<const double>)>;

/// The residual whose square grows linearly beyond `bound` (Huber's loss), so that a row with a
/// wrong assumption does not move the parameters of all others.
double bounded_residual(double residual, double bound);

/// Minimises the sum of squared residuals from `start` by Levenberg-Marquardt with forward
/// differences. For a few unknowns of the order of one (logarithms of parameters). Deterministic.
/// Stops if a step improves the sum by less than a share of 1e-10. Errors: kCancelled.
Result<std::vector<double>> least_squares(const Residuals& residuals, std::vector<double> start,
                                          const TaskControl& control);

}  // namespace nscope::sim
