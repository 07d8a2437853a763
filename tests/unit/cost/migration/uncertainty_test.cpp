#include "costmodel/migration/uncertainty.h"

#include "tests/unit/cost/migration/roi_studies.h"

#include <cmath>

namespace nscope::cost {
namespace {

Json uncertain_study() {
  Json json = simple_study();
  json["uncertainty"] = {{"trials", 10000},
                         {"seed", 3},
                         {"inputs",
                          {{"target.throughput", {{"p10", 0.8}, {"p90", 1.2}, {"source", "t"}}},
                           {"load", {{"p10", 0.5}, {"p90", 1.6}, {"source", "t"}}},
                           {"target.utilisation", {{"p10", 0.5}, {"p90", 0.9}, {"source", "t"}}}}}};
  return json;
}

TEST(Uncertainty, TornadoIsSortedAndUsesTheEndsOfTheRanges) {
  const RoiResult result = result_of(uncertain_study());
  ASSERT_EQ(result.tornado.size(), 3u);
  for (std::size_t i = 1; i < result.tornado.size(); ++i) {
    EXPECT_GE(result.tornado[i - 1].swing(), result.tornado[i].swing());
  }
  for (const TornadoBar& bar : result.tornado) {
    if (bar.input != RoiInput::kTargetUtilisation) continue;
    EXPECT_DOUBLE_EQ(bar.low_input, 0.5);
    Levers levers = result.levers;
    levers.target.utilisation = 0.5;
    EXPECT_NEAR(bar.at_low,
                present_value(net_flows(timeline(result.study, levers)), monthly_rate(0.1)), 1e-6);
  }
}

TEST(Uncertainty, TrialsDependOnTheSeedOnly) {
  const RoiResult first = result_of(uncertain_study());
  const RoiResult again = result_of(uncertain_study());
  EXPECT_EQ(first.monte_carlo.npv.p50, again.monte_carlo.npv.p50);
  EXPECT_EQ(first.monte_carlo.histogram, again.monte_carlo.histogram);
  Json other = uncertain_study();
  other["uncertainty"]["seed"] = 4;
  EXPECT_NE(first.monte_carlo.npv.p50, result_of(other).monte_carlo.npv.p50);
}

TEST(Uncertainty, TrialsAgreeWithTheClosedForm) {
  // Only the load varies: NPV = -60,000 + k x load with k > 0. The quantiles are those of the
  // lognormal distribution, and the probability is that of a load above the break-even.
  Json json = simple_study();
  json["uncertainty"] = {{"trials", 100000},
                         {"inputs", {{"load", {{"p10", 0.4}, {"p90", 1.4}, {"source", "t"}}}}}};
  const RoiResult result = result_of(json);
  const double earned = result.npv.dollars() + 60'000;
  EXPECT_NEAR(result.monte_carlo.npv.p10, 0.4 * earned - 60'000, 0.01 * earned);
  EXPECT_NEAR(result.monte_carlo.npv.p50, std::sqrt(0.4 * 1.4) * earned - 60'000, 0.01 * earned);
  EXPECT_NEAR(result.monte_carlo.npv.p90, 1.4 * earned - 60'000, 0.015 * earned);
  const double mu = 0.5 * (std::log(0.4) + std::log(1.4));
  const double sigma = (std::log(1.4) - std::log(0.4)) / (2 * 1.2815515655446004);
  const double probability =
      0.5 * std::erfc((std::log(60'000 / earned) - mu) / (sigma * std::sqrt(2.0)));
  EXPECT_NEAR(result.monte_carlo.probability, probability, 0.006);
  EXPECT_LT(result.monte_carlo.probability_low, result.monte_carlo.probability);
  EXPECT_GT(result.monte_carlo.probability_high, result.monte_carlo.probability);
}

TEST(Uncertainty, CorrelatedPricesReduceTheDeviation) {
  Json json = simple_study();
  json["uncertainty"] = {{"inputs",
                          {{"baseline.price", {{"p10", 0.7}, {"p90", 1.4}, {"source", "t"}}},
                           {"target.price", {{"p10", 0.7}, {"p90", 1.4}, {"source", "t"}}}}}};
  const double apart = result_of(json).monte_carlo.deviation;
  json["uncertainty"]["correlations"] = Json::array(
      {{{"between", {"baseline.price", "target.price"}}, {"value", 0.95}, {"source", "t"}}});
  EXPECT_LT(result_of(json).monte_carlo.deviation, 0.7 * apart);
}

TEST(Uncertainty, PriceCutsOfTheBaselineReduceTheProbability) {
  Json json = uncertain_study();
  const RoiResult before = result_of(json);
  json["price_cuts"] = Json::array(
      {{{"side", "baseline"}, {"probability_per_year", 0.5}, {"size", 0.33}, {"source", "t"}}});
  const RoiResult after = result_of(json);
  EXPECT_LT(after.monte_carlo.probability, before.monte_carlo.probability);
  EXPECT_EQ(after.npv, before.npv);  // price cuts change the trials only
  // -ln(0.5) per year for two years
  EXPECT_NEAR(after.monte_carlo.cuts_per_trial, 2 * std::log(2.0), 0.04);
}

TEST(Uncertainty, ImpossibleCorrelationsAreAnError) {
  Json json = uncertain_study();
  const auto pair = [](const char* a, const char* b, double value) {
    return Json{{"between", {a, b}}, {"value", value}, {"source", "t"}};
  };
  json["uncertainty"]["correlations"] = Json::array(
      {pair("load", "target.throughput", 0.95), pair("load", "target.utilisation", 0.95),
       pair("target.throughput", "target.utilisation", -0.95)});
  EXPECT_NE(error_of(json).find("contradict each other"), std::string::npos) << error_of(json);
}

TEST(Uncertainty, CanBeCancelled) {
  TaskControl control;
  control.request_cancel();
  const auto result =
      evaluate_roi(hardware(), book(), study_of(uncertain_study()), today(), control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

TEST(Uncertainty, UsesTheErrorBandOfAPredictionIfNoRangeIsStated) {
  Json json = simple_study();
  json["target"]["throughput"]["low"] = 440;
  json["target"]["throughput"]["high"] = 660;
  const RoiResult result = result_of(json);
  ASSERT_EQ(result.study.uncertainty.ranges.size(), 1u);
  const InputRange& range = result.study.uncertainty.ranges[0];
  EXPECT_EQ(range.input, RoiInput::kTargetThroughput);
  // 440 and 660 are the 5 % and 95 % quantiles.
  EXPECT_GT(range.p10 * 550, 440);
  EXPECT_LT(range.p90 * 550, 660);
  EXPECT_NEAR(range.p10 * range.p90, 440.0 * 660 / (550.0 * 550), 1e-9);
}

}  // namespace
}  // namespace nscope::cost
