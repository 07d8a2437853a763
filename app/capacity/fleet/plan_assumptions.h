#pragma once

#include "app/capacity/fleet/plan_fleet.h"

namespace nscope::capacity {

/// Adds to the plan: how its fleets were searched and evaluated, what the software of the graphs
/// does not support on their devices, and the steps of a start for which their hosts have too
/// little memory. Call it when the fleets are known. Errors: those of catalog::Catalog::instance().
Result<> add_assumptions(const catalog::Catalog& catalog, FleetPlan& plan);

}  // namespace nscope::capacity
