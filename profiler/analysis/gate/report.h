#pragma once

#include "profiler/analysis/gate/gate.h"
#include "profiler/base/json.h"
#include "profiler/base/language.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::gate {

// The report of a gate in formats for people and for CI systems. All functions are pure. `rules`
// are the rules with which the report was made.

/// The texts for one check, as the console and Markdown show it. Unknown values are "-".
struct ReportRow {
  Text status;  ///< "FAILED: regression", "quarantined (regression)", ...
  std::string metric;
  Text baseline;  ///< median with unit
  Text value;     ///< median of the new runs with unit
  Text change;    ///< "+5.20 %", or with unit if the baseline is 0
  Text limit;     ///< relative or absolute as in the rule; the sign is that of a worse value
  Text noise;     ///< standard deviation of the baseline's runs
  Text p;         ///< corrected p-value
  Text runs;      ///< "10 / 30": new runs / runs of the baseline
};

ReportRow report_row(const GateReport& report, const Rules& rules, const Check& check);
/// The column titles of a table of these rows, in the order of the members.
std::vector<Text> report_row_titles();
/// The reason of the status, the warnings and the quarantine.
std::vector<Text> remarks(const Check& check);
/// The remarks in one line: "worse than the limit; in quarantine since ...". Empty without remarks.
Text remarks_line(const Check& check);
/// "7 new runs compared with 12 baseline runs in history.db".
Text headline(const GateReport& report);
/// "FAILED: 1 regression, 8 ok" or "passed: ...".
Text verdict_line(const GateReport& report);

/// A table with the remarks and the verdict below it.
std::string report_text(const GateReport& report, const Rules& rules, const Language& language);
/// {"schema":"nscope.gate_report/1", ...}, see docs/gate.md. Texts are in English.
Json report_json(const GateReport& report, const Rules& rules);
/// A document as text with an indentation of two spaces. Bytes that are not UTF-8, for example in
/// file names, become U+FFFD.
std::string json_text(const Json& json);
/// GitHub Flavored Markdown, for pull requests and job summaries.
std::string report_markdown(const GateReport& report, const Rules& rules, const Language& language);
/// SARIF 2.1.0: a result for each check that blocks, is inconclusive or is quarantined
/// (suppressed), at the line of its rule.
Json report_sarif(const GateReport& report, const Rules& rules, const Language& language);
/// JUnit XML with one test case per check: a failure for a regression, an error if the metric is
/// missing or incomparable, skipped if it is inconclusive or quarantined. `time` is UTC,
/// "2026-11-22T09:00:00". Errors: kInternal for an invalid template.
Result<std::string> report_junit(const GateReport& report, const Rules& rules,
                                 std::string_view time, const Language& language);

/// A badge as SVG: "performance" and "passing", "2 regressions" or "inconclusive". Texts are in
/// English, as on other badges.
std::string report_badge(const GateReport& report);

}  // namespace nscope::gate
