#include "profiler/analysis/gate/report.h"
#include "profiler/base/text/markdown.h"

#include <fmt/format.h>

namespace nscope::gate {

std::string report_markdown(const GateReport& report, const Rules& rules) {
  std::string text =
      fmt::format("### Performance gate {}\n\n", markdown_text(verdict_line(report)));
  text += markdown_text(headline(report)) + "\n\n";
  text += "| status | metric | baseline | new | change | limit | noise | p | runs |\n";
  text += "|---|---|---:|---:|---:|---:|---:|---:|---:|\n";
  std::string notes;
  for (const Check& check : report.checks) {
    const ReportRow row = report_row(report, rules, check);
    append_markdown_row({row.status, row.metric, row.baseline, row.value, row.change, row.limit,
                         row.noise, row.p, row.runs},
                        text);
    for (const std::string& remark : remarks(check)) {
      notes += fmt::format("- {}: {}\n", markdown_text(check.metric), markdown_text(remark));
    }
  }
  for (const std::string& note : report.notes) notes += fmt::format("- {}\n", markdown_text(note));
  return notes.empty() ? text : text + "\n" + notes;
}

}  // namespace nscope::gate
