#pragma once

#include "app/capacity/request/offers.h"
#include "app/capacity/training/training_layout.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// What many simulations of a job say of its time. Plain data.
struct JobTimes {
  std::vector<double> hours{};  ///< of the trials that ended, ascending
  std::int64_t trials = 0;
  double failures = 0;  ///< mean of a trial; reclaims count
  double useful = 0;    ///< share of the time in steps that count
  /// Node-hours that are paid where each is paid while it runs: of every trial that ended,
  /// ascending.
  std::vector<double> node_hours{};

  /// Share of the trials that end within `hours`, with a 90 % interval.
  sim::Chance in_time(double hours) const;
  /// Hours that `share` of all trials do not exceed; empty where fewer end.
  std::optional<double> quantile(double share) const;
  /// Of the trials that end; one at least.
  double mean_hours() const;
};

/// The job on nodes that stay until it ends. Failures and the error of the step's prediction are
/// drawn for each trial, by `seed`. Errors: kCancelled.
Result<JobTimes> kept_times(const TrainingCandidate& candidate, std::int64_t trials,
                            std::uint64_t seed, const TaskControl& control);

/// The job on spot nodes: reclaims as cost::simulate_spot_job() draws them, failures of nodes as
/// reclaims of one; a tenth of the trials at each tenth of the step's error band. Empty where it
/// practically never ends. Errors: kCancelled and those of the spot model.
Result<std::optional<JobTimes>> spot_times(const TrainingCandidate& candidate,
                                           const SpotTerms& terms, std::int64_t trials,
                                           std::uint64_t seed, const TaskControl& control);

/// What a job costs, bought one way.
struct JobBill {
  Usd expected{};              ///< of the trials that end
  Usd low{};                   ///< 10 of 100 of them cost less
  Usd high{};                  ///< 90 of 100
  Usd at_chance{};             ///< with the chance of the request a job ends and costs no more
  double paid_node_hours = 0;  ///< expected
  std::string paid{};          ///< what is paid, in words
};

/// Nodes and spares by the hour on demand and on spot; Capacity Blocks in whole days up to 14 and
/// in whole weeks beyond, as many as the job takes with the chance asked for; commitments to the
/// end of their terms. Refused where too few trials end, a block has not so many instances or
/// days, and the bill is more than Usd holds.
tl::expected<JobBill, TrainingRefusal> bill_of(const JobTimes& times, const Offer& offer,
                                               int paid_nodes, double chance);

}  // namespace nscope::capacity
