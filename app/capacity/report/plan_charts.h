#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "costmodel/report/drawing.h"

namespace nscope::capacity {

/// What the cheapest fleet costs for the limits and for longer ones. Precondition: there are
/// limits and a fleet for some of them.
cost::Drawing frontier_chart(const FleetPlan& plan);

/// Instances of each hour. Precondition: there are hours.
cost::Drawing hours_chart(const ScaledFleet& scaled);

}  // namespace nscope::capacity
