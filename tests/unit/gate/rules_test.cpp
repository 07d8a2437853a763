#include "profiler/analysis/gate/gate_rules.h"

#include <gtest/gtest.h>

namespace nscope::gate {
namespace {

std::string document(const std::string& rules, const std::string& more = "") {
  return R"({"schema": "nscope.gate/1", )" + more + R"("rules": [)" + rules + "]}";
}

std::string message(const std::string& text) {
  const auto rules = parse_rules(text, "r.json");
  return rules ? "accepted" : to_string(rules.error());
}

TEST(Rules, ReadEveryMember) {
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

TEST(Rules, RefuseWhatCannotBeMeant) {
  const std::string head = R"({"metric": "m", "direction": "lower_is_better")";
  EXPECT_EQ(message(document(R"({"metric": "m", "direction": "down", "relative_limit": 0.1})")),
            "r.json: /rules/0/direction: must be one of \"lower_is_better\", "
            "\"higher_is_better\"");
  EXPECT_EQ(message(document(head + "}")),
            "r.json: /rules/0/relative_limit: is missing: give it or absolute_limit");
  EXPECT_EQ(message(document(head + R"(, "relative_limit": 0.1, "absolute_limit": 1})")),
            "r.json: /rules/0/relative_limit: stands beside absolute_limit: give one of the two");
  EXPECT_EQ(message(document(head + R"(, "relative_limit": 5})")),
            "r.json: /rules/0/relative_limit: is a share from 0 to below 1: 0.05 is 5 %");
  EXPECT_EQ(message(document(head + R"(, "absolute_limit": -1})")),
            "r.json: /rules/0/absolute_limit: must not be negative");
  EXPECT_EQ(message(document(head + R"(, "relative_limit": 0.1, "minimum_runs": 0})")),
            "r.json: /rules/0/minimum_runs: must be from 1 to 10000");
  EXPECT_EQ(message(document(head + R"(, "relative_limit": 0.1, "statistics": "t_test"})")),
            "r.json: /rules/0/statistics: must be one of \"mann_whitney\", \"bootstrap\", "
            "\"exact\"");
  EXPECT_EQ(
      message(document(head + R"(, "relative_limit": 0.1, "statistics": {"confidence": 1}})")),
      "r.json: /rules/0/statistics/confidence: must lie between 0.5 and 1, for example 0.99");
  EXPECT_EQ(message(document(head + R"(, "relative_limit": 0.1, "limit": 1})")),
            "r.json: /rules/0/limit: is not a known member");
  const std::string good = head + R"(, "relative_limit": 0.1})";
  EXPECT_EQ(message(document(good + "," + good)),
            "r.json: /rules/1/metric: has a rule already; of several that fit a metric the first "
            "counts");
  EXPECT_EQ(message(document("")), "r.json: /rules: must not be empty: nothing would be checked");
  EXPECT_EQ(message(document("7")), "r.json: /rules/0: must be an object");
  EXPECT_EQ(message(R"({"schema": "nscope.gate/2", "rules": []})"),
            "r.json: /schema: must be \"nscope.gate/1\"");
  EXPECT_TRUE(message("[").starts_with("r.json: line 1, column 2: not valid JSON: "));
  EXPECT_EQ(message(document(good)), "accepted");
}

TEST(Rules, ANameWithTheSignsOfAPatternMatchesItself) {
  EXPECT_TRUE(matches("send[0]", "send[0]"));
  EXPECT_TRUE(matches("neuroncore?.utilization_mean", "neuroncore0.utilization_mean"));
  EXPECT_FALSE(matches("time", "total_time"));
}

}  // namespace
}  // namespace nscope::gate
