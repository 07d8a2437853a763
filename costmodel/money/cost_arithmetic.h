#pragma once

#include "profiler/base/text.h"
#include "profiler/base/units.h"

#include <cstdint>
#include <optional>

namespace nscope::cost {

// The arithmetic of prices. Pure functions. Unless stated otherwise, prices are per
// instance-hour; throughputs are in tokens per second. Preconditions (asserted here and
// checked by all readers of input): prices are not negative; throughputs, times and
// utilisations are positive and finite. Rates are doubles. Amounts of money are rounded
// once, to the nano-dollar, by Usd.

inline constexpr double kHoursPerDay = 24.0;
inline constexpr double kHoursPerYear = 8760.0;
inline constexpr double kMillion = 1e6;  ///< tokens that a price per million refers to

/// Whether an amount is in the range of Usd. The functions below saturate at its ends: an amount
/// that is not in range is unknown, and callers must say so.
inline bool is_usd_range(Usd amount) {
  constexpr std::int64_t kMost = 9'200'000'000'000'000'000;
  return amount.nano() < kMost && amount.nano() > -kMost;
}
/// The reason why such an amount is unknown.
inline constexpr Phrase kOutOfRange = phrase("exceeds USD 9.2 billion");

// ---- tokens and money -------------------------------------------------------

/// P / (X 3600 u) 10^6: the cost of a million tokens at throughput X. P is the
/// cost per hour of all instances, and u (`utilisation`) the share of time with useful work.
Usd usd_per_million_tokens(Usd per_hour, double tokens_per_second, double utilisation = 1.0);

/// X 3600 u / P. Infinite if the price is zero.
double tokens_per_usd(Usd per_hour, double tokens_per_second, double utilisation = 1.0);

/// Tokens that are generated in `hours`.
double tokens_in(double tokens_per_second, double hours);
/// Hours in which `tokens` are generated.
double hours_for(double tokens, double tokens_per_second);
/// Throughput that generates `tokens` in `hours`.
double rate_for(double tokens, double hours);

/// n P t.
Usd cost_of_hours(Usd per_hour, double instances, double hours);
/// Cost of `tokens` if only busy time is paid for ("metered").
Usd cost_of_tokens(Usd per_hour, double tokens_per_second, double tokens);
/// Cost of a month, which has 730 hours in AWS price calculations.
Usd monthly_cost(Usd per_hour, double instances, double hours = kHoursPerMonth);

// ---- comparisons ------------------------------------------------------------

/// 1 - alternative / base: the share saved; negative if the alternative is more expensive.
double saving(Usd base, Usd alternative);

/// The throughput of the alternative relative to the base at which both cost the same
/// per token: P_alternative / P_base. With a lower throughput the alternative is more
/// expensive.
double break_even_speed_ratio(Usd alternative_per_hour, Usd base_per_hour);

/// Two runs as claimed, and the other run extended to the tokens of the base run.
struct EqualWork {
  double base_tokens = 0.0;
  double other_tokens = 0.0;    ///< of the other run as claimed
  double shortfall = 0.0;       ///< 1 - other / base; negative if the other run has more tokens
  double hours_needed = 0.0;    ///< in which the other fleet generates the tokens of the base
  Usd base_cost;                ///< of the base run
  Usd claimed_cost;             ///< of the other run as claimed
  Usd equal_cost;               ///< of the other fleet for the tokens of the base
  double saving_claimed = 0.0;  ///< share saved if the runs are compared as claimed
  double saving_equal = 0.0;    ///< share saved for the same number of tokens
  double rate_needed = 0.0;     ///< tokens per second that reach them in the claimed time
};
/// A run: a fleet that costs `per_hour` in total generates `tokens_per_second` for `hours`.
struct FleetRun {
  Usd per_hour;
  double tokens_per_second = 0.0;
  double hours = 0.0;
};
EqualWork equal_work(const FleetRun& base, const FleetRun& other);

/// Number of runs whose savings equal a one-off cost; empty if a run saves nothing.
std::optional<double> runs_to_break_even(Usd one_off, Usd saving_per_run);

// ---- capacity ---------------------------------------------------------------

/// The smallest number of instances that serve the load. A load that exceeds the capacity
/// of n instances by a relative 1e-9 or less needs n, not n + 1.
int instances_for_load(double tokens_per_second, double per_instance);

/// The tokens of a month served by instances that are paid around the clock. `least` is the number
/// of instances that other demands require, for example the peak of the load.
struct Dedicated {
  int instances = 0;
  double utilisation = 0.0;  ///< share of the paid capacity in use
  Usd per_month;
  Usd per_million;
};
Dedicated dedicated(Usd per_hour, double tokens_per_second, double tokens_per_month, int least = 1,
                    double hours = kHoursPerMonth);

// ---- commitments ------------------------------------------------------------

/// Effective hourly price of a Reserved Instance: the hourly fee plus the upfront fee
/// spread over the term, r = hourly + upfront / (8760 years), as in the AWS Pricing
/// Calculator.
Usd effective_hourly(Usd hourly, Usd upfront, double years);

}  // namespace nscope::cost
