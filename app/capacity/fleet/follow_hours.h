#pragma once

#include "app/capacity/fleet/plan_fleet.h"

namespace nscope::capacity {

/// The instances of each hour of the request's period with the configuration of `fleet`, started
/// ahead by as long as they load, and the bill. Hourly loads are rounded up to 24ths of the
/// busiest; more load never has fewer instances. What happens if nobody starts them ahead is
/// simulated for the steepest rise: one replica more at every look, each after its load. Errors:
/// kCancelled, and those of the simulation.
Result<ScaledFleet> follow_hours(const FleetJudge& judge, const PlanRequest& request,
                                 const Server& server, const PlannedFleet& fleet,
                                 std::uint64_t seed, TaskControl& control);

}  // namespace nscope::capacity
