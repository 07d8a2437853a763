#pragma once

#include "profiler/base/units.h"

#include <optional>

namespace nscope::cost {

// The arithmetic of prices. Pure functions. Prices are per instance-hour unless
// said otherwise; throughputs are tokens per second. Preconditions (asserted, and
// checked by everything that reads input): prices not negative, throughputs,
// times and utilisations positive and finite. Rates are doubles; amounts of money
// are rounded once, to the nano-dollar, by Usd.

inline constexpr double kHoursPerDay = 24.0;
inline constexpr double kHoursPerYear = 8760.0;
inline constexpr double kMillion = 1e6;  ///< of tokens, which prices are told for

// ---- tokens and money -------------------------------------------------------

/// P / (X 3600 u) 10^6: what a million tokens cost at throughput X when the
/// machines, all paid at P per hour, do useful work a share `utilisation` of the
/// time.
Usd usd_per_million_tokens(Usd per_hour, double tokens_per_second, double utilisation = 1.0);

/// X 3600 u / P. Infinite for a price of zero.
double tokens_per_usd(Usd per_hour, double tokens_per_second, double utilisation = 1.0);

/// Tokens made in `hours`.
double tokens_in(double tokens_per_second, double hours);
/// Hours that `tokens` take.
double hours_for(double tokens, double tokens_per_second);
/// Throughput that makes `tokens` in `hours`.
double rate_for(double tokens, double hours);

/// n P t.
Usd cost_of_hours(Usd per_hour, double instances, double hours);
/// What `tokens` cost when only busy time is paid for ("metered").
Usd cost_of_tokens(Usd per_hour, double tokens_per_second, double tokens);
/// A month of 730 hours, as AWS accounts it, unless `hours` says otherwise.
Usd monthly_cost(Usd per_hour, double instances, double hours = kHoursPerMonth);

// ---- comparisons ------------------------------------------------------------

/// 1 - alternative / base: the share saved; negative where it is dearer.
double saving(Usd base, Usd alternative);

/// The speed of the alternative relative to the base at which both cost the same
/// per token: (P_alternative / P_base). Slower than that it is dearer.
double break_even_speed_ratio(Usd alternative_per_hour, Usd base_per_hour);

/// Two runs of claimed length brought to the same number of tokens.
struct EqualWork {
  double base_tokens = 0.0;
  double other_tokens = 0.0;    ///< of the other run as claimed
  double shortfall = 0.0;       ///< 1 - other / base; negative where it does more
  double hours_needed = 0.0;    ///< of the other for the base's tokens
  Usd base_cost;                ///< of the base run
  Usd claimed_cost;             ///< of the other run as claimed
  Usd equal_cost;               ///< of the other for the base's tokens
  double saving_claimed = 0.0;  ///< as if the runs were comparable
  double saving_equal = 0.0;    ///< on equal work
  double rate_needed = 0.0;     ///< tokens per second to do it in the claimed time
};
/// A run: a fleet at `per_hour` in total makes `tokens_per_second` for `hours`.
struct FleetRun {
  Usd per_hour;
  double tokens_per_second = 0.0;
  double hours = 0.0;
};
EqualWork equal_work(const FleetRun& base, const FleetRun& other);

/// Runs until a one-off cost is earned back; nothing where a run saves nothing.
std::optional<double> runs_to_break_even(Usd one_off, Usd saving_per_run);

// ---- capacity ---------------------------------------------------------------

/// The fewest instances that carry the load. A load that exceeds a whole number
/// of instances by less than 1e-9 of itself does not take another one.
int instances_for_load(double tokens_per_second, double per_instance);

/// A month's tokens served by instances that are paid around the clock.
struct Dedicated {
  int instances = 0;
  double utilisation = 0.0;  ///< share of the paid capacity in use
  Usd per_month;
  Usd per_million;
};
Dedicated dedicated(Usd per_hour, double tokens_per_second, double tokens_per_month,
                    double hours = kHoursPerMonth);

// ---- commitments ------------------------------------------------------------

/// Reserved Instance: hourly fee and upfront fee spread over the term,
/// r = hourly + upfront / (8760 years). The AWS Pricing Calculator does the same.
Usd effective_hourly(Usd hourly, Usd upfront, double years);

}  // namespace nscope::cost
