// Detection and false alarm rates of the gate, from 500 synthetic histories with 3 % noise.
#include "tests/unit/gate/gate_runs.h"

#include <random>

#include <gtest/gtest.h>

namespace nscope::gate {
namespace {

constexpr int kTrials = 500;
constexpr double kNoise = 0.03;
constexpr std::size_t kHistory = 40;
constexpr std::size_t kNewRuns = 10;

Runs noisy_runs(std::mt19937_64& random, std::size_t count, double level) {
  std::normal_distribution<double> normal(1.0, kNoise);
  std::vector<double> values(count);
  for (double& value : values) value = level * normal(random);
  return runs_of(values);
}

/// Number of trials, of 500, in which the gate blocks runs with this level; the history has
/// level 1.
int blocked(const Rule& rule, double level, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  int count = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const auto history = noisy_runs(random, kHistory, 1.0);
    const auto runs = noisy_runs(random, kNewRuns, level);
    if (!evaluate_now(rules_of({rule}), history, runs).passed()) ++count;
  }
  return count;
}

class Trials : public testing::TestWithParam<Method> {
 protected:
  Rule rule() const {
    Rule rule = time_rule();
    rule.method = GetParam();
    return rule;
  }
};

TEST_P(Trials, DetectARegressionOfFivePercent) {
  EXPECT_GE(blocked(rule(), 1.05, 1), kTrials * 95 / 100);
}

TEST(TrialsOfRanks, DetectALossOfFivePercentIfHigherIsBetter) {
  Rule higher = time_rule();
  higher.direction = Direction::kHigherIsBetter;
  EXPECT_GE(blocked(higher, 0.95, 2), kTrials * 95 / 100);
}

TEST_P(Trials, RaiseFewFalseAlarms) {
  EXPECT_LE(blocked(rule(), 1.0, 3), kTrials * 2 / 100);
}

TEST(TrialsOfRanks, RaiseFewFalseAlarmsWithoutALimit) {
  Rule any = time_rule();
  any.relative_limit = 0.0;
  EXPECT_LE(blocked(any, 1.0, 4), kTrials * 2 / 100);
}

INSTANTIATE_TEST_SUITE_P(Methods, Trials, testing::Values(Method::kMannWhitney, Method::kBootstrap),
                         [](const auto& param) {
                           return param.param == Method::kMannWhitney ? "MannWhitney" : "Bootstrap";
                         });

TEST(TrialsOfManyMetrics, RaiseFewFalseAlarmsPerGate) {
  constexpr int kMetrics = 20;
  constexpr int kGates = 150;
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal(1.0, kNoise);
  const auto many = [&](std::size_t count) {
    Runs runs;
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::pair<std::string, double>> values;
      for (int k = 10; k < 10 + kMetrics; ++k) {
        values.emplace_back("metric_" + std::to_string(k), normal(random));
      }
      runs.push_back(run_of(values));
    }
    return runs;
  };
  const Rules rules = rules_of({{.metric = "metric_*", .relative_limit = 0.0}});
  int alarms = 0;
  for (int trial = 0; trial < kGates; ++trial) {
    if (!evaluate_now(rules, many(kHistory), many(kNewRuns)).passed()) ++alarms;
  }
  // Without correction 18 % of such gates would fail.
  EXPECT_LE(alarms, kGates * 2 / 100);
}

TEST(TrialsWithABadRun, OneBadRunOfTenDoesNotBlock) {
  for (const Method method : {Method::kMannWhitney, Method::kBootstrap}) {
    Rule rule = time_rule();
    rule.method = method;
    std::mt19937_64 random(7);
    int alarms = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      const auto history = noisy_runs(random, kHistory, 1.0);
      auto runs = noisy_runs(random, kNewRuns, 1.0);
      runs[3].summary.metrics[0].value *= 3.0;
      if (!evaluate_now(rules_of({rule}), history, runs).passed()) ++alarms;
    }
    // It counts as one slower run of ten, however slow it is.
    EXPECT_LE(alarms, kTrials * 3 / 100) << to_string(method);
  }
}

TEST(TrialsWithABadRun, ASingleNewRunNeverBlocks) {
  std::mt19937_64 random(8);
  int inconclusive = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const auto history = noisy_runs(random, kHistory, 1.0);
    const auto report = evaluate_now(rules_of({time_rule()}), history, noisy_runs(random, 1, 1.0));
    EXPECT_TRUE(report.passed());
    if (report.checks[0].status == Status::kInconclusive) ++inconclusive;
  }
  // Most runs without a change are within the noise of the history.
  EXPECT_LE(inconclusive, kTrials * 3 / 100);
}

}  // namespace
}  // namespace nscope::gate
