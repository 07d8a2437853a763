#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "costmodel/economics/ranking.h"

#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace nscope::capacity {

/// The probability that the best fleet of a plan is cheaper than the best fleet of the next
/// instance type, cost::probability_cheaper(): the band of each cost follows from the numbers of
/// instances at both ends of the error band. Types of one family share the error of their device.
struct PlanRanking {
  std::string next;  ///< instance type
  double probability = 0;
  /// Set instead if no number of instances is sufficient at the slow end of a band.
  std::optional<cost::ProbabilityRange> range{};
};
/// Or the reason why there is no ranking, as a clause: there is no fleet, the search was stopped,
/// no other type has a fleet, or a fleet has no band. Pure.
tl::expected<PlanRanking, Text> ranking_of(const FleetPlan& plan);

}  // namespace nscope::capacity
