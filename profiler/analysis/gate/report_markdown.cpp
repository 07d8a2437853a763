#include "profiler/analysis/gate/report.h"

#include <initializer_list>

#include <fmt/format.h>

namespace nscope::gate {
namespace {

/// Text that Markdown shows as it is: no markup, no links, no HTML, one line.
std::string plain(std::string_view text) {
  static constexpr std::string_view kMarkup = "\\`*_{}[]<>#|~!&";
  std::string out;
  for (const char c : text) {
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out;
}

std::string table_line(std::initializer_list<std::string_view> cells) {
  std::string line = "|";
  for (const std::string_view cell : cells) line += fmt::format(" {} |", plain(cell));
  return line + "\n";
}

}  // namespace

std::string report_markdown(const GateReport& report, const Rules& rules) {
  std::string text = fmt::format("### Performance gate {}\n\n", plain(verdict_line(report)));
  text += plain(headline(report)) + "\n\n";
  text += "| status | metric | baseline | new | change | limit | noise | p | runs |\n";
  text += "|---|---|---:|---:|---:|---:|---:|---:|---:|\n";
  std::string notes;
  for (const Check& check : report.checks) {
    const ReportRow row = report_row(report, rules, check);
    text += table_line({row.status, row.metric, row.baseline, row.value, row.change, row.limit,
                        row.noise, row.p, row.runs});
    for (const std::string& remark : remarks(check)) {
      notes += fmt::format("- {}: {}\n", plain(check.metric), plain(remark));
    }
  }
  for (const std::string& note : report.notes) notes += fmt::format("- {}\n", plain(note));
  return notes.empty() ? text : text + "\n" + notes;
}

}  // namespace nscope::gate
