#pragma once

#include "app/capacity/request/offers.h"
#include "app/capacity/training/training_layout.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// The durations of a job in many simulated trials. Plain data.
struct JobTimes {
  std::vector<double> hours{};  ///< of the trials that finished, ascending
  std::int64_t trials = 0;
  double failures = 0;  ///< mean number per trial, including Spot interruptions
  double useful = 0;    ///< share of the time in steps that are not lost later
  /// Node-hours of each trial that finished, ascending, for options that are paid while nodes run.
  std::vector<double> node_hours{};

  /// Share of the trials that finish within `hours`, with a 90 % confidence interval.
  sim::Chance in_time(double hours) const;
  /// Quantile of the hours of all trials; empty if fewer than `share` of them finish.
  std::optional<double> quantile(double share) const;
  /// Mean of the trials that finish. Precondition: at least one finishes.
  double mean_hours() const;
};

/// Simulates the job on nodes that are not interrupted. Failures and the error of the predicted
/// step time are drawn for each trial with `seed`. Errors: kCancelled.
Result<JobTimes> kept_times(const TrainingCandidate& candidate, std::int64_t trials,
                            std::uint64_t seed, const TaskControl& control);

/// Simulates the job on Spot nodes. Interruptions are drawn as in cost::simulate_spot_job(); a node
/// failure counts as an interruption of one node. Trial i has the same error of the step time as
/// trial i of kept_times() with the same seed, so that a comparison of both does not depend on the
/// draws, and no quantile of the hours is shorter than there. Trials that almost never finish count
/// as not finished; empty if the job with the predicted step time almost never finishes. Errors:
/// kCancelled and those of the Spot model.
Result<std::optional<JobTimes>> spot_times(const TrainingCandidate& candidate,
                                           const SpotTerms& terms, std::int64_t trials,
                                           std::uint64_t seed, const TaskControl& control);

/// The cost of a job with one purchase option.
struct JobBill {
  Usd expected{};              ///< mean of the trials that finish
  Usd low{};                   ///< p10 of the trials that finish
  Usd high{};                  ///< p90 of the trials that finish
  Usd at_chance{};             ///< not exceeded with the probability of the request
  double paid_node_hours = 0;  ///< mean
  Text paid{};                 ///< the time that is paid, as a noun phrase
};

/// The cost of all nodes including spares. On-Demand and Spot are paid per hour; Capacity Blocks in
/// whole days up to 14 days and in whole weeks beyond, for the time that the job does not exceed
/// with probability `chance`; commitments until the end of their terms. Rejected if too few trials
/// finish, if the job exceeds the instances or days of a Capacity Block, or if the cost exceeds the
/// range of Usd.
tl::expected<JobBill, TrainingRefusal> bill_of(const JobTimes& times, const Offer& offer,
                                               int paid_nodes, double chance);

/// The node-hours that are paid for each trial that finishes, ascending, if the purchase covers
/// just this trial; without trials that exceed the days of a Capacity Block.
std::vector<double> paid_node_hours(const JobTimes& times, const Offer& offer, int paid_nodes);

}  // namespace nscope::capacity
