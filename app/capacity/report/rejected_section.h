#pragma once

#include "app/capacity/report/plan_text.h"
#include "costmodel/report/report_document.h"
#include "profiler/base/tables/table.h"

#include <vector>

namespace nscope::capacity {

/// The section "Rejected configurations": the numbers in `counts`, and the types without a fleet.
cost::ReportSection rejected_section(const Text& counts, const std::vector<RejectedTypes>& types);
/// Adds a table of rejections by rule below `title`, unless the table is empty.
void add_refused(cost::ReportSection& section, const Text& title, Table rules);

}  // namespace nscope::capacity
