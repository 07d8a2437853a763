#include "app/capacity/training_cost.h"

#include "costmodel/economics.h"
#include "costmodel/spot/spot_job.h"
#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr double kLow = 0.1;
constexpr double kHigh = 0.9;
/// Standard normal quantiles of 5 %, 15 %, ... 95 %: the middles of ten equal chances.
constexpr std::array kTenths{-1.644854, -1.036433, -0.674490, -0.385320, -0.125661,
                             0.125661,  0.385320,  0.674490,  1.036433,  1.644854};

double hours_of(sim::JobTime time) {
  return sim::seconds_of(time) / cost::kSecondsPerHour;
}

cost::SpotJob spot_job(const TrainingCandidate& candidate, const SpotTerms& terms, double ratio) {
  const TrainedStep& step = *candidate.step;
  const sim::JobPlan& plan = step.job.plan;
  cost::SpotJob job;
  job.work_hours = static_cast<double>(plan.steps) * hours_of(plan.step) * ratio;
  job.nodes = candidate.layout.nodes;
  // A price of one: paid node-hours are what is asked for.
  job.spot_per_hour = Usd::from_dollars(1);
  job.on_demand_per_hour = Usd::from_dollars(1);
  const double failures =
      step.job.mtbf ? cost::kSecondsPerHour / (*step.job.mtbf * candidate.layout.nodes) : 0;
  job.hazard = terms.hazard + failures;
  job.shared = job.hazard > 0 ? terms.shared * terms.hazard / job.hazard : 0;
  // Written beside the training it would stand still less, and lose more.
  job.write_hours = step.job.write_seconds / cost::kSecondsPerHour;
  job.restart_hours = hours_of(plan.detect) + hours_of(plan.load);
  job.wait_hours = terms.wait_hours;
  job.wait_all_hours = terms.wait_all_hours;
  job.uses_notice = terms.uses_notice;
  return job;
}

/// What a Capacity Block is sold in.
double block_days(double hours) {
  constexpr double kMostSingleDays = 14;
  constexpr double kWeek = 7;
  const double days = std::max(1.0, std::ceil(hours / cost::kHoursPerDay * (1 - 1e-12)));
  return days <= kMostSingleDays ? days : std::ceil(days / kWeek) * kWeek;
}

/// Usd::round, empty beyond what it holds.
std::optional<Usd> money(Usd per_hour, double node_hours) {
  constexpr double kMost = 9.2e9;
  const double dollars = per_hour.dollars() * node_hours;
  if (!(dollars < kMost)) return std::nullopt;
  return Usd::round(dollars);
}

/// The same bill whatever the job takes.
std::optional<JobBill> fixed_bill(Usd per_hour, double node_hours, std::string paid) {
  const auto amount = money(per_hour, node_hours);
  if (!amount) return std::nullopt;
  return JobBill{*amount, *amount, *amount, *amount, node_hours, std::move(paid)};
}

std::optional<JobBill> hourly_bill(const JobTimes& times, Usd per_hour, double chance) {
  const double mean = std::accumulate(times.node_hours.begin(), times.node_hours.end(), 0.0) /
                      static_cast<double>(times.node_hours.size());
  const auto at = [&](double share) {
    return money(per_hour, sorted_quantile(times.node_hours, share));
  };
  const auto expected = money(per_hour, mean);
  const auto low = at(kLow);
  const auto high = at(kHigh);
  const auto likely = at(chance);
  if (!expected || !low || !high || !likely) return std::nullopt;
  return JobBill{*expected, *low, *high, *likely, mean, "every node while the job runs"};
}

}  // namespace

sim::Chance JobTimes::in_time(double limit) const {
  const auto late = std::upper_bound(hours.begin(), hours.end(), limit);
  return sim::chance_of(late - hours.begin(), trials);
}

std::optional<double> JobTimes::quantile(double share) const {
  const auto rank =
      static_cast<std::size_t>(std::max(0.0, std::ceil(share * static_cast<double>(trials)) - 1));
  if (rank >= hours.size()) return std::nullopt;
  return hours[rank];
}

std::optional<double> JobTimes::mean_hours() const {
  if (hours.empty() || static_cast<std::int64_t>(hours.size()) < trials) return std::nullopt;
  return std::accumulate(hours.begin(), hours.end(), 0.0) / static_cast<double>(hours.size());
}

Result<JobTimes> kept_times(const TrainingCandidate& candidate, std::int64_t trials,
                            std::uint64_t seed, TaskControl& control) {
  const TrainedStep& step = *candidate.step;
  TaskControl inner;
  if (control.cancelled()) return cancelled();
  const auto run = sim::run_trials(step.job, step.band, trials, std::nullopt, seed, inner);
  if (!run) return fail(run.error());
  JobTimes times{.trials = run->trials, .failures = run->failures, .useful = run->useful};
  const int paid = candidate.layout.nodes + step.job.plan.spares;
  for (const double days : run->days) {
    times.hours.push_back(days * cost::kHoursPerDay);
    times.node_hours.push_back(days * cost::kHoursPerDay * paid);
  }
  return times;
}

Result<std::optional<JobTimes>> spot_times(const TrainingCandidate& candidate,
                                           const SpotTerms& terms, std::int64_t trials,
                                           std::uint64_t seed, TaskControl& control) {
  const std::int64_t each =
      std::max<std::int64_t>(1, trials / static_cast<std::int64_t>(kTenths.size()));
  JobTimes times;
  double work = 0;
  for (std::size_t i = 0; i < kTenths.size(); ++i) {
    if (control.cancelled()) return cancelled();
    const double ratio = sim::step_ratio(candidate.step->band, kTenths[i]);
    const cost::SpotJob job = spot_job(candidate, terms, ratio);
    const auto expected = cost::expected_spot_job(job);
    if (!expected && expected.error().code == ErrorCode::kInfeasible) {
      return std::optional<JobTimes>();
    }
    if (!expected) return fail(expected.error());
    TaskControl inner;
    const auto run = cost::spot_outcomes(job, each, seed + i, inner);
    if (!run) return fail(run.error());
    times.trials += each;
    times.hours.insert(times.hours.end(), run->wall_hours.begin(), run->wall_hours.end());
    times.node_hours.insert(times.node_hours.end(), run->node_hours.begin(), run->node_hours.end());
    times.failures += (expected->single_reclaims + expected->shared_reclaims) / kTenths.size();
    work += job.work_hours / kTenths.size();
  }
  std::sort(times.hours.begin(), times.hours.end());
  std::sort(times.node_hours.begin(), times.node_hours.end());
  times.useful = work / times.mean_hours().value_or(work);
  return std::optional(std::move(times));
}

std::optional<JobBill> bill_of(const JobTimes& times, const Offer& offer, int paid_nodes,
                               double chance) {
  const auto hours = times.quantile(chance);
  if (!hours || times.node_hours.empty()) return std::nullopt;
  const Usd price = offer.priced()->per_hour;
  const cost::Purchase& purchase = offer.purchase;
  if (purchase.option == cost::PurchaseOption::kCapacityBlock) {
    const double days = block_days(*hours);
    return fixed_bill(price, days * cost::kHoursPerDay * paid_nodes,
                      fmt::format("{:.0f} whole days of every node", days));
  }
  if (cost::is_commitment(purchase.option)) {
    const double years = std::max(1, purchase.years);
    const double terms = std::max(1.0, std::ceil(*hours / (cost::kHoursPerYear * years)));
    return fixed_bill(price, terms * years * cost::kHoursPerYear * paid_nodes,
                      fmt::format("every node to the end of {} of {:.0f} year{}",
                                  terms > 1 ? fmt::format("{:.0f} terms", terms) : "its term",
                                  years, years > 1 ? "s" : ""));
  }
  return hourly_bill(times, price, chance);
}

}  // namespace nscope::capacity
