#pragma once

#include "simcore/engine/calibration/parameter_info.h"
#include "simcore/engine/fit/least_squares.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {

/// Rounds to five significant digits, which is more precise than a fit and still readable.
inline double rounded_parameter(double value) {
  return std::stod(fmt::format("{:.5g}", value));
}

/// Fits the fitted parameters of a set, starting from their initial values, by least squares of
/// `residuals(set)` and a weak prior, `prior` ln(value / initial), that keeps parameters
/// that the residuals do not determine in a physical range. A share is at most 1. Deterministic; the result is rounded to
/// five digits. Errors: kCancelled.
template <class Set, class SetResiduals>
Result<Set> fit_parameters(std::span<const ParameterInfoOf<Set>> table,
                           const SetResiduals& residuals, double prior,
                           const TaskControl& control) {
  const auto at = [&](std::span<const double> logarithms) {
    Set values = initial_values(table);
    std::size_t i = 0;
    for (const ParameterInfoOf<Set>& info : table) {
      if (info.kind != ParameterKind::kFitted) continue;
      const double value = info.initial * std::exp(logarithms[i++]);
      values.*info.member = info.unit == "share" ? std::min(value, 1.0) : value;
    }
    return values;
  };
  std::size_t unknowns = 0;
  for (const ParameterInfoOf<Set>& info : table) unknowns += info.kind == ParameterKind::kFitted;
  const Residuals all = [&](std::span<const double> logarithms) {
    std::vector<double> out = residuals(at(logarithms));
    for (const double value : logarithms) out.push_back(prior * value);
    return out;
  };
  const auto best = least_squares(all, std::vector<double>(unknowns, 0.0), control);
  if (!best) return fail(best.error());
  Set values = at(*best);
  for (const ParameterInfoOf<Set>& info : table) {
    values.*info.member = rounded_parameter(values.*info.member);
  }
  return values;
}

}  // namespace nscope::sim
