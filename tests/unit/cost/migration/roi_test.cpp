// The migration study: reading, timeline, result, uncertainty, recommendation.
#include "costmodel/migration/roi.h"

#include "costmodel/migration/roi_tables.h"
#include "profiler/base/resources.h"
#include "tests/unit/cost/built_in_data.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

/// 60,000 USD today; a billion tokens a month at the printed claims (S3).
Json simple_study() {
  return parse_json(R"({
    "schema": "nscope.roi/1", "title": "test", "as_of": "2026-11-20",
    "horizon_months": 24, "discount_rate": {"per_year": 0.1, "source": "test"},
    "load": {"tokens_per_month": 1e9, "source": "test"},
    "baseline": {"instance": "p4d.24xlarge", "region": "us-east-1",
      "throughput": {"tokens_per_second": 800, "source": "claim"},
      "price": {"usd_per_hour": "32.77", "source": "printed"},
      "utilisation": {"share": 1, "source": "test"}},
    "target": {"instance": "inf2.48xlarge", "region": "us-east-1",
      "throughput": {"tokens_per_second": 550, "source": "claim"},
      "price": {"usd_per_hour": "12.98", "source": "printed"},
      "utilisation": {"share": 1, "source": "test"}},
    "migration": {"go_live_month": 0,
      "phases": [{"name": "all", "engineer_weeks": 12, "usd_per_week": "5000", "source": "test"}]}
  })",
                    "test")
      .value();
}

Day today() {
  return parse_day("2026-11-20").value();
}

RoiStudy study_of(const Json& json) {
  auto study = roi_study_from_json(json, "test.json");
  EXPECT_TRUE(study) << (study ? "" : to_string(study.error()));
  return study.value_or(RoiStudy{});
}

Result<RoiResult> evaluate(const Json& json) {
  const auto study = roi_study_from_json(json, "test.json");
  if (!study) return fail(study.error());
  TaskControl control;
  return evaluate_roi(hardware(), book(), *study, today(), control);
}

RoiResult result_of(const Json& json) {
  auto result = evaluate(json);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result.value_or(RoiResult{});
}

std::string error_of(const Json& json) {
  const auto result = evaluate(json);
  return result ? "" : to_string(result.error());
}

Json built_in(const std::string& name) {
  const auto resource = find_resource("workloads/" + name + ".roi.json");
  return parse_json(resource.value().content, name).value();
}

bool has_concern(const RoiResult& result, std::string_view topic, std::string_view words) {
  return std::any_of(result.concerns.begin(), result.concerns.end(), [&](const Concern& c) {
    return c.topic == topic && c.message.find(words) != std::string::npos;
  });
}

bool any_contains(const std::vector<std::string>& texts, std::string_view words) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    return text.find(words) != std::string::npos;
  });
}

const BreakEven& turn_of(const RoiResult& result, BreakEven::Quantity quantity) {
  return *std::find_if(result.break_evens.begin(), result.break_evens.end(),
                       [&](const BreakEven& b) { return b.quantity == quantity; });
}

// ---- the worked example --------------------------------------------------------

TEST(Roi, ABillionTokensAMonthGiveTheWorkedExample) {
  const RoiResult result = result_of(simple_study());
  // S3.one_billion_tokens_month and facts/pricing.md 5.8; the latter takes 4,822.88.
  EXPECT_EQ(format_usd(result.saving_per_month), "4,822.92");
  EXPECT_EQ(format_usd(result.months[1].stay), "11,378.47");
  EXPECT_EQ(format_usd(result.months[1].new_machines), "6,555.56");
  EXPECT_EQ(format_usd(result.investment), "60,000.00");
  EXPECT_NEAR(result.npv.dollars(), 44'967.90, 1.0);
  EXPECT_NEAR(result.payback.months, 12.44, 0.005);
  EXPECT_NEAR(result.discounted_payback.months, 13.15, 0.005);
  EXPECT_NEAR(annual_rate(result.internal_rate.monthly.at(0)), 1.03, 0.005);
  EXPECT_NEAR(result.price_speed_ratio, 12.98 / 32.77, 1e-12);
  EXPECT_NEAR(result.speed_ratio, 550.0 / 800.0, 1e-12);
}

TEST(Roi, SumsOfTheCashFlowAreExact) {
  const RoiResult result = result_of(built_in("ailabs-30b-migration-2026"));
  Usd sum;
  for (const CashMonth& m : result.months) {
    EXPECT_EQ(m.net, m.stay - m.old_machines - m.new_machines - m.running - m.people - m.one_off);
    sum += m.net;
    EXPECT_EQ(m.cumulative, sum);
  }
}

// ---- the published migration -----------------------------------------------------

TEST(Roi, ThePublishedMigrationNeverPaysOnEqualWork) {
  const RoiResult result = result_of(built_in("ailabs-30b-migration"));
  ASSERT_TRUE(result.claim);
  // S1.roi and S1.roi_true_tokens
  EXPECT_EQ(format_usd(result.claim->saving_claimed), "35,712.00");
  ASSERT_TRUE(result.claim->runs_claimed);
  EXPECT_NEAR(*result.claim->runs_claimed, 0.560036, 5e-7);
  EXPECT_EQ(format_usd(result.claim->saving_equal), "-32,400.00");
  EXPECT_FALSE(result.claim->runs_equal);
  EXPECT_EQ(result.payback.state, Payback::State::kNever);
  EXPECT_EQ(format_usd(result.months[1].net), "-32,400.00");
  EXPECT_LT(result.npv.nano(), 0);
  EXPECT_EQ(result.recommendation.verdict, Recommendation::Verdict::kStay);
  EXPECT_TRUE(has_concern(result, "equal work", "31.4"));
  EXPECT_TRUE(has_concern(result, "utilisation", "100"));
  // break-even speed: 344/256 of the baseline, and a bit more for the 20,000
  const BreakEven& speed = turn_of(result, BreakEven::Quantity::kTargetThroughput);
  EXPECT_EQ(speed.state, BreakEven::State::kAbove);
  EXPECT_GT(speed.at, 42'000 * 344.0 / 256.0);
  EXPECT_LT(speed.at, 42'000 * 344.0 / 256.0 * 1.02);
}

TEST(Roi, ImpossibleThroughputsGetNoRecommendation) {
  const RoiResult result = result_of(built_in("inf2-llama2-70b-serving"));
  EXPECT_GT(result.npv.nano(), 0);
  EXPECT_EQ(result.recommendation.verdict, Recommendation::Verdict::kImpossible);
  EXPECT_TRUE(any_contains(result.recommendation.stay_if, "exceeds the memory bound"));
}

// ---- timeline --------------------------------------------------------------------

Levers simple_levers() {
  Levers levers;
  levers.baseline = {.usd_per_hour = 10, .instances = 2, .tokens_per_second = 100};
  levers.target = {.usd_per_hour = 6, .instances = 2, .tokens_per_second = 100};
  levers.tokens = 100 * 3600.0 * 50;  // fifty hours
  return levers;
}

RoiStudy empty_study(int months) {
  RoiStudy study;
  study.horizon_months = months;
  return study;
}

TEST(Timeline, BusyHoursAndAlwaysOn) {
  SideRates side{.usd_per_hour = 10, .instances = 2, .tokens_per_second = 100};
  EXPECT_NEAR(month_cost(side, 100 * 3600.0 * 50), 1000.0, 1e-9);
  side.utilisation = 0.5;
  EXPECT_NEAR(month_cost(side, 100 * 3600.0 * 50), 2000.0, 1e-9);
  side.billing = Billing::kAlwaysOn;
  EXPECT_NEAR(month_cost(side, 100 * 3600.0 * 50), 2 * 10 * 730, 1e-9);
  EXPECT_EQ(groups_for(side, 100 * 3600.0 * 730 * 0.5), 1.0);  // exactly full
  EXPECT_EQ(groups_for(side, 100 * 3600.0 * 730 * 0.51), 2.0);
}

TEST(Timeline, GoLiveAndDualRunningMayFallIntoAMonth) {
  RoiStudy study = empty_study(4);
  study.dual_running_months = 1.0;
  study.dual_running_share = 0.5;
  Levers levers = simple_levers();
  levers.go_live_month = 1.5;
  const auto lines = timeline(study, levers);
  EXPECT_NEAR(lines[1].share, 0.0, 1e-12);
  EXPECT_NEAR(lines[2].share, 0.5, 1e-12);
  EXPECT_NEAR(lines[3].share, 1.0, 1e-12);
  // Dual running from 0.5 to 1.5: half of month 1 and half of month 2, at half the load.
  EXPECT_NEAR(lines[1].dual, 0.25, 1e-12);
  EXPECT_NEAR(lines[2].dual, 0.25, 1e-12);
  EXPECT_NEAR(lines[3].dual, 0.0, 1e-12);
  EXPECT_NEAR(lines[2].old_machines, 500.0, 1e-9);
  EXPECT_NEAR(lines[2].new_machines, 600.0 * 0.75, 1e-9);
}

TEST(Timeline, CommitmentsAreOwedInAnyCaseUntilTheyExpire) {
  RoiStudy study = empty_study(4);
  study.commitments.push_back({"old", Usd::from_dollars(800), 2.5, "test"});
  const auto lines = timeline(study, simple_levers());
  // All on the target: 600; staying costs 1000, of which 800 are owed.
  EXPECT_NEAR(lines[1].net(), 1000 - 800 - 600, 1e-9);
  EXPECT_NEAR(lines[3].committed, 400.0, 1e-9);
  EXPECT_NEAR(lines[3].net(), 1000 - 400 - 600, 1e-9);
  EXPECT_NEAR(lines[4].net(), 1000 - 600, 1e-9);
  // A commitment above the use is waste that staying has as well.
  study.commitments[0].usd_per_month = Usd::from_dollars(1500);
  EXPECT_NEAR(timeline(study, simple_levers())[1].net(), -600.0, 1e-9);
}

TEST(Timeline, PhasesAreSpreadOverTheirMonths) {
  RoiStudy study = empty_study(4);
  study.phases.push_back({"port", 10, Usd::from_dollars(100), 0.5, 2.5, "test"});
  study.phases.push_back({"plan", 1, Usd::from_dollars(70), 0.0, 0.0, "test"});
  const auto lines = timeline(study, simple_levers());
  EXPECT_NEAR(lines[0].people, 70.0, 1e-9);
  EXPECT_NEAR(lines[1].people, 250.0, 1e-9);
  EXPECT_NEAR(lines[2].people, 500.0, 1e-9);
  EXPECT_NEAR(lines[3].people, 250.0, 1e-9);
  EXPECT_NEAR(lines[4].people, 0.0, 1e-9);
}

TEST(Timeline, PriceCutsLowerOnlyTheirSide) {
  const RoiStudy study = empty_study(3);
  const PriceStep cut{SideName::kBaseline, 1.5, 0.5};
  const auto lines = timeline(study, simple_levers(), std::span(&cut, 1));
  EXPECT_NEAR(lines[1].stay, 1000.0, 1e-9);
  EXPECT_NEAR(lines[2].stay, 750.0, 1e-9);  // half of the month at half the price
  EXPECT_NEAR(lines[3].stay, 500.0, 1e-9);
  EXPECT_NEAR(lines[3].new_machines, 600.0, 1e-9);
}

TEST(Timeline, GrowthCompounds) {
  RoiStudy study = empty_study(3);
  study.load.growth_per_month = 0.1;
  EXPECT_NEAR(timeline(study, simple_levers())[3].stay, 1000 * 1.21, 1e-9);
}

TEST(Timeline, CompilationIsPaidOnceAndWithEveryRelease) {
  Json json = simple_study();
  json["migration"]["go_live_month"] = 2;
  json["migration"]["compile"] = {{"hours", 0.75}, {"graphs", 5},   {"usd_per_hour", "21.50"},
                                  {"month", 1},    {"source", "x"}, {"repeats_per_month", 0.05}};
  const RoiResult result = result_of(json);
  EXPECT_EQ(format_usd(result.months[1].one_off, 4), "80.6250");
  EXPECT_EQ(format_usd(result.months[2].running, 4), "0.0000");
  // F.compile_amortised: five graphs of 0.75 h at 21.50 over twenty runs
  EXPECT_EQ(format_usd(result.months[3].running, 5), "4.03125");
}

// ---- break-evens ------------------------------------------------------------------

TEST(BreakEvens, NpvIsZeroWhereTheDecisionTurns) {
  const RoiResult result = result_of(simple_study());
  const double rate = monthly_rate(0.1);
  const auto npv = [&](Levers levers) {
    return present_value(net_flows(timeline(result.study, levers)), rate);
  };
  Levers levers = result.levers;
  levers.target.tokens_per_second = turn_of(result, BreakEven::Quantity::kTargetThroughput).at;
  EXPECT_NEAR(npv(levers), 0.0, 1e-4);
  levers = result.levers;
  levers.tokens = turn_of(result, BreakEven::Quantity::kLoad).at;
  EXPECT_NEAR(npv(levers), 0.0, 1e-4);
  levers = result.levers;
  levers.baseline.usd_per_hour = turn_of(result, BreakEven::Quantity::kBaselinePrice).at;
  EXPECT_NEAR(npv(levers), 0.0, 1e-4);
  // Linear in the load: NPV = -60,000 + a load, so the turn is at 60,000 / (NPV + 60,000).
  EXPECT_NEAR(turn_of(result, BreakEven::Quantity::kLoad).at / 1e9,
              60'000 / (result.npv.dollars() + 60'000), 1e-6);
}

TEST(BreakEvens, FindAllTurnsAndSayWhereThereIsNone) {
  using Quantity = BreakEven::Quantity;
  const auto of = [](const std::function<double(double)>& f) {
    return find_break_even(Quantity::kLoad, 1.0, 0.01, 100.0, f);
  };
  EXPECT_EQ(of([](double) { return 1.0; }).state, BreakEven::State::kAlways);
  EXPECT_EQ(of([](double) { return -1.0; }).state, BreakEven::State::kNever);
  const BreakEven above = of([](double x) { return x - 3.0; });
  EXPECT_EQ(above.state, BreakEven::State::kAbove);
  EXPECT_NEAR(above.at, 3.0, 1e-9);
  EXPECT_EQ(of([](double x) { return 3.0 - x; }).state, BreakEven::State::kBelow);
  const BreakEven several = of([](double x) { return (x - 1.5) * (20.0 - x); });
  EXPECT_EQ(several.state, BreakEven::State::kSeveral);
  ASSERT_EQ(several.turns.size(), 2u);
  EXPECT_NEAR(several.turns[1], 20.0, 1e-9);
}

// ---- uncertainty --------------------------------------------------------------------

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

TEST(Uncertainty, TornadoIsSortedAndTakesTheEndsOfTheRanges) {
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

TEST(Uncertainty, SameSeedSameTrialsAndAnotherSeedOthers) {
  const RoiResult first = result_of(uncertain_study());
  const RoiResult again = result_of(uncertain_study());
  EXPECT_EQ(first.monte_carlo.npv.p50, again.monte_carlo.npv.p50);
  EXPECT_EQ(first.monte_carlo.histogram, again.monte_carlo.histogram);
  Json other = uncertain_study();
  other["uncertainty"]["seed"] = 4;
  EXPECT_NE(first.monte_carlo.npv.p50, result_of(other).monte_carlo.npv.p50);
}

TEST(Uncertainty, TrialsAgreeWithTheClosedForm) {
  // Only the load varies: NPV = -60,000 + k load, k > 0, so its quantiles are those of
  // the lognormal, and the odds those of the break-even load.
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
  const double odds = 0.5 * std::erfc((std::log(60'000 / earned) - mu) / (sigma * std::sqrt(2.0)));
  EXPECT_NEAR(result.monte_carlo.probability, odds, 0.006);
  EXPECT_LT(result.monte_carlo.probability_low, result.monte_carlo.probability);
  EXPECT_GT(result.monte_carlo.probability_high, result.monte_carlo.probability);
}

TEST(Uncertainty, CorrelatedPricesNarrowTheSpread) {
  Json json = simple_study();
  json["uncertainty"] = {{"inputs",
                          {{"baseline.price", {{"p10", 0.7}, {"p90", 1.4}, {"source", "t"}}},
                           {"target.price", {{"p10", 0.7}, {"p90", 1.4}, {"source", "t"}}}}}};
  const double apart = result_of(json).monte_carlo.deviation;
  json["uncertainty"]["correlations"] = Json::array(
      {{{"between", {"baseline.price", "target.price"}}, {"value", 0.95}, {"source", "t"}}});
  EXPECT_LT(result_of(json).monte_carlo.deviation, 0.7 * apart);
}

TEST(Uncertainty, PriceCutsOfTheBaselineLowerTheOdds) {
  Json json = uncertain_study();
  const RoiResult before = result_of(json);
  json["price_cuts"] = Json::array(
      {{{"side", "baseline"}, {"probability_per_year", 0.5}, {"size", 0.33}, {"source", "t"}}});
  const RoiResult after = result_of(json);
  EXPECT_LT(after.monte_carlo.probability, before.monte_carlo.probability);
  EXPECT_EQ(after.npv, before.npv);  // the plan itself is not touched
  // -ln(0.5) a year over two years
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
  EXPECT_NE(error_of(json).find("cannot hold at once"), std::string::npos) << error_of(json);
}

TEST(Uncertainty, CancelsInTheMiddle) {
  TaskControl control;
  control.request_cancel();
  const auto result =
      evaluate_roi(hardware(), book(), study_of(uncertain_study()), today(), control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

TEST(Uncertainty, APredictionsOwnBandIsTakenWhereNoRangeIsStated) {
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

// ---- own bill, purchase options, guards ------------------------------------------------

TEST(Roi, AnOwnBillIsItsHoursTimesItsPrice) {
  Json json = simple_study();
  json["baseline"] = {{"instance", "p4d.24xlarge"},
                      {"region", "us-east-1"},
                      {"bill",
                       {{"effective_usd_per_hour", "13.921094"},
                        {"instance_hours_per_month", 730},
                        {"source", "own"},
                        {"date", "2026-10"}}}};
  const RoiResult result = result_of(json);
  EXPECT_EQ(format_usd(result.months[1].stay, 4), "10,162.3986");
  EXPECT_TRUE(has_concern(result, "purchase options", "what was paid"));
  json["baseline"]["utilisation"] = {{"share", 0.5}, {"source", "t"}};
  EXPECT_NE(error_of(json).find("/baseline/utilisation"), std::string::npos);
}

TEST(Roi, EveryPairOfPurchaseOptionsIsPricedOrSaysWhy) {
  Json json = built_in("ailabs-30b-migration-2026");
  const RoiResult result = result_of(json);
  const auto cell = [&](const Purchase& base, const Purchase& target) {
    return *std::find_if(result.options.begin(), result.options.end(), [&](const OptionCell& c) {
      return c.baseline == base && c.target == target;
    });
  };
  // The same sums in another order: each rounds to the nano-dollar.
  EXPECT_NEAR(cell(PurchaseOption::kOnDemand, PurchaseOption::kOnDemand).npv->dollars(),
              result.npv.dollars(), 1e-6);
  // A Capacity Block of trn1 costs 9.532, on demand 21.50: the way of buying decides.
  EXPECT_GT(*cell(PurchaseOption::kOnDemand, PurchaseOption::kCapacityBlock).npv, result.npv);
  EXPECT_GT(cell(PurchaseOption::kOnDemand, PurchaseOption::kCapacityBlock).npv->nano(), 0);
  for (const OptionCell& each : result.options)
    EXPECT_EQ(each.npv.has_value(), each.missing.empty());
}

TEST(Roi, MixedOptionsUnlikeUtilisationAndMissingRangesAreSaid) {
  Json json = simple_study();
  json["target"].erase("price");
  json["target"]["option"] = "ri_1yr";
  json["baseline"]["utilisation"]["share"] = 0.4;
  const RoiResult result = result_of(json);
  EXPECT_TRUE(has_concern(result, "purchase options", "like against like"));
  EXPECT_TRUE(has_concern(result, "utilisation", "assumed to be busier"));
  EXPECT_TRUE(has_concern(result, "billing", "paid around the clock"));
  EXPECT_TRUE(has_concern(result, "uncertainty", "no input has a range"));
  EXPECT_TRUE(has_concern(result, "stale prices", "has no date"));
}

TEST(Roi, PricesOlderThanAYearAreSaid) {
  Json json = simple_study();
  json["target"]["price"]["date"] = "2024-11";
  EXPECT_TRUE(has_concern(result_of(json), "stale prices", "more than twelve months"));
}

TEST(Roi, WhatIsNotOfferedOrUnknownIsRefusedNotZero) {
  Json json = simple_study();
  json["target"].erase("price");
  json["target"]["instance"] = "trn2.48xlarge";
  const auto result = evaluate(json);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInfeasible);
  EXPECT_NE(result.error().message.find("not offered"), std::string::npos)
      << result.error().message;
}

TEST(Roi, AmountsBeyondMoneyAreAnError) {
  Json json = simple_study();
  json["load"]["tokens_per_month"] = 1e20;
  EXPECT_NE(error_of(json).find("9 billion"), std::string::npos) << error_of(json);
}

TEST(Roi, CompatibilitySaysWhatNobodyPublished) {
  Json json = simple_study();
  json["target"]["model"] = "llama-2-70b";
  json["target"]["tensor_parallel"] = 24;
  json["target"]["dtype"] = "int8";
  json["checklist"] = Json::array(
      {{{"item", "custom CUDA kernel"}, {"state", "unsupported"}, {"source", "own look"}}});
  const RoiResult result = result_of(json);
  using State = CompatibilityRow::State;
  const auto row = [&](std::string_view check) {
    return std::find_if(result.compatibility.begin(), result.compatibility.end(),
                        [&](const CompatibilityRow& r) { return r.check.starts_with(check); });
  };
  EXPECT_EQ(row("data type int8")->state, State::kPartly);  // lowered to FP32
  EXPECT_EQ(row("attention heads")->state, State::kPartly);
  EXPECT_EQ(row("context")->state, State::kUnknown);
  EXPECT_EQ(row("operators")->state, State::kUnknown);
  EXPECT_EQ(row("memory")->state, State::kYes);
  EXPECT_EQ(row("custom CUDA kernel")->state, State::kNo);
  // What cannot run gets no recommendation to move.
  EXPECT_EQ(result.recommendation.verdict, Recommendation::Verdict::kImpossible);
  EXPECT_TRUE(any_contains(result.recommendation.stay_if, "custom CUDA kernel"));
}

TEST(Roi, RecommendsWithConditionsAndNamesThePlan) {
  Json json = simple_study();
  for (const char* side : {"baseline", "target"})
    json[side]["throughput"]["tokens_per_second"] = 60;
  json["uncertainty"] = {{"inputs", {{"load", {{"p10", 0.9}, {"p90", 1.1}, {"source", "t"}}}}}};
  json["load"]["tokens_per_month"] = 3e8;
  const RoiResult result = result_of(json);
  EXPECT_EQ(result.recommendation.verdict, Recommendation::Verdict::kMove);
  EXPECT_TRUE(any_contains(result.recommendation.move_if, "the target throughput is above"));
  EXPECT_TRUE(any_contains(result.recommendation.stay_if, "the baseline price is below"));
  EXPECT_TRUE(any_contains(result.recommendation.stay_if, "the load is below"));
}

// ---- reading ---------------------------------------------------------------------------

TEST(RoiReader, BuiltInStudiesAreRead) {
  int count = 0;
  for (const Resource& resource : list_resources("workloads/")) {
    if (!resource.path.ends_with(".roi.json")) continue;
    const auto json = parse_json(resource.content, resource.path);
    ASSERT_TRUE(json);
    const auto study = roi_study_from_json(*json, resource.path);
    EXPECT_TRUE(study) << (study ? "" : to_string(study.error()));
    ++count;
  }
  EXPECT_EQ(count, 4);
}

struct Broken {
  const char* pointer;
  Json value;  ///< null: removed
  const char* expected;
};

class RoiReaderRejects : public ::testing::TestWithParam<Broken> {};

TEST_P(RoiReaderRejects, NamesTheMember) {
  const Broken& broken = GetParam();
  Json json = simple_study();
  const Json::json_pointer pointer(broken.pointer);
  if (broken.value.is_null()) {
    json[pointer.parent_pointer()].erase(pointer.back());
  } else {
    json[pointer] = broken.value;
  }
  const auto study = roi_study_from_json(json, "s.json");
  ASSERT_FALSE(study);
  EXPECT_EQ(to_string(study.error()).rfind(fmt::format("s.json: {}", broken.expected), 0), 0u)
      << to_string(study.error());
}

INSTANTIATE_TEST_SUITE_P(
    Roi, RoiReaderRejects,
    ::testing::Values(
        Broken{"/schema", "nscope.cost/1", "/schema"}, Broken{"/schema", "nscope.roi/2", "/schema"},
        Broken{"/extra", 1, "/extra"}, Broken{"/title", nullptr, "/title"},
        Broken{"/horizon_months", 0, "/horizon_months"},
        Broken{"/horizon_months", 601, "/horizon_months"},
        Broken{"/horizon_months", 1.5, "/horizon_months"},
        Broken{"/discount_rate", nullptr, "/discount_rate"},
        Broken{"/discount_rate/per_year", -0.1, "/discount_rate/per_year"},
        Broken{"/discount_rate/source", "", "/discount_rate/source"},
        Broken{"/as_of", "2026-02-30", "/as_of"},
        Broken{"/load/tokens_per_month", -1, "/load/tokens_per_month"},
        Broken{"/load/tokens_per_month", 1e300, "/load/tokens_per_month"},
        Broken{"/load/runs_per_month", 1, "/load/tokens_per_month"},
        Broken{"/load/growth_per_month", 3, "/load/growth_per_month"},
        Broken{"/load/source", nullptr, "/load/source"},
        Broken{"/baseline/utilisation", nullptr, "/baseline/utilisation"},
        Broken{"/baseline/utilisation/share", 0, "/baseline/utilisation/share"},
        Broken{"/baseline/utilisation/share", 1.2, "/baseline/utilisation/share"},
        Broken{"/baseline/option", "gift", "/baseline/option"},
        Broken{"/baseline/billing", "monthly", "/baseline/billing"},
        Broken{"/baseline/region", nullptr, "/baseline/region"},
        Broken{"/target/instance", nullptr, "/target/instance"},
        Broken{"/target/price/usd_per_hour", "-1", "/target/price/usd_per_hour"},
        Broken{"/migration/go_live_month", 25, "/migration/go_live_month"},
        Broken{"/migration/phases/0/usd_per_week", "free", "/migration/phases/0/usd_per_week"},
        Broken{"/migration/phases/0/to_month", 90, "/migration/phases/0/to_month"},
        Broken{"/migration/phases/0/source", nullptr, "/migration/phases/0/source"},
        Broken{"/migration/one_off", Json::array({Json{{"name", "x"}, {"source", "t"}}}),
               "/migration/one_off/0/usd"},
        Broken{"/commitments",
               Json::array({Json{{"label", "x"}, {"usd_per_month", 1}, {"source", "t"}}}),
               "/commitments/0/months_left"},
        Broken{"/price_cuts", 7, "/price_cuts"},
        Broken{"/checklist",
               Json::array({Json{{"item", "x"}, {"state", "maybe"}, {"source", "t"}}}),
               "/checklist/0/state"},
        Broken{"/uncertainty", Json{{"trials", 1}}, "/uncertainty/trials"},
        Broken{"/uncertainty", Json{{"inputs", {{"weather", 1}}}}, "/uncertainty/inputs/weather"},
        Broken{"/uncertainty",
               Json{{"inputs", {{"load", {{"p10", 2}, {"p90", 1}, {"source", "t"}}}}}},
               "/uncertainty/inputs/load/p90"},
        Broken{"/uncertainty",
               Json{{"inputs",
                     {{"target.utilisation", {{"p10", 0.5}, {"p90", 1.0}, {"source", "t"}}}}}},
               "/uncertainty/inputs/target.utilisation/p90"},
        Broken{"/uncertainty",
               Json{{"correlations",
                     Json::array({Json{
                         {"between", {"load", "effort"}}, {"value", 0.5}, {"source", "t"}}})}},
               "/uncertainty/correlations/0/between"}));

TEST(RoiReader, AnyMemberOfAnyTypeIsAnErrorOrReadButNeverACrash) {
  const Json values =
      Json::array({nullptr, true, -1, 1e308, "", "x", Json::array(), Json::object()});
  const Json whole = built_in("inf2-llama2-70b-serving-2026");
  const Json flat = whole.flatten();
  int errors = 0;
  for (const auto& [pointer, old] : flat.items()) {
    for (const Json& value : values) {
      Json json = whole;
      json[Json::json_pointer(pointer)] = value;
      if (!roi_study_from_json(json, "mutated")) ++errors;
    }
  }
  EXPECT_GT(errors, 200);
}

}  // namespace
}  // namespace nscope::cost
