#include "app/capacity/report/rejected_section.h"

#include <utility>

namespace nscope::capacity {

cost::ReportSection rejected_section(const Text& counts, const std::vector<RejectedTypes>& types) {
  cost::ReportSection section{.heading = tr("Rejected configurations"), .blocks = {}};
  section.blocks.push_back(cost::ReportParagraph{counts, cost::Tone::kNormal});
  Table table({{"instance", tr("Instance types without a fleet")}, {"why", tr("Reason")}});
  for (const RejectedTypes& each : types) table.add_row({each.instances, each.reason});
  if (table.row_count() > 0) section.blocks.push_back(cost::ReportTable{.table = std::move(table)});
  return section;
}

void add_refused(cost::ReportSection& section, const Text& title, Table rules) {
  if (rules.row_count() == 0) return;
  section.blocks.push_back(cost::ReportParagraph{title, cost::Tone::kNormal});
  section.blocks.push_back(cost::ReportTable{.table = std::move(rules)});
}

}  // namespace nscope::capacity
