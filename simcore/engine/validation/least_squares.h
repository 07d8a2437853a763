#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <functional>
#include <span>
#include <vector>

namespace nscope::sim {

/// Residuals of a point; always of the same length.
using Residuals = std::function<std::vector<double>(std::span<const double>)>;

/// Minimises the sum of squared residuals from `start` by Levenberg-Marquardt
/// with forward differences. For a handful of unknowns of order one (logarithms
/// of parameters). Deterministic. Stops when a step improves the sum by less
/// than 1e-10 of itself. Errors: kCancelled.
Result<std::vector<double>> least_squares(const Residuals& residuals, std::vector<double> start,
                                          const TaskControl& control);

}  // namespace nscope::sim
