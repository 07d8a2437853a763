#pragma once

#include "app/capacity/report/plan_words.h"
#include "costmodel/report/report_document.h"
#include "profiler/base/tables/table.h"

#include <string>

namespace nscope::capacity {

/// "Why the others lost": how many were looked at, and the types without a fleet.
cost::ReportSection why_others_lost(std::string counts, const Losers& types);
/// Adds what was refused by which rule, below `title`; nothing where the table is empty.
void add_refused(cost::ReportSection& section, std::string title, Table rules);

}  // namespace nscope::capacity
