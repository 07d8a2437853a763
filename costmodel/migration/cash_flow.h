#pragma once

#include <span>
#include <vector>

namespace nscope::cost {

// The arithmetic of a series of payments. `flows[t]` is what comes in (negative:
// goes out) at the end of month t; flows[0] is paid today. Pure functions; any
// thread. Formulas: Brealey, Myers, Allen, "Principles of Corporate Finance",
// chapters 2 and 5; docs/roi.md has the worked example that tests check.

/// r_m = (1 + r)^(1/12) - 1. `annual` must exceed -1 (asserted).
double monthly_rate(double annual);
/// (1 + r_m)^12 - 1.
double annual_rate(double monthly);

/// NPV = sum of flows[t] / (1 + r_m)^t. `monthly` must exceed -1 (asserted).
double present_value(std::span<const double> flows, double monthly);

/// The rates at which the present value is zero. A series whose sign changes once
/// has exactly one; others may have none or several, and none of several is "the"
/// rate.
struct InternalRate {
  enum class State {
    kNone,     ///< the present value never crosses zero within the range
    kOne,      ///< `monthly` has it
    kSeveral,  ///< `monthly` has them, ascending: the figure does not decide anything
  };
  State state = State::kNone;
  std::vector<double> monthly{};
};

/// Monthly rates from -99 % to 100,000 % where the present value changes its sign,
/// found on a grid of 4,000 and refined to the last digits. Rates where it touches
/// zero without crossing are not found.
InternalRate internal_rate(std::span<const double> flows);

/// When the money is back.
struct Payback {
  enum class State {
    kNothingToPay,  ///< the sum is never negative
    kPaid,          ///< after `months`, and it stays paid until the last month
    kNotYet,        ///< not within the series; at the last month's pace after `months`
    kNever,         ///< not within the series, and the last month brings nothing
  };
  State state = State::kNever;
  double months = 0.0;
};

/// The last time that the running sum of flows rises to zero; linear within a month.
Payback payback(std::span<const double> flows);
/// The same of discounted flows. Within a month the flow counts as an even stream,
/// so that for equal flows s it is the closed form
/// -ln(1 - C r_m / s) / ln(1 + r_m).
Payback discounted_payback(std::span<const double> flows, double monthly);

}  // namespace nscope::cost
