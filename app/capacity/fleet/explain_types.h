#pragma once

#include "app/capacity/fleet/plan_fleet.h"

namespace nscope::capacity {

/// Sets the fastest configuration of each type, and gives types without a fleet that were searched
/// the reason of the configuration that came nearest to the limits.
void explain_types(const cost::PriceBook& book, FleetPlan& plan);

}  // namespace nscope::capacity
