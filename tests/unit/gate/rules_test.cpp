#include "profiler/analysis/gate/gate_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::gate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string document(const std::string& rules, const std::string& more = "") {
  return R"({"schema": "nscope.gate/1", )" + more + R"("rules": [)" + rules + "]}";
}

std::string message(const std::string& text) {
  const auto rules = parse_rules(text, "r.json");
  return rules ? "accepted" : to_string(rules.error());
}

TEST(Rules, ReadEveryKey) {
  const auto rules = parse_rules(
      "{\"schema\": \"nscope.gate/1\", \"history_runs\": 20,\n \"rules\": [\n"
      R"(  {"metric": "latency_p50", "direction": "lower_is_better", "relative_limit": 0.05,
            "minimum_runs": 7, "statistics": "bootstrap"},
          {"metric": "*_percent", "direction": "higher_is_better", "absolute_limit": 0.01,
            "statistics": {"method": "mann_whitney", "confidence": 0.95, "minimum_effect": 0.5}}]})",
      "r.json");
  ASSERT_TRUE(rules) << to_string(rules.error());
  EXPECT_EQ(rules->history_runs, 20u);
  const Rule& first = rules->rules.at(0);
  EXPECT_EQ(first.metric, "latency_p50");
  EXPECT_EQ(first.direction, Direction::kLowerIsBetter);
  EXPECT_EQ(first.relative_limit, 0.05);
  EXPECT_EQ(first.minimum_runs, 7u);
  EXPECT_EQ(first.method, Method::kBootstrap);
  EXPECT_EQ(first.confidence, 0.99);
  EXPECT_EQ(first.line, 3u);
  EXPECT_FALSE(first.is_pattern());
  const Rule& second = rules->rules.at(1);
  EXPECT_EQ(second.direction, Direction::kHigherIsBetter);
  EXPECT_EQ(second.absolute_limit, 0.01);
  EXPECT_EQ(second.confidence, 0.95);
  EXPECT_EQ(second.minimum_effect, 0.5);
  EXPECT_EQ(second.line, 5u);
  EXPECT_TRUE(second.is_pattern());
  EXPECT_TRUE(second.matches("mfu_percent"));
  EXPECT_FALSE(second.matches("percent"));
}

TEST(Rules, RejectInvalidDocuments) {
  const auto error_of = [](const std::string& text, const std::string& key, const char* word) {
    EXPECT_THAT(message(text), AllOf(StartsWith("r.json: " + key + ": "), HasSubstr(word)));
  };
  const std::string head = R"({"metric": "m", "direction": "lower_is_better")";
  const auto rule = [&](const std::string& more) { return document(head + more + "}"); };
  error_of(document(R"({"metric": "m", "direction": "down", "relative_limit": 0.1})"),
           "/rules/0/direction", "one of 'lower_is_better', 'higher_is_better'");
  error_of(rule(""), "/rules/0/relative_limit", "required");
  error_of(rule(R"(, "relative_limit": 0.1, "absolute_limit": 1)"), "/rules/0/relative_limit",
           "cannot be combined");
  error_of(rule(R"(, "relative_limit": 5)"), "/rules/0/relative_limit", "less than 1");
  error_of(rule(R"(, "absolute_limit": -1)"), "/rules/0/absolute_limit", "negative");
  error_of(rule(R"(, "relative_limit": 0.1, "minimum_runs": 0)"), "/rules/0/minimum_runs",
           "between 1 and 10,000");
  error_of(rule(R"(, "relative_limit": 0.1, "statistics": "t_test")"), "/rules/0/statistics",
           "one of 'mann_whitney', 'bootstrap', 'exact'");
  error_of(rule(R"(, "relative_limit": 0.1, "statistics": {"confidence": 1})"),
           "/rules/0/statistics/confidence", "0.5");
  error_of(rule(R"(, "relative_limit": 0.1, "limit": 1)"), "/rules/0/limit", "unknown");
  const std::string good = head + R"(, "relative_limit": 0.1})";
  error_of(document(good + "," + good), "/rules/1/metric", "duplicate");
  error_of(document(""), "/rules", "at least one");
  error_of(document("7"), "/rules/0", "object");
  error_of(R"({"schema": "nscope.gate/2", "rules": []})", "/schema", "nscope.gate/1");
  EXPECT_THAT(message("["), StartsWith("r.json: line 1, column 2: not valid JSON"));
  EXPECT_EQ(message(document(good)), "accepted");
}

TEST(Rules, ANameWithPatternCharactersMatchesItself) {
  EXPECT_TRUE(matches("send[0]", "send[0]"));
  EXPECT_TRUE(matches("neuroncore?.utilization_mean", "neuroncore0.utilization_mean"));
  EXPECT_FALSE(matches("time", "total_time"));
}

}  // namespace
}  // namespace nscope::gate
