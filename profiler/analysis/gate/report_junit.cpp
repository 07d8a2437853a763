#include "profiler/analysis/gate/report.h"
#include "profiler/base/page_template.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::gate {
namespace {

using kainjow::mustache::data;

constexpr const char* kTemplate = "reports/gate_junit.mustache";

/// XML 1.0 has no way to write most control characters: they become U+FFFD, as do
/// bytes that are not UTF-8. The template escapes the rest.
std::string xml_text(std::string_view text) {
  static constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    const bool control = byte < 0x20 && byte != '\t' && byte != '\n';
    // U+FFFE and U+FFFF are no characters either.
    const bool allowed = length > 0 && !control && !text.starts_with("\xEF\xBF\xBE") &&
                         !text.starts_with("\xEF\xBF\xBF");
    out += allowed ? text.substr(0, length) : kReplacement;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

/// Which child its test case gets.
std::string_view outcome(const GateReport& report, const Check& check) {
  if (report.blocks(check)) {
    const bool nothing_to_compare =
        check.status == Status::kMissing || check.status == Status::kIncomparable;
    return nothing_to_compare ? "error" : "failure";
  }
  return check.quarantine || check.status == Status::kInconclusive ? "skipped" : "";
}

data case_data(const GateReport& report, const Rules& rules, const Check& check) {
  const ReportRow row = report_row(report, rules, check);
  data item;
  item.set("metric", xml_text(check.metric));
  item.set("message", xml_text(fmt::format("{}: {}", row.status, fmt::join(remarks(check), "; "))));
  item.set("type", std::string(to_string(check.status)));
  item.set("details",
           xml_text(fmt::format("baseline {}, new {}, change {}, limit {}, noise {}, p {}, runs {}",
                                row.baseline, row.value, row.change, row.limit, row.noise, row.p,
                                row.runs)));
  const std::string_view kind = outcome(report, check);
  for (const char* one : {"failure", "error", "skipped"}) item.set(one, kind == one);
  return item;
}

}  // namespace

Result<std::string> report_junit(const GateReport& report, const Rules& rules,
                                 std::string_view time) {
  data suite;
  data cases = data::type::list;
  const auto count = [&](std::string_view kind) {
    return std::to_string(
        std::count_if(report.checks.begin(), report.checks.end(),
                      [&](const Check& check) { return outcome(report, check) == kind; }));
  };
  for (const Check& check : report.checks) cases.push_back(case_data(report, rules, check));
  suite.set("cases", cases);
  suite.set("tests", std::to_string(report.checks.size()));
  suite.set("failures", count("failure"));
  suite.set("errors", count("error"));
  suite.set("skipped_count", count("skipped"));
  suite.set("time", xml_text(time));
  suite.set("baseline", xml_text(report.baseline));
  suite.set("rules", xml_text(rules.name));
  suite.set("verdict", xml_text(verdict_line(report)));
  return render_template(kTemplate, suite);
}

}  // namespace nscope::gate
