#pragma once

#include <span>
#include <vector>

namespace nscope::cost {

// Arithmetic of a series of cash flows. `flows[t]` is the income (negative: the expense) at the
// end of month t; flows[0] is paid today. Pure functions; any thread. Formulas: Brealey, Myers,
// Allen, "Principles of Corporate Finance", chapters 2 and 5. docs/roi.md has a worked example
// that tests check.

/// r_m = (1 + r)^(1/12) - 1. `annual` must exceed -1 (asserted).
double monthly_rate(double annual);
/// (1 + r_m)^12 - 1.
double annual_rate(double monthly);

/// NPV = sum of flows[t] / (1 + r_m)^t. `monthly` must exceed -1 (asserted).
double present_value(std::span<const double> flows, double monthly);

/// The internal rate of return: the rates at which the present value is zero. A series whose
/// sign changes once has exactly one rate. Other series can have none or several, in which case
/// the rate cannot be used for a decision.
struct InternalRate {
  enum class State {
    kNone,     ///< the present value is not zero at any rate of the range
    kOne,      ///< `monthly` has one rate
    kSeveral,  ///< `monthly` has several rates, ascending
  };
  State state = State::kNone;
  std::vector<double> monthly{};
};

/// Monthly rates from -99 % to 100,000 % at which the present value changes its sign, found on a
/// grid of 4,000 points and refined to full precision. Rates at which it touches zero without a
/// change of sign are not found.
InternalRate internal_rate(std::span<const double> flows);

/// The payback period.
struct Payback {
  enum class State {
    kNothingToPay,  ///< the cumulative cash flow is never negative
    kPaid,          ///< non-negative from `months` to the last month
    kNotYet,        ///< not within the series; after `months` if the last month repeats
    kNever,         ///< not within the series, and the last month brings no income
  };
  State state = State::kNever;
  double months = 0.0;
};

/// The last time at which the cumulative cash flow rises to zero, interpolated linearly within a
/// month.
Payback payback(std::span<const double> flows);
/// The same for discounted flows. Within a month the flow is an even stream, so that equal flows s
/// give the closed form -ln(1 - C r_m / s) / ln(1 + r_m).
Payback discounted_payback(std::span<const double> flows, double monthly);

}  // namespace nscope::cost
