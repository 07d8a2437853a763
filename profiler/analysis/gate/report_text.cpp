#include "profiler/analysis/gate/report.h"
#include "profiler/base/tables/table.h"

#include <fmt/format.h>

namespace nscope::gate {

std::string report_text(const GateReport& report, const Rules& rules) {
  std::string text = headline(report) + "\n\n";
  Table table({{.id = "status"},
               {.id = "metric"},
               {.id = "baseline"},
               {.id = "new"},
               {.id = "change"},
               {.id = "limit"},
               {.id = "noise"},
               {.id = "p"},
               {.id = "runs"}});
  std::string notes;
  for (const Check& check : report.checks) {
    const ReportRow row = report_row(report, rules, check);
    table.add_row({row.status, row.metric, row.baseline, row.value, row.change, row.limit,
                   row.noise, row.p, row.runs});
    for (const std::string& remark : remarks(check)) {
      notes += fmt::format("{}: {}\n", check.metric, remark);
    }
  }
  text += table.to_text();
  for (const std::string& note : report.notes) notes += note + "\n";
  if (!notes.empty()) text += "\n" + notes;
  return text + "\nGate " + verdict_line(report) + "\n";
}

}  // namespace nscope::gate
