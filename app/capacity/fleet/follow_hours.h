#pragma once

#include "app/capacity/fleet/plan_fleet.h"

namespace nscope::capacity {

/// The number of instances in each hour of the period with the configuration of `fleet`, and their
/// cost. Instances start ahead of demand by their loading time. Hourly loads are rounded up to
/// 24ths of the largest load; a higher load never has fewer instances. For the largest increase, a
/// reactive autoscaler is simulated as well, which adds one replica at each decision. Errors:
/// kCancelled and those of the simulation.
Result<ScaledFleet> follow_hours(const FleetEvaluator& evaluator, const PlanRequest& request,
                                 const Server& server, const PlannedFleet& fleet,
                                 std::uint64_t seed, TaskControl& control);

}  // namespace nscope::capacity
