#include "app/capacity/training/training_cost.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/spot/spot_job.h"
#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nscope::capacity {
namespace {

constexpr double kLowQuantile = 0.1;
constexpr double kHighQuantile = 0.9;

double hours_of(sim::JobTime time) {
  return sim::seconds_of(time) / kSecondsPerHour;
}

cost::SpotJob spot_job(const TrainingCandidate& candidate, const SpotTerms& terms, double ratio) {
  const TrainedStep& step = *candidate.step;
  const sim::JobPlan& plan = step.job.plan;
  cost::SpotJob job;
  job.work_hours = static_cast<double>(plan.steps) * hours_of(plan.step) * ratio;
  job.nodes = candidate.layout.nodes;
  // With a price of one, costs are paid node-hours.
  job.spot_per_hour = Usd::from_dollars(1);
  job.on_demand_per_hour = Usd::from_dollars(1);
  const double failures =
      step.job.mtbf ? kSecondsPerHour / (*step.job.mtbf * candidate.layout.nodes) : 0;
  job.hazard = terms.hazard + failures;
  job.shared = job.hazard > 0 ? terms.shared * terms.hazard / job.hazard : 0;
  // Asynchronous writes are treated as synchronous ones: they would pause less, but lose more work.
  job.write_hours = step.job.write_seconds / kSecondsPerHour;
  job.restart_hours = hours_of(plan.detect) + hours_of(plan.load);
  job.wait_hours = terms.wait_hours;
  job.wait_all_hours = terms.wait_all_hours;
  job.uses_notice = terms.uses_notice;
  return job;
}

using Bill = tl::expected<JobBill, TrainingRefusal>;

tl::unexpected<TrainingRefusal> refused(TrainingRule rule, Text reason) {
  return tl::unexpected(TrainingRefusal{rule, std::move(reason)});
}

/// Usd::round(); empty if the amount exceeds the range of Usd.
std::optional<Usd> money(Usd per_hour, double node_hours) {
  constexpr double kMost = 9.2e9;
  const double dollars = per_hour.dollars() * node_hours;
  if (!(dollars < kMost)) return std::nullopt;
  return Usd::round(dollars);
}

tl::unexpected<TrainingRefusal> too_expensive() {
  return refused(TrainingRule::kOverBudget, tr("the job costs more than USD 9.2 billion"));
}

/// A bill that does not depend on the duration of the job.
Bill fixed_bill(Usd per_hour, double node_hours, Text paid) {
  const auto amount = money(per_hour, node_hours);
  if (!amount) return too_expensive();
  return JobBill{*amount, *amount, *amount, *amount, node_hours, std::move(paid)};
}

// The limits of one Capacity Block ("Capacity Blocks for ML" in the EC2 User Guide): at most 64
// instances, in whole days up to 14 days and in whole weeks up to 182 days.
constexpr int kMostInBlock = 64;
constexpr double kMostSingleDays = 14;
constexpr double kWeek = 7;
constexpr double kLongestBlock = 182;

/// The days of a Capacity Block for a job of `hours`.
double block_days(double hours) {
  const double days = std::max(1.0, std::ceil(hours / cost::kHoursPerDay * (1 - 1e-12)));
  return days > kMostSingleDays ? std::ceil(days / kWeek) * kWeek : days;
}

/// The number of terms of `years` in which a job of `hours` ends.
double terms_of(double hours, int years) {
  return std::max(1.0, std::ceil(hours / (cost::kHoursPerYear * years)));
}

Bill block_bill(double hours, Usd per_hour, int paid_nodes) {
  const double days = block_days(hours);
  if (paid_nodes > kMostInBlock) {
    return refused(TrainingRule::kNotOffered,
                   tr("a Capacity Block has at most {} instances", kMostInBlock));
  }
  if (days > kLongestBlock) {
    return refused(TrainingRule::kNotOffered,
                   tr("a Capacity Block has at most {} days; the job needs {} days",
                      as::fixed(kLongestBlock, 0), as::fixed(days, 0)));
  }
  return fixed_bill(per_hour, days * cost::kHoursPerDay * paid_nodes,
                    tr_plural(static_cast<std::int64_t>(days), "{} whole day for all nodes",
                              "{} whole days for all nodes", as::fixed(days, 0)));
}

Bill committed_bill(double hours, const Offer& offer, int paid_nodes) {
  const int length = std::max(1, offer.purchase.years);
  const double terms = terms_of(hours, length);
  return fixed_bill(
      offer.priced()->per_hour, terms * length * cost::kHoursPerYear * paid_nodes,
      terms > 1 ? tr_plural(length, "{} terms of {} year for all nodes",
                            "{} terms of {} years for all nodes", as::fixed(terms, 0), length)
                : tr_plural(length, "the term of {} year for all nodes",
                            "the term of {} years for all nodes", length));
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Bill hourly_bill(const JobTimes& times, Usd per_hour, double chance) {
  const double average = mean(times.node_hours);
  const auto expected = money(per_hour, average);
  const auto low = money(per_hour, sorted_quantile(times.node_hours, kLowQuantile));
  const auto high = money(per_hour, sorted_quantile(times.node_hours, kHighQuantile));
  // Not empty: `hours` has the same number of trials, and the caller has checked its quantile.
  const auto likely =
      money(per_hour, *sim::quantile_of_all(times.node_hours, times.trials, chance));
  if (!expected || !low || !high || !likely) return too_expensive();
  return JobBill{*expected, *low, *high, *likely, average, tr("all nodes while the job runs")};
}

}  // namespace

sim::Chance JobTimes::in_time(double limit) const {
  const auto late = std::upper_bound(hours.begin(), hours.end(), limit);
  return sim::chance_of(late - hours.begin(), trials);
}

std::optional<double> JobTimes::quantile(double share) const {
  return sim::quantile_of_all(hours, trials, share);
}

double JobTimes::mean_hours() const {
  return mean(hours);
}

Result<JobTimes> kept_times(const TrainingCandidate& candidate, std::int64_t trials,
                            std::uint64_t seed, const TaskControl& control) {
  const TrainedStep& step = *candidate.step;
  TaskControl inner(&control);
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
                                           std::uint64_t seed, const TaskControl& control) {
  const auto expected = cost::expected_spot_job(spot_job(candidate, terms, 1));
  if (!expected && expected.error().code == ErrorCode::kInfeasible) {
    return std::optional<JobTimes>();
  }
  if (!expected) return fail(expected.error());
  JobTimes times{.trials = trials,
                 .failures = expected->single_reclaims + expected->shared_reclaims};
  double work = 0;  // of the trials that finish
  double walls = 0;
  for (std::int64_t trial = 0; trial < trials; ++trial) {
    if (control.cancelled()) return cancelled();
    RandomStream stream = sim::trial_stream(seed, trial);  // as in sim::run_trials()
    const double ratio = sim::step_ratio(candidate.step->band, stream.normal());
    cost::SpotJob job = spot_job(candidate, terms, ratio);
    job.interval_hours = expected->interval_hours * ratio;  // the same number of steps
    TaskControl inner(&control);
    const auto run = cost::spot_outcomes(job, 1, stream.next(), inner);
    if (!run && run.error().code == ErrorCode::kInfeasible) continue;
    if (!run) return fail(run.error());
    times.hours.push_back(run->wall_hours.front());
    times.node_hours.push_back(run->node_hours.front());
    work += job.work_hours;
    walls += run->wall_hours.front();
  }
  // Interruptions only delay a job, so that no quantile is shorter than on nodes that stay.
  const auto kept = kept_times(candidate, trials, seed, control);
  if (!kept) return fail(kept.error());
  std::sort(times.hours.begin(), times.hours.end());
  times.hours.resize(std::min(times.hours.size(), kept->hours.size()));
  for (std::size_t i = 0; i < times.hours.size(); ++i) {
    times.hours[i] = std::max(times.hours[i], kept->hours[i]);
  }
  if (times.hours.empty()) return std::optional<JobTimes>();
  std::sort(times.node_hours.begin(), times.node_hours.end());
  times.useful = work / walls;
  return std::optional(std::move(times));
}

std::vector<double> paid_node_hours(const JobTimes& times, const Offer& offer, int paid_nodes) {
  const cost::PurchaseOption option = offer.purchase.option;
  const int years = std::max(1, offer.purchase.years);
  std::vector<double> paid;
  for (const double hours : times.hours) {
    if (option == cost::PurchaseOption::kCapacityBlock) {
      const double days = block_days(hours);
      if (days > kLongestBlock) break;
      paid.push_back(days * cost::kHoursPerDay * paid_nodes);
    } else if (cost::is_commitment(option)) {
      paid.push_back(terms_of(hours, years) * years * cost::kHoursPerYear * paid_nodes);
    } else {
      return times.node_hours;
    }
  }
  return paid;
}

tl::expected<JobBill, TrainingRefusal> bill_of(const JobTimes& times, const Offer& offer,
                                               int paid_nodes, double chance) {
  const auto hours = times.quantile(chance);
  if (!hours) {
    return refused(
        TrainingRule::kTooLate,
        tr("only {} of {} simulated jobs finish; the others exhaust their retries or are "
           "interrupted too often to reach a checkpoint",
           as::count(std::ssize(times.hours)), as::count(times.trials)));
  }
  const Usd price = offer.priced()->per_hour;
  const cost::PurchaseOption option = offer.purchase.option;
  if (option == cost::PurchaseOption::kCapacityBlock) return block_bill(*hours, price, paid_nodes);
  if (cost::is_commitment(option)) return committed_bill(*hours, offer, paid_nodes);
  return hourly_bill(times, price, chance);
}

}  // namespace nscope::capacity
