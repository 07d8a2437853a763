#include "profiler/analysis/gate/report.h"

#include "tests/unit/gate/gate_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::gate {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A report on one metric.
GateReport report_on(const std::string& metric, double value, Rules& rules) {
  rules = rules_of({{.metric = metric, .relative_limit = 0.1, .method = Method::kExact}});
  return evaluate_now(rules, {run_of({{metric, 1.0}})}, {run_of({{metric, value}})});
}

TEST(Reports, EscapeNamesInEveryFormat) {
  Rules rules;
  const auto report = report_on("a<b>&\"'|`x`\n\x01\xff", 2.0, rules);
  const std::string junit = *report_junit(report, rules, "2026-11-22T09:00:00", Language());
  EXPECT_THAT(junit, HasSubstr("name=\"a&lt;b&gt;&amp;&quot;&apos;|`x`"));
  EXPECT_THAT(junit, Not(HasSubstr("\x01")));
  EXPECT_THAT(junit, Not(HasSubstr("\xff")));
  EXPECT_THAT(report_markdown(report, rules, Language()), HasSubstr("a\\<b\\>\\&\"'\\|\\`x\\`"));
  EXPECT_THAT(report_markdown(report, rules, Language()), Not(HasSubstr("\n\x01")));
  EXPECT_THAT(json_text(report_sarif(report, rules, Language())), HasSubstr("\xEF\xBF\xBD"));
  EXPECT_THAT(json_text(report_json(report, rules)), HasSubstr("\xEF\xBF\xBD"));
}

TEST(Reports, JUnitCountsItsTestCases) {
  Rules rules = rules_of({{.metric = "a", .relative_limit = 0.1, .method = Method::kExact},
                          {.metric = "b", .relative_limit = 0.1},
                          {.metric = "c", .relative_limit = 0.1},
                          {.metric = "d", .relative_limit = 0.1, .method = Method::kExact}});
  const auto report = evaluate_now(rules, {run_of({{"a", 1.0}, {"b", 1.0}, {"d", 1.0}})},
                                   {run_of({{"a", 2.0}, {"b", 1.0}, {"d", 1.0}})});
  const std::string junit = *report_junit(report, rules, "2026-11-22T09:00:00", Language());
  EXPECT_THAT(junit, HasSubstr("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""));
  EXPECT_EQ(verdict_line(report).english(),
            "FAILED: 1 regression, 1 missing, 1 inconclusive, 1 ok");
}

TEST(Reports, SarifPointsAtTheRuleAndContainsOnlyProblems) {
  Rules rules;
  const auto fine = report_on("m", 1.0, rules);
  EXPECT_TRUE(report_sarif(fine, rules, Language()).at("runs").at(0).at("results").empty());
  const auto worse = report_on("m", 2.0, rules);
  rules.name = "ci/my rules.json";
  rules.rules[0].line = 12;
  const Json sarif = report_sarif(worse, rules, Language());
  const Json& result = sarif.at("runs").at(0).at("results").at(0);
  EXPECT_EQ(result.at("level"), "error");
  const Json& place = result.at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), "ci/my%20rules.json");
  EXPECT_EQ(place.at("region").at("startLine"), 12);
}

TEST(Reports, TheBadgeHasTheVerdict) {
  Rules rules;
  EXPECT_THAT(report_badge(report_on("m", 1.0, rules)), HasSubstr(">passing<"));
  EXPECT_THAT(report_badge(report_on("m", 2.0, rules)), HasSubstr(">1 regression<"));
  EXPECT_THAT(report_badge(report_on("m", 0.5, rules)), HasSubstr(">1 improvement<"));
  const auto missing =
      evaluate_now(rules_of({{.metric = "x", .relative_limit = 0.1, .method = Method::kExact}}),
                   {run_of({{"m", 1.0}})}, {run_of({{"m", 1.0}})});
  EXPECT_THAT(report_badge(missing), HasSubstr(">failing<"));
}

TEST(Reports, JsonOmitsUnknownValues) {
  Rules rules;
  const auto report = report_on("m", 2.0, rules);
  const Json json = report_json(report, rules);
  const Json& check = json.at("checks").at(0);
  EXPECT_FALSE(json.at("passed"));
  EXPECT_EQ(check.at("statistics"), "exact");
  EXPECT_FALSE(check.contains("p"));
  EXPECT_FALSE(check.contains("noise"));
  EXPECT_EQ(check.at("relative_change"), 1.0);
}

}  // namespace
}  // namespace nscope::gate
