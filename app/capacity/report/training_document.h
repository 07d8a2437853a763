#pragma once

#include "app/capacity/training/plan_training.h"
#include "costmodel/report/report_document.h"

#include <string>

namespace nscope::capacity {

/// The plan as a report: the cheapest fleet with its probabilities, the best fleet of each type,
/// assumptions, other deadlines, purchase options and numbers of nodes, and rejected layouts with
/// their reasons. Figures cite their sources. Pure; any thread.
cost::ReportDocument training_document(const TrainingPlan& plan);

/// Writes the plan as a workbook (.xlsx). Nodes, hours and prices are inputs from which formulas
/// calculate the cost of the job and of a million tokens; simulated times are values. `path` is
/// replaced atomically. Equal arguments give equal bytes. Errors: kIo.
Result<> write_training_workbook(const TrainingPlan& plan, const std::string& path,
                                 const Language& language);

}  // namespace nscope::capacity
