#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "costmodel/report/workbook.h"

namespace nscope::capacity {

/// Adds a sheet with the instances of every hour, and one with the mixes of purchase options, whose
/// costs are formulas of instances and prices. Precondition: the fleet follows the hourly load.
void write_hours_sheets(cost::Workbook& book, const FleetPlan& plan);

}  // namespace nscope::capacity
