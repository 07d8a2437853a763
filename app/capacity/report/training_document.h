#pragma once

#include "app/capacity/training/plan_training.h"
#include "costmodel/report/report_document.h"

#include <string>

namespace nscope::capacity {

/// The plan as a report: the cheapest fleet with its chances, the best of each type, other ways to
/// buy it, other deadlines, assumptions, and why the others lost. Figures cite their sources. Pure;
/// any thread.
cost::ReportDocument training_document(const TrainingPlan& plan);

/// Writes the plan as a workbook (.xlsx): nodes, hours and prices are inputs from which the bill
/// and the cost of a million tokens are calculated; the simulated times are values. `path` is
/// replaced at once or not at all. The same plan gives the same bytes. Errors: kIo.
Result<> write_training_workbook(const TrainingPlan& plan, const std::string& path);

}  // namespace nscope::capacity
