// The result of a study: cash flow, break-evens, guards, recommendation.
#include "costmodel/migration/roi.h"

#include "costmodel/migration/roi_tables.h"
#include "tests/unit/cost/migration/roi_studies.h"

#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

// ---- the worked example --------------------------------------------------------

TEST(Roi, ABillionTokensAMonthGiveTheWorkedExample) {
  const RoiResult result = result_of(simple_study());
  // The published comparison; the example of docs/roi.md has 4,822.88.
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

/// The case r_small: 20 tokens per month against 5,828 billed instance-hours.
Json small_load() {
  Json study = simple_study();
  study["load"]["tokens_per_month"] = 20;
  study["baseline"] = Json::parse(R"({"instance": "p5.48xlarge", "model": "llama-3.1-70b",
    "region": "us-west-2",
    "bill": {"effective_usd_per_hour": "35.895047", "instance_hours_per_month": 5828,
             "source": "bill", "date": "2026-10-31"}})");
  return study;
}

TEST(Roi, ARateBeyondTheRangeOfMoneyIsNotCutOff) {
  const RoiResult result = result_of(small_load());
  EXPECT_NEAR(result.baseline.per_million, 1.046e10, 1e7);
  const auto figures = key_figures(result);
  const bool shown = std::any_of(figures.begin(), figures.end(), [](const KeyFigure& figure) {
    return figure.value.english().find("10,460,000,000") != std::string::npos;
  });
  EXPECT_TRUE(shown);
}

TEST(Roi, AnImpliedThroughputThatNoDeviceHasPreventsARecommendation) {
  const RoiResult result = result_of(small_load());
  EXPECT_TRUE(has_concern(result, "roofline", "nobody runs these instances"));
  EXPECT_EQ(result.recommendation.verdict, Recommendation::Verdict::kImpossible);
  Json real = small_load();
  real["load"]["tokens_per_month"] = 2e10;
  EXPECT_FALSE(has_concern(result_of(real), "roofline", "nobody runs"));
}

TEST(Roi, DatesInTheFutureAreErrorsAndLaterDatesConcerns) {
  Json study = small_load();
  study["load"]["tokens_per_month"] = 2e10;
  study["baseline"]["bill"]["date"] = "2031-01-01";
  EXPECT_EQ(
      error_of(study),
      "/baseline/bill/date: 2031-01-01 is in the future; today is 2026-11-20. State the day on "
      "which the amount was paid or seen.");
  study["baseline"]["bill"]["date"] = "2026-11-20";
  study["as_of"] = "2026-11-01";
  EXPECT_TRUE(has_concern(result_of(study), "stale price", "/baseline/bill is dated 2026-11-20"));
  study = simple_study();
  study["target"]["price"]["date"] = "2031";
  EXPECT_THAT(error_of(study), testing::StartsWith("/target/price/date: 2031 is in the future"));
}

TEST(Roi, AConditionWithoutAMarginSaysSo) {
  Json study = simple_study();
  study["migration"] = Json::parse(R"({"go_live_month": 0})");
  study["target"] = study["baseline"];
  study["target"]["price"]["usd_per_hour"] = "32.7699";
  const RoiResult result = result_of(study);
  const auto& advice = result.recommendation;
  EXPECT_TRUE(any_contains(advice.move_if, "there is no margin") ||
              any_contains(advice.stay_if, "there is no margin"));
  EXPECT_FALSE(any_contains(advice.move_if, "0.0 %"));
  EXPECT_FALSE(any_contains(advice.stay_if, "0.0 %"));
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
  // The break-even is at 344/256 of the baseline, plus a small amount for the USD 20,000.
  const BreakEven& speed = turn_of(result, BreakEven::Quantity::kTargetThroughput);
  EXPECT_EQ(speed.state, BreakEven::State::kAbove);
  EXPECT_GT(speed.at, 42'000 * 344.0 / 256.0);
  EXPECT_LT(speed.at, 42'000 * 344.0 / 256.0 * 1.02);
}

TEST(Roi, ImpossibleThroughputsGetNoRecommendation) {
  const RoiResult result = result_of(built_in("inf2-llama2-70b-serving"));
  EXPECT_GT(result.npv.nano(), 0);
  EXPECT_EQ(result.recommendation.verdict, Recommendation::Verdict::kImpossible);
  EXPECT_TRUE(any_contains(result.recommendation.stay_if, "times the memory bound"));
}

// ---- break-evens ------------------------------------------------------------------

TEST(BreakEvens, NpvIsZeroAtTheBreakEven) {
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
  // NPV = -60,000 + a x load, so that the break-even is at 60,000 / (NPV + 60,000) of the plan.
  EXPECT_NEAR(turn_of(result, BreakEven::Quantity::kLoad).at / 1e9,
              60'000 / (result.npv.dollars() + 60'000), 1e-6);
}

TEST(BreakEvens, AreAllFoundOrReportedAsAbsent) {
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
  EXPECT_TRUE(has_concern(result, "purchase", "effective price of the bill"));
  json["baseline"]["utilisation"] = {{"share", 0.5}, {"source", "t"}};
  EXPECT_NE(error_of(json).find("/baseline/utilisation"), std::string::npos);
}

TEST(Roi, EveryPairOfPurchaseOptionsHasAResultOrAReason) {
  Json json = built_in("ailabs-30b-migration-2026");
  const RoiResult result = result_of(json);
  const auto cell = [&](const Purchase& base, const Purchase& target) {
    return *std::find_if(result.options.begin(), result.options.end(), [&](const OptionCell& c) {
      return c.baseline == base && c.target == target;
    });
  };
  // The sums are in another order, and each is rounded to the nano-dollar.
  EXPECT_NEAR(cell(PurchaseOption::kOnDemand, PurchaseOption::kOnDemand).npv->dollars(),
              result.npv.dollars(), 1e-6);
  // A Capacity Block of trn1 costs 9.532 USD/h and on-demand 21.50 USD/h.
  EXPECT_GT(*cell(PurchaseOption::kOnDemand, PurchaseOption::kCapacityBlock).npv, result.npv);
  EXPECT_GT(cell(PurchaseOption::kOnDemand, PurchaseOption::kCapacityBlock).npv->nano(), 0);
  for (const OptionCell& each : result.options)
    EXPECT_EQ(each.npv.has_value(), each.missing.empty());
}

TEST(Roi, ReportsDifferentOptionsAndUtilisationsAndMissingRanges) {
  Json json = simple_study();
  json["target"].erase("price");
  json["target"]["option"] = "ri_1yr";
  json["baseline"]["utilisation"]["share"] = 0.4;
  const RoiResult result = result_of(json);
  EXPECT_TRUE(has_concern(result, "purchase", "purchase options differ"));
  EXPECT_TRUE(has_concern(result, "utilisation", "assumed to be higher"));
  EXPECT_TRUE(has_concern(result, "billing", "paid around the clock"));
  EXPECT_TRUE(has_concern(result, "uncertainty", "no input has a range"));
  EXPECT_TRUE(has_concern(result, "stale price", "has no date"));
}

TEST(Roi, ReportsIdleHoursOfCapacityBlocks) {
  Json json = simple_study();
  json["target"]["option"] = "capacity_block";
  EXPECT_TRUE(has_concern(result_of(json), "billing", "must include their idle hours"));
}

TEST(Roi, ReportsPricesOlderThanAYear) {
  Json json = simple_study();
  json["target"]["price"]["date"] = "2024-11";
  EXPECT_TRUE(has_concern(result_of(json), "stale price", "more than 365 days"));
}

TEST(Roi, APriceThatIsNotOfferedOrUnknownIsAnError) {
  Json json = simple_study();
  json["target"].erase("price");
  json["target"]["instance"] = "trn2.48xlarge";
  const auto result = evaluate(json);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInfeasible);
  EXPECT_NE(to_string(result.error()).find("not offered"), std::string::npos)
      << to_string(result.error());
}

TEST(Roi, AmountsOutOfRangeAreAnError) {
  Json json = simple_study();
  json["load"]["tokens_per_month"] = 1e20;
  EXPECT_NE(error_of(json).find("9 billion"), std::string::npos) << error_of(json);
}

TEST(Roi, CompatibilityReportsUnpublishedFacts) {
  Json json = simple_study();
  json["target"]["model"] = "llama-2-70b";
  json["target"]["tensor_parallel"] = 24;
  json["target"]["dtype"] = "int8";
  json["checklist"] = Json::array(
      {{{"item", "custom CUDA kernel"}, {"state", "unsupported"}, {"source", "own analysis"}}});
  const RoiResult result = result_of(json);
  using State = CompatibilityRow::State;
  const auto row = [&](std::string_view check) {
    return std::find_if(
        result.compatibility.begin(), result.compatibility.end(),
        [&](const CompatibilityRow& r) { return r.check.english().starts_with(check); });
  };
  EXPECT_EQ(row("Data type int8")->state, State::kPartly);  // lowered to FP32
  EXPECT_EQ(row("Attention heads")->state, State::kPartly);
  EXPECT_EQ(row("Context")->state, State::kUnknown);
  EXPECT_EQ(row("Operators")->state, State::kUnknown);
  EXPECT_EQ(row("Memory")->state, State::kYes);
  EXPECT_EQ(row("custom CUDA kernel")->state, State::kNo);
  // The recommendation must not be to move if the model cannot run.
  EXPECT_EQ(result.recommendation.verdict, Recommendation::Verdict::kImpossible);
  EXPECT_TRUE(any_contains(result.recommendation.stay_if, "custom CUDA kernel"));
}

TEST(Roi, InputsThatDoNotChangeTheResultAreNoConditions) {
  const RoiResult stay = result_of(built_in("ailabs-30b-migration-2026"));
  ASSERT_EQ(stay.recommendation.verdict, Recommendation::Verdict::kStay);
  EXPECT_TRUE(any_contains(stay.recommendation.no_effect, "any engineering effort between"));
  EXPECT_FALSE(any_contains(stay.recommendation.stay_if, "any "));
  for (const BreakEven& turn : stay.break_evens) {
    const bool open =
        turn.state == BreakEven::State::kAlways || turn.state == BreakEven::State::kNever;
    EXPECT_EQ(any_contains(stay.recommendation.no_effect,
                           "any " + std::string(title(turn.quantity).english) + " between"),
              open);
  }
  const std::string text = roi_text(stay, true, Language());
  EXPECT_NE(text.find("\nDoes not change the result\n"), std::string::npos);
  EXPECT_EQ(text.find("'checklist'"), std::string::npos);
}

TEST(Roi, ChecksNameTheSideIfBothHaveTheSameLabel) {
  Json json = simple_study();
  json["baseline"]["instance"] = "inf2.48xlarge";
  json["baseline"]["price"]["usd_per_hour"] = "12.98";
  json["checklist"] = Json::array({{{"item", "kernel"}, {"state", "unknown"}, {"source", "me"}}});
  const RoiResult result = result_of(json);
  for (const char* side : {"inf2.48xlarge (baseline)", "inf2.48xlarge (target)"}) {
    EXPECT_TRUE(std::any_of(result.concerns.begin(), result.concerns.end(),
                            [&](const Concern& one) { return one.subject == side; }))
        << side;
  }
  EXPECT_TRUE(any_contains(result.recommendation.find_out, "kernel: the study marks this check"));
}

TEST(Roi, AMissingPriceNamesWhereThereIsOne) {
  Json json = simple_study();
  json["target"]["instance"] = "trn2.48xlarge";
  json["target"].erase("price");
  EXPECT_NE(error_of(json).find("available: Spot in us-east-2"), std::string::npos)
      << error_of(json);
}

TEST(Roi, TaxTakesItsShareOfThePresentValue) {
  Json json = simple_study();
  const RoiResult before = result_of(json);
  json["tax"] = {{"rate", 0.3}, {"source", "test"}};
  const RoiResult after = result_of(json);
  EXPECT_NEAR(after.npv.dollars(), 0.7 * before.npv.dollars(), 0.01);
  EXPECT_EQ(after.investment, before.investment) << "payments are before tax";
  const std::string text = roi_text(after, true, Language());
  EXPECT_NE(text.find("Additional tax"), std::string::npos);
  EXPECT_NE(text.find("of the additional profit of each month"), std::string::npos);
  EXPECT_EQ(roi_text(before, true, Language()).find("Additional tax"), std::string::npos);
  for (const CashMonth& m : after.months) {
    EXPECT_EQ(m.net, m.stay - m.old_machines - m.new_machines - m.running - m.people - m.one_off +
                         m.resale - m.tax);
  }
}

TEST(Roi, DepreciationWithoutTaxIsAnError) {
  Json json = simple_study();
  json["migration"]["one_off"] =
      Json::array({{{"name", "x"}, {"usd", 5}, {"depreciation_months", 12}, {"source", "t"}}});
  EXPECT_NE(error_of(json).find("depreciation_months: requires 'tax'"), std::string::npos)
      << error_of(json);
  json["tax"] = {{"rate", 0.3}, {"source", "test"}};
  EXPECT_EQ(error_of(json), "");
  json["owned"] = Json::array({{{"label", "x"}, {"book_usd", 5}, {"source", "t"}}});
  EXPECT_NE(error_of(json).find("owned/0/months_left"), std::string::npos) << error_of(json);
}

TEST(Roi, RecommendsWithConditions) {
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

TEST(RoiNames, AMisspelledTypeIsAnErrorAlsoWithAPrice) {
  Json study = simple_study();
  for (const char* const side : {"baseline", "target"}) {
    study[side]["price"] = {{"usd_per_hour", "3"}, {"source", "t"}};
  }
  study["target"]["instance"] = "trn2.48xlrge";
  const auto found = evaluate(study);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kNotFound);
  EXPECT_NE(to_string(found.error()).find("did you mean 'trn2.48xlarge'"), std::string::npos)
      << to_string(found.error());
  study["target"]["instance"] = "own servers";
  EXPECT_TRUE(evaluate(study)) << "other hardware";
}

}  // namespace
}  // namespace nscope::cost
