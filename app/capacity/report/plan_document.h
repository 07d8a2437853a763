#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "costmodel/report/report_document.h"

#include <string>

namespace nscope::capacity {

/// The plan as a report: the cheapest fleet with its confidence intervals and error band, the best
/// fleet of each type, other limits, assumptions, other purchase options, and rejected
/// configurations with their reasons. Figures cite their sources. Pure; any thread.
cost::ReportDocument plan_document(const FleetPlan& plan);

/// Writes the plan as a workbook (.xlsx). Numbers of instances and prices are inputs from which
/// formulas calculate the cost per hour, month and million tokens; latencies are values. `path` is
/// replaced atomically. Equal arguments give equal bytes. Errors: kIo.
Result<> write_plan_workbook(const FleetPlan& plan, const std::string& path,
                             const Language& language);

}  // namespace nscope::capacity
