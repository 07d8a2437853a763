#pragma once

#include "app/capacity/fleet/plan_fleet.h"

#include <optional>
#include <string>

namespace nscope::capacity {

/// The probability that the best fleet of a plan is cheaper than the best fleet of the next
/// instance type, cost::probability_cheaper(): the band of each cost follows from the numbers of
/// instances at both ends of the error band. Types of one family share the error of their device.
struct PlanRanking {
  std::string next;  ///< instance type
  double probability = 0;
};
/// Empty without another type, or if a fleet has no band or no number of instances is sufficient at
/// the slow end. Pure.
std::optional<PlanRanking> ranking_of(const FleetPlan& plan);

}  // namespace nscope::capacity
