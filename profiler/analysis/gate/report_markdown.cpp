#include "profiler/analysis/gate/report.h"
#include "profiler/base/text/markdown.h"

#include <fmt/format.h>

namespace nscope::gate {

std::string report_markdown(const GateReport& report, const Rules& rules,
                            const Language& language) {
  const auto say = [&](const Text& text) { return language.say(text); };
  const auto markdown = [&](const Text& text) { return markdown_text(say(text)); };
  std::string text =
      fmt::format("### {}\n\n{}\n\n", markdown(tr("Performance gate {}", verdict_line(report))),
                  markdown(headline(report)));
  std::vector<std::string> titles;
  for (const Text& title : report_row_titles()) titles.push_back(say(title));
  append_markdown_row(titles, text);
  text += "|---|---|---:|---:|---:|---:|---:|---:|---:|\n";
  std::string notes;
  for (const Check& check : report.checks) {
    const ReportRow row = report_row(report, rules, check);
    append_markdown_row(
        {say(row.status), row.metric, say(row.baseline), say(row.value), say(row.change),
         say(row.limit), say(row.noise), say(row.p), say(row.runs)},
        text);
    for (const Text& remark : remarks(check)) {
      notes += fmt::format("- {}\n", markdown(tr("{}: {}", check.metric, remark)));
    }
  }
  for (const Text& note : report.notes) notes += fmt::format("- {}\n", markdown(note));
  return notes.empty() ? text : text + "\n" + notes;
}

}  // namespace nscope::gate
