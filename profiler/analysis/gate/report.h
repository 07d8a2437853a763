#pragma once

#include "profiler/analysis/gate/gate.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::gate {

// A gate's report in the formats of people and of CI systems. All functions are pure;
// `rules` are those the report was made with.

/// One check in words, as the console and Markdown show it.
struct ReportRow {
  std::string status;  ///< "regression", "quarantined (regression)" ...
  std::string metric;
  std::string baseline;  ///< median with its unit; "-" where there is none
  std::string value;     ///< likewise, of the new runs
  std::string change;    ///< "+5.20 %", or with its unit where the baseline is 0
  std::string limit;     ///< as the rule gives it, signed towards the worse
  std::string noise;     ///< of one run
  std::string p;         ///< corrected
  std::string runs;      ///< "10 / 30": new / baseline
};

ReportRow report_row(const GateReport& report, const Rules& rules, const Check& check);
/// Why this status, its warnings and its quarantine; each a sentence.
std::vector<std::string> remarks(const Check& check);
/// "7 new runs against 12 in history.db".
std::string headline(const GateReport& report);
/// "FAILED: 1 regression, 8 ok" or "passed: ...".
std::string verdict_line(const GateReport& report);

/// A table, the remarks below it, the verdict.
std::string report_text(const GateReport& report, const Rules& rules);
/// {"schema":"nscope.gate_report/1", ...}, see docs/gate.md.
Json report_json(const GateReport& report, const Rules& rules);
/// A document as text with two spaces of indentation; bytes that are not UTF-8, as file
/// names may have, become U+FFFD.
std::string json_text(const Json& json);
/// For pull requests and job summaries (GitHub Flavored Markdown).
std::string report_markdown(const GateReport& report, const Rules& rules);
/// SARIF 2.1.0: a result for each check that blocks, is inconclusive or is in
/// quarantine (suppressed), at the line of its rule.
Json report_sarif(const GateReport& report, const Rules& rules);
/// JUnit XML: one test case a check. What blocks is a failure, or an error where there
/// was nothing to compare; what is inconclusive or in quarantine is skipped. `time` is
/// UTC, "2026-11-22T09:00:00". Errors: kInternal for a broken template.
Result<std::string> report_junit(const GateReport& report, const Rules& rules,
                                 std::string_view time);

}  // namespace nscope::gate
