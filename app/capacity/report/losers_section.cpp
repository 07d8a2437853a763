#include "app/capacity/report/losers_section.h"

#include <utility>

namespace nscope::capacity {

cost::ReportSection why_others_lost(std::string counts, const Losers& types) {
  cost::ReportSection section{.heading = "Why the others lost", .blocks = {}};
  section.blocks.push_back(cost::ReportParagraph{std::move(counts), cost::Tone::kNormal});
  Table table({{"instance", "types without a fleet"}, {"why"}});
  for (const auto& [names, why] : types) table.add_row({names, why});
  if (table.row_count() > 0) section.blocks.push_back(cost::ReportTable{.table = std::move(table)});
  return section;
}

void add_refused(cost::ReportSection& section, std::string title, Table rules) {
  if (rules.row_count() == 0) return;
  section.blocks.push_back(cost::ReportParagraph{std::move(title), cost::Tone::kNormal});
  section.blocks.push_back(cost::ReportTable{.table = std::move(rules)});
}

}  // namespace nscope::capacity
