#pragma once

#include "app/capacity/training/plan_training.h"

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace nscope::capacity {

/// The costs of the trials that finish, ascending, and the number of all trials.
struct TrialCosts {
  std::vector<double> usd;
  std::int64_t trials = 0;
};
/// The costs of the simulated jobs of a fleet, see paid_node_hours().
TrialCosts trial_costs(const TrainingFleet& fleet);

/// The probability that a job costs less with `a` than with `b`; a trial that does not finish is
/// more expensive than any other, and half of the equal ones count. Without a `common` error, each
/// trial of `a` is compared with each of `b`; with one, trials of the same rank. Pure.
double share_cheaper(const TrialCosts& a, const TrialCosts& b, bool common);

/// The cheapest fleet of another instance type than the best one, whose price may lead as well;
/// null if there is none. Precondition: the plan has a best fleet.
const TrainingFleet* next_fleet(const TrainingPlan& plan);

/// The probability that the job costs less with the best fleet than with that of the next instance
/// type. Types of one family share the error of their device.
struct TrainingRanking {
  std::string next;  ///< instance type
  double probability = 0;
};
/// Or the reason why there is no ranking, as a clause.
tl::expected<TrainingRanking, Text> ranking_of(const TrainingPlan& plan);

}  // namespace nscope::capacity
