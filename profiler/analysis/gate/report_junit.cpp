#include "profiler/analysis/gate/report.h"
#include "profiler/base/page_template.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>

namespace nscope::gate {
namespace {

using kainjow::mustache::data;

constexpr const char* kTemplate = "reports/gate_junit.mustache";

/// The child element of the test case; empty if it passed.
std::string_view outcome(const GateReport& report, const Check& check) {
  if (report.blocks(check)) {
    const bool not_compared =
        check.status == Status::kMissing || check.status == Status::kIncomparable;
    return not_compared ? "error" : "failure";
  }
  return check.quarantine || check.status == Status::kInconclusive ? "skipped" : "";
}

data case_data(const GateReport& report, const Rules& rules, const Check& check,
               const Language& language) {
  const ReportRow row = report_row(report, rules, check);
  const auto xml = [&](const Text& text) { return displayable_utf8(language.say(text)); };
  data item;
  item.set("metric", displayable_utf8(check.metric));
  item.set("message", xml(tr("{}: {}", row.status, remarks_line(check))));
  item.set("type", std::string(to_string(check.status)));
  item.set("details",
           xml(tr("baseline {}, new {}, change {}, limit {}, noise {}, p {}, runs {}", row.baseline,
                  row.value, row.change, row.limit, row.noise, row.p, row.runs)));
  const std::string_view kind = outcome(report, check);
  for (const char* one : {"failure", "error", "skipped"}) item.set(one, kind == one);
  return item;
}

}  // namespace

Result<std::string> report_junit(const GateReport& report, const Rules& rules,
                                 std::string_view time, const Language& language) {
  data suite;
  data cases = data::type::list;
  const auto count = [&](std::string_view kind) {
    return std::to_string(
        std::count_if(report.checks.begin(), report.checks.end(),
                      [&](const Check& check) { return outcome(report, check) == kind; }));
  };
  for (const Check& check : report.checks) {
    cases.push_back(case_data(report, rules, check, language));
  }
  suite.set("cases", cases);
  suite.set("tests", std::to_string(report.checks.size()));
  suite.set("failures", count("failure"));
  suite.set("errors", count("error"));
  suite.set("skipped_count", count("skipped"));
  suite.set("time", displayable_utf8(time));
  suite.set("baseline", displayable_utf8(report.baseline));
  suite.set("rules", displayable_utf8(rules.name));
  suite.set("verdict", displayable_utf8(language.say(verdict_line(report))));
  return render_template(kTemplate, suite);
}

}  // namespace nscope::gate
