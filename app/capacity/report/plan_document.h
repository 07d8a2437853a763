#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "costmodel/report/report_document.h"

#include <string>

namespace nscope::capacity {

/// The plan as a report: the cheapest fleet with its confidence and its error band, what else
/// was near, why each instance type lost, other limits, assumptions. Figures cite their
/// sources. Pure; any thread.
cost::ReportDocument plan_document(const FleetPlan& plan);

/// Writes the plan as a workbook (.xlsx): counts and prices are inputs from which the cost of
/// an hour, a month and a million tokens is calculated; latencies are values. `path` is
/// replaced at once or not at all. The same plan gives the same bytes. Errors: kIo.
Result<> write_plan_workbook(const FleetPlan& plan, const std::string& path);

}  // namespace nscope::capacity
