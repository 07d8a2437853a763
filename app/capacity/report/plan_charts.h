#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "costmodel/report/drawing.h"

namespace nscope::capacity {

/// The cost of the cheapest fleet for the limits of the plan and for longer ones. Precondition: the
/// plan has limits, and a fleet for at least one point.
cost::Drawing frontier_chart(const FleetPlan& plan);

/// The number of instances in each hour. Precondition: there is at least one hour.
cost::Drawing hours_chart(const ScaledFleet& scaled);

}  // namespace nscope::capacity
