#include "costmodel/money/cost_arithmetic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace nscope::cost {
Usd usd_per_million_tokens(Usd per_hour, double tokens_per_second, double utilisation) {
  assert(tokens_per_second > 0.0 && utilisation > 0.0);
  return per_hour * (kMillion / (tokens_per_second * kSecondsPerHour * utilisation));
}

double tokens_per_usd(Usd per_hour, double tokens_per_second, double utilisation) {
  assert(per_hour.nano() >= 0 && tokens_per_second > 0.0);
  return tokens_per_second * kSecondsPerHour * utilisation / per_hour.dollars();
}

double tokens_in(double tokens_per_second, double hours) {
  return tokens_per_second * kSecondsPerHour * hours;
}

double hours_for(double tokens, double tokens_per_second) {
  assert(tokens_per_second > 0.0);
  return tokens / (tokens_per_second * kSecondsPerHour);
}

double rate_for(double tokens, double hours) {
  assert(hours > 0.0);
  return tokens / (hours * kSecondsPerHour);
}

Usd cost_of_hours(Usd per_hour, double instances, double hours) {
  return per_hour * (instances * hours);
}

Usd cost_of_tokens(Usd per_hour, double tokens_per_second, double tokens) {
  return per_hour * hours_for(tokens, tokens_per_second);
}

Usd monthly_cost(Usd per_hour, double instances, double hours) {
  return cost_of_hours(per_hour, instances, hours);
}

double saving(Usd base, Usd alternative) {
  return 1.0 - alternative / base;
}

double break_even_speed_ratio(Usd alternative_per_hour, Usd base_per_hour) {
  return alternative_per_hour / base_per_hour;
}

EqualWork equal_work(const FleetRun& base, const FleetRun& other) {
  EqualWork result;
  result.base_tokens = tokens_in(base.tokens_per_second, base.hours);
  result.other_tokens = tokens_in(other.tokens_per_second, other.hours);
  result.shortfall = 1.0 - result.other_tokens / result.base_tokens;
  result.hours_needed = hours_for(result.base_tokens, other.tokens_per_second);
  result.base_cost = cost_of_hours(base.per_hour, 1, base.hours);
  result.claimed_cost = cost_of_hours(other.per_hour, 1, other.hours);
  result.equal_cost = cost_of_hours(other.per_hour, 1, result.hours_needed);
  result.saving_claimed = saving(result.base_cost, result.claimed_cost);
  result.saving_equal = saving(result.base_cost, result.equal_cost);
  result.rate_needed = rate_for(result.base_tokens, other.hours);
  return result;
}

std::optional<double> runs_to_break_even(Usd one_off, Usd saving_per_run) {
  if (saving_per_run.nano() <= 0) return std::nullopt;
  return one_off / saving_per_run;
}

int instances_for_load(double tokens_per_second, double per_instance) {
  assert(tokens_per_second >= 0.0 && per_instance > 0.0);
  constexpr double kTolerance = 1e-9;
  const double needed = std::ceil(tokens_per_second / per_instance * (1.0 - kTolerance));
  constexpr double kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(needed, 0.0, kMost));
}

Dedicated dedicated(Usd per_hour, double tokens_per_second, double tokens_per_month, int least,
                    double hours) {
  Dedicated result;
  result.instances =
      std::max(least, instances_for_load(rate_for(tokens_per_month, hours), tokens_per_second));
  result.utilisation = tokens_per_month / tokens_in(tokens_per_second * result.instances, hours);
  result.per_month = cost_of_hours(per_hour, result.instances, hours);
  result.per_million = result.per_month * (kMillion / tokens_per_month);
  return result;
}

Usd effective_hourly(Usd hourly, Usd upfront, double years) {
  assert(years > 0.0);
  return hourly + upfront * (1.0 / (kHoursPerYear * years));
}

}  // namespace nscope::cost
