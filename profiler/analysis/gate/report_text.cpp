#include "profiler/analysis/gate/report.h"
#include "profiler/base/tables/table.h"

#include <array>

namespace nscope::gate {

std::string report_text(const GateReport& report, const Rules& rules, const Language& language) {
  static constexpr std::array<const char*, 9> kIds{"status", "metric", "baseline", "new", "change",
                                                   "limit",  "noise",  "p",        "runs"};
  const auto line = [&](const Text& text) { return language.say(text) + "\n"; };
  const std::vector<Text> titles = report_row_titles();
  std::vector<Table::Column> columns;
  for (std::size_t i = 0; i < kIds.size(); ++i) {
    columns.push_back({.id = kIds[i], .title = titles[i]});
  }
  Table table(std::move(columns));
  std::string notes;
  for (const Check& check : report.checks) {
    const ReportRow row = report_row(report, rules, check);
    table.add_row({row.status, row.metric, row.baseline, row.value, row.change, row.limit,
                   row.noise, row.p, row.runs});
    for (const Text& remark : remarks(check)) notes += line(tr("{}: {}", check.metric, remark));
  }
  for (const Text& note : report.notes) notes += line(note);
  std::string text = line(headline(report)) + "\n" + table.to_text(language);
  if (!notes.empty()) text += "\n" + notes;
  return text + "\n" + line(tr("Gate {}", verdict_line(report)));
}

}  // namespace nscope::gate
