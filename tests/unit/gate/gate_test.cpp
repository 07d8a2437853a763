#include "profiler/analysis/gate/gate.h"

#include "tests/unit/gate/gate_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::gate {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Ten values around 1 with a noise of about 1 %.
const std::vector<double> kSteady{0.98, 0.99, 0.995, 1.0, 1.0, 1.005, 1.01, 1.012, 1.02, 0.985};

std::vector<double> times(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

TEST(Gate, FindsARegressionBeyondItsLimit) {
  const Check check = check_time(time_rule(), runs_of(kSteady), runs_of(times(kSteady, 1.1)));
  EXPECT_EQ(check.status, Status::kRegression);
  EXPECT_NEAR(*check.relative(check.shift), 0.1, 0.005);
  EXPECT_NEAR(*check.limit, 0.02, 1e-3);
  EXPECT_LT(*check.p, 0.001);
  EXPECT_LT(check.interval->low, 0.1);
  EXPECT_GT(check.interval->high, 0.1);
  EXPECT_EQ(check.baseline_runs, 10u);
}

TEST(Gate, PassesAChangeBelowTheLimit) {
  Rule rule = time_rule();
  rule.relative_limit = 0.2;
  EXPECT_EQ(check_time(rule, runs_of(kSteady), runs_of(times(kSteady, 1.1))).status, Status::kOk);
}

TEST(Gate, PassesAChangeThatIsNotSignificantWithAWarning) {
  const std::vector<double> wild{0.5, 0.7, 0.9, 1.1, 1.3, 1.5};
  const Check check = check_time(time_rule(), runs_of(wild), runs_of(times(wild, 1.05)));
  EXPECT_EQ(check.status, Status::kOk);
  ASSERT_EQ(check.warnings.size(), 2u);
  EXPECT_THAT(check.warnings[1].english(), HasSubstr("not significant"));
  EXPECT_THAT(check.warnings[0].english(), StartsWith("flaky: "));
}

TEST(Gate, ReportsAnImprovement) {
  EXPECT_EQ(check_time(time_rule(), runs_of(kSteady), runs_of(times(kSteady, 0.9))).status,
            Status::kImproved);
  Rule higher = time_rule();
  higher.direction = Direction::kHigherIsBetter;
  EXPECT_EQ(check_time(higher, runs_of(kSteady), runs_of(times(kSteady, 1.1))).status,
            Status::kImproved);
  const Check worse = check_time(higher, runs_of(kSteady), runs_of(times(kSteady, 0.9)));
  EXPECT_EQ(worse.status, Status::kRegression);
  EXPECT_LT(*worse.shift, 0.0);
  EXPECT_LT(*worse.limit, 0.0);
}

TEST(Gate, AbsoluteLimitAndMinimumEffectAreInTheMetricsUnit) {
  Rule rule{.metric = "time", .absolute_limit = 0.05};
  EXPECT_EQ(check_time(rule, runs_of(kSteady), runs_of(times(kSteady, 1.1))).status,
            Status::kRegression);
  rule.absolute_limit = 0.5;
  EXPECT_EQ(check_time(rule, runs_of(kSteady), runs_of(times(kSteady, 1.1))).status, Status::kOk);
  Rule tiny = time_rule();
  tiny.minimum_effect = 0.5;
  EXPECT_EQ(check_time(tiny, runs_of(kSteady), runs_of(times(kSteady, 1.1))).status, Status::kOk);
}

TEST(Gate, FailsIfAMetricIsMissing) {
  auto bare = run_of({{"other", 1.0}});
  bare.summary.unavailable = {{"time", tr("not in this capture")}};
  const auto report = evaluate_now(rules_of({time_rule()}), runs_of(kSteady), {bare});
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.checks[0].status, Status::kMissing);
  EXPECT_EQ(report.checks[0].reason.english(), "no new run has this metric: not in this capture");

  const auto unknown =
      evaluate_now(rules_of({time_rule()}), {run_of({{"other", 1.0}})}, runs_of(kSteady));
  EXPECT_EQ(unknown.checks[0].status, Status::kMissing);
  EXPECT_FALSE(unknown.passed());

  const auto no_fit = evaluate_now(rules_of({{.metric = "dma_*", .relative_limit = 0.1}}),
                                   runs_of(kSteady), runs_of(kSteady));
  EXPECT_EQ(no_fit.checks.at(0).status, Status::kMissing);
  EXPECT_EQ(no_fit.checks.at(0).metric, "dma_*");
  EXPECT_FALSE(no_fit.passed());
}

TEST(Gate, WarnsIfOnlySomeRunsHaveAMetric) {
  auto runs = runs_of(kSteady);
  runs[0].summary.metrics.clear();
  const Check check = check_time(time_rule(), runs_of(kSteady), runs);
  EXPECT_EQ(check.status, Status::kOk);
  EXPECT_EQ(check.warnings.at(0).english(), "only 9 of 10 new runs have this metric");
}

TEST(Gate, APatternAppliesToMetricsWithoutARuleAndReportsNewOnes) {
  const Runs before(10, run_of({{"a_time", 1.0}, {"b_time", 1.0}, {"gone_time", 1.0}}));
  const Runs after(10, run_of({{"a_time", 1.0}, {"b_time", 1.0}, {"new_time", 1.0}}));
  const auto report = evaluate_now(rules_of({{.metric = "*_time", .relative_limit = 0.1},
                                             {.metric = "a_time", .relative_limit = 0.5}}),
                                   before, after);
  ASSERT_EQ(report.checks.size(), 4u);
  EXPECT_EQ(report.checks[0].metric, "b_time");
  EXPECT_EQ(report.checks[1].metric, "gone_time");
  EXPECT_EQ(report.checks[1].status, Status::kMissing);
  EXPECT_EQ(report.checks[2].metric, "new_time");
  EXPECT_EQ(report.checks[2].status, Status::kNew);
  EXPECT_EQ(report.checks[3].metric, "a_time");
  EXPECT_EQ(report.checks[3].rule, 1u);
}

TEST(Gate, DoesNotCompareDifferentUnits) {
  auto runs = runs_of(kSteady);
  for (auto& run : runs) run.summary.metrics[0].unit = "ms";
  const auto report = evaluate_now(rules_of({time_rule()}), runs_of(kSteady), runs);
  EXPECT_EQ(report.checks[0].status, Status::kIncomparable);
  EXPECT_EQ(report.checks[0].reason.english(),
            "units differ: 's' in the baseline, 'ms' in the new runs");
  EXPECT_FALSE(report.passed());
}

TEST(Gate, AFewRunsAreInconclusive) {
  for (const std::size_t count : {1u, 2u, 4u}) {
    const auto bad = runs_of(std::vector<double>(count, 2.0));
    const auto report = evaluate_now(rules_of({time_rule()}), runs_of(kSteady), bad);
    EXPECT_TRUE(report.passed());
    EXPECT_EQ(report.checks[0].status, Status::kInconclusive) << count;
    EXPECT_FALSE(
        evaluate_now(rules_of({time_rule()}), runs_of(kSteady), bad, {.strict = true}).passed());
  }
  EXPECT_THAT(check_time(time_rule(), runs_of(kSteady), runs_of({2.0})).reason.english(),
              HasSubstr("only 1 of 5 required new runs"));
}

TEST(Gate, UsesTheHistorysNoiseForASingleRun) {
  // 2.5 % worse with a limit of 2 %, but the runs of the history vary by about 1 %.
  const Check likely = check_time(time_rule(), runs_of(kSteady), runs_of({1.025}));
  EXPECT_EQ(likely.status, Status::kOk);
  EXPECT_THAT(likely.warnings.at(0).english(), HasSubstr("within the noise of the baseline"));
  EXPECT_NEAR(*likely.noise, 0.0148, 0.0001);
  EXPECT_EQ(check_time(time_rule(), runs_of(kSteady), runs_of({1.0})).status, Status::kOk);
}

TEST(Gate, NeedsABaselineOfEnoughRuns) {
  const auto report = evaluate_now(rules_of({time_rule()}), runs_of({1.0, 1.0}), runs_of(kSteady));
  EXPECT_EQ(report.checks[0].status, Status::kInconclusive);
  EXPECT_EQ(report.checks[0].reason.english(), "the baseline has only 2 of 5 required runs");
  EXPECT_TRUE(report.passed());
}

TEST(Gate, SimulatedValuesThatDoNotVaryAreComparedExactly) {
  const auto simulated = [](double value) { return runs_of({value}, Provenance::kSimulated); };
  const Check worse = check_time(time_rule(), simulated(1.0), simulated(1.03));
  EXPECT_EQ(worse.status, Status::kRegression);
  EXPECT_TRUE(worse.exact);
  EXPECT_FALSE(worse.p);
  EXPECT_EQ(check_time(time_rule(), simulated(1.0), simulated(1.01)).status, Status::kOk);
  // Measured values, and simulated values that vary, are not compared exactly.
  EXPECT_EQ(check_time(time_rule(), runs_of({1.0}), runs_of({1.03})).status, Status::kInconclusive);
  const auto varying = runs_of({1.0, 1.1}, Provenance::kSimulated);
  EXPECT_EQ(check_time(time_rule(), varying, simulated(2.0)).status, Status::kInconclusive);
}

TEST(Gate, ExactRulesCompareMedians) {
  Rule exact = time_rule();
  exact.method = Method::kExact;
  EXPECT_EQ(check_time(exact, runs_of({1.0}), runs_of({1.03})).status, Status::kRegression);
  EXPECT_EQ(check_time(exact, runs_of({1.0}), runs_of({0.9})).status, Status::kImproved);
  exact.minimum_runs = 3;
  EXPECT_EQ(check_time(exact, runs_of({1.0}), runs_of({1.03})).status, Status::kInconclusive);
}

TEST(Gate, AnyChangeFromZeroIsBeyondARelativeLimit) {
  const std::vector<double> zero(10, 0.0);
  const Check worse = check_time(time_rule(), runs_of(zero), runs_of(std::vector(10, 3.0)));
  EXPECT_EQ(worse.status, Status::kRegression);
  EXPECT_FALSE(worse.relative(worse.shift));
  EXPECT_EQ(check_time(time_rule(), runs_of(zero), runs_of(zero)).status, Status::kOk);
}

TEST(Gate, CorrectsForTheNumberOfMetrics) {
  const std::vector<double> before{1, 2, 3, 4, 5, 6};
  const std::vector<double> after{5.5, 6.5, 7, 8, 4.5, 9};
  EXPECT_EQ(check_time(time_rule(), runs_of(before), runs_of(after)).status, Status::kRegression);
  Runs many_before;
  Runs many_after;
  for (std::size_t i = 0; i < before.size(); ++i) {
    many_before.push_back(run_of({{"a", before[i]}, {"b", before[i]}, {"time", before[i]}}));
    many_after.push_back(run_of({{"a", before[i]}, {"b", before[i]}, {"time", after[i]}}));
  }
  const auto report =
      evaluate_now(rules_of({{.metric = "*", .relative_limit = 0.02}}), many_before, many_after);
  EXPECT_DOUBLE_EQ(*report.checks[2].adjusted_p, 3 * *report.checks[2].p);
  EXPECT_EQ(report.checks[2].status, Status::kOk);
}

TEST(Gate, IsInconclusiveIfNoResultCouldBlock) {
  std::vector<std::pair<std::string, double>> before;
  std::vector<std::pair<std::string, double>> after;
  for (char name = 'a'; name <= 'j'; ++name) {
    before.emplace_back(std::string(1, name), 1.0);
    after.emplace_back(std::string(1, name), name == 'a' ? 2.0 : 1.0);
  }
  // The smallest p-value of five and five runs is 1 / 252; ten metrics need 0.001.
  const auto report = evaluate_now(rules_of({{.metric = "*", .relative_limit = 0.02}}),
                                   Runs(5, run_of(before)), Runs(5, run_of(after)));
  EXPECT_EQ(report.checks[0].status, Status::kInconclusive);
  EXPECT_THAT(report.checks[0].reason.english(), HasSubstr("too few runs"));
}

TEST(Gate, TheBootstrapResolvesTheLevelOfManyMetrics) {
  std::vector<std::pair<std::string, double>> names;
  for (int i = 100; i < 160; ++i) names.emplace_back("m" + std::to_string(i), 1.0);
  Runs before;
  Runs after;
  for (const double value : kSteady) {
    for (auto& entry : names) entry.second = value;
    before.push_back(run_of(names));
    names[0].second = value * 1.2;
    after.push_back(run_of(names));
  }
  const auto report = evaluate_now(
      rules_of({{.metric = "m*", .relative_limit = 0.02, .method = Method::kBootstrap}}), before,
      after);
  EXPECT_EQ(report.checks[0].status, Status::kRegression);
  EXPECT_EQ(report.count(Status::kRegression), 1u);
}

TEST(Gate, QuarantinedMetricsAreEvaluatedButDoNotBlock) {
  TaskControl control;
  const Baseline baseline{.name = "history",
                          .runs = runs_of(kSteady),
                          .quarantine = {{"ti*", "noisy neighbour", "2026-11-01"}}};
  const auto report = *evaluate(rules_of({time_rule()}), baseline, runs_of(times(kSteady, 1.5)),
                                {.strict = true}, control);
  EXPECT_EQ(report.checks[0].status, Status::kRegression);
  EXPECT_EQ(report.checks[0].quarantine->reason, "noisy neighbour");
  EXPECT_TRUE(report.passed());
  EXPECT_EQ(report.count(Status::kRegression), 0u);
  EXPECT_EQ(report.quarantined(), 1u);
}

TEST(Gate, ComparesWithTheLatestRunsAndAddsANote) {
  std::vector<double> values(30, 9.0);
  values.insert(values.end(), kSteady.begin(), kSteady.end());
  Rules rules = rules_of({time_rule()});
  rules.history_runs = 10;
  const auto report = evaluate_now(rules, runs_of(values), runs_of(kSteady));
  EXPECT_EQ(report.checks[0].status, Status::kOk);
  EXPECT_EQ(report.baseline_runs, 10u);
  EXPECT_THAT(report.notes.at(0).english(), HasSubstr("latest 10 of 40 runs"));
}

TEST(Gate, IsCancelledBetweenMetrics) {
  TaskControl control;
  control.request_cancel();
  const auto report = evaluate(rules_of({time_rule()}), {.name = "b", .runs = runs_of(kSteady)},
                               runs_of(kSteady), {}, control);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::gate
