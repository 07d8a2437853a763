#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/fleet/plan_ranking.h"
#include "app/capacity/report/mix_text.h"
#include "app/capacity/report/plan_summary.h"
#include "app/capacity/report/plan_text.h"
#include "app/capacity/report/training_text.h"
#include "tests/unit/capacity/fleet_plan_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(PlanRankingTest, TheBestHasAProbabilityAgainstTheNextType) {
  const auto fleet = [](const char* instance, std::int64_t dollars, int serving, int fast,
                        int slow) {
    TypeSummary type{.instance = instance};
    PlannedFleet& one = type.fleet.emplace();
    one.configuration.instance = instance;
    one.serving = serving;
    one.per_hour = Usd::from_dollars(dollars);
    one.measured.emplace().serving = {fast, slow};
    return type;
  };
  FleetPlan plan;
  plan.types = {fleet("trn2.48xlarge", 100, 4, 3, 6), fleet("p5.48xlarge", 120, 4, 3, 6)};
  EXPECT_EQ(ranking_of(plan).error().english(), "no fleet meets the limits");
  plan.best = plan.types[0].fleet;
  const auto ranking = ranking_of(plan);
  ASSERT_TRUE(ranking);
  EXPECT_EQ(ranking->next, "p5.48xlarge");
  // s = sqrt(2) ln(2) / 2 / 1.644854, P = Phi(ln(1.2) / s)
  EXPECT_NEAR(ranking->probability, 0.7297, 5e-4);
  plan.types[1].fleet->measured->serving[1].reset();
  const auto bounds = ranking_of(plan);
  ASSERT_TRUE(bounds && bounds->range);
  EXPECT_GT(bounds->range->low, 0.4);
  EXPECT_GT(bounds->range->high, bounds->range->low);
  plan.types[1].fleet->measured->serving[0].reset();
  EXPECT_THAT(ranking_of(plan).error().english(), HasSubstr("at the fast end"));
  plan.types[1] = fleet("trn2.3xlarge", 120, 4, 3, 6);
  EXPECT_DOUBLE_EQ(ranking_of(plan)->probability, 1) << "the error of the device is common";
  plan.types[1].fleet->measured->serving[1].reset();
  EXPECT_THAT(ranking_of(plan).error().english(),
              HasSubstr("no number of trn2.3xlarge meets the limits at the slow end"));
  plan.types[1].fleet->measured.reset();
  EXPECT_THAT(ranking_of(plan).error().english(), HasSubstr("trn2.3xlarge has no error band"));
  plan.types.pop_back();
  EXPECT_THAT(ranking_of(plan).error().english(), HasSubstr("no other instance type has a fleet"));
  plan.complete = false;
  EXPECT_EQ(ranking_of(plan).error().english(), "the search was stopped");
}

TEST(PlanReportTest, PageOneHasPricesAssumptionsAndWhatIsNotKnown) {
  const auto found = plan(quick_plan());
  ASSERT_TRUE(found && found->best);
  EXPECT_THAT(english(price_dates(*found)), Contains(HasSubstr(" days old")));
  const auto assumed = english(main_assumptions(*found));
  EXPECT_LE(assumed.size(), 5u);
  EXPECT_THAT(assumed, Contains(HasSubstr("Speed of the servers: 1 instance for USD ")));
  EXPECT_THAT(assumed, Contains(HasSubstr("Load: 20 requests/s")));
  EXPECT_THAT(english(unknowns(*found)), Contains(HasSubstr("measured domain")));
}

TEST(PlanReportTest, APlanOfOneTypeSaysWhyItHasNoRanking) {
  Json json = quick_plan();
  json["instances"] = {"inf2.48xlarge"};
  const auto found = plan(json);
  ASSERT_TRUE(found && found->best);
  EXPECT_THAT(to_text(*found, false, Language()),
              HasSubstr("The probability that it is the cheapest is unknown: no other instance "
                        "type has a fleet that meets the limits."));
}

TEST(PlanReportTest, TypesRejectedForTheSameReasonShareALineAndAreNamedOnce) {
  Json json = quick_plan();
  json["model"] = "llama-3-70b";
  json["instances"] = {"inf1.xlarge", "inf1.24xlarge", "inf2.xlarge", "inf2.8xlarge"};
  const auto found = plan(json);
  ASSERT_TRUE(found) << to_string(found.error());
  const auto rejected = rejected_types(*found);
  ASSERT_EQ(rejected.size(), 2U);
  EXPECT_EQ(rejected[0].instances, "inf1.xlarge, inf1.24xlarge");
  EXPECT_EQ(rejected[0].reason.english(), "decoders are not supported on AWS Inferentia");
  EXPECT_EQ(rejected[1].instances, "inf2.xlarge, inf2.8xlarge");
  EXPECT_THAT(rejected[1].reason.english(),
              AllOf(StartsWith("does not fit with tensor parallel degree 2: "),
                    HasSubstr("the instance has 2"), Not(HasSubstr("inf2."))));
  const Table rules = refused_table(*found);
  std::int64_t configurations = 0;
  for (std::size_t row = 0; row < rules.row_count(); ++row) {
    configurations += std::get<std::int64_t>(rules.at(row, 2));
  }
  EXPECT_EQ(configurations, std::ssize(found->candidates));
  EXPECT_EQ(rules.row_count(), 2U);
}

TEST(PlanReportTest, NoFleetComesWithTheNearestAndItsPrice) {
  Json json = quick_plan();
  json["sla"]["e2e_p99_s"] = 0.2;
  json["weight_dtypes"] = {"bf16"};
  const auto found = plan(json);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->best);
  ASSERT_FALSE(found->frontier.empty());
  ASSERT_TRUE(found->frontier[0].fleet);
  EXPECT_GT(found->frontier[0].limits[0].seconds, 0.2);
  const std::string text = to_text(*found, false, {});
  EXPECT_THAT(text, HasSubstr("No fleet of these instance types meets the limits."));
  EXPECT_THAT(text, HasSubstr("Nearest: E2E p99 "));
  EXPECT_THAT(text, HasSubstr("Limits that can be met: E2E p99 within "));
}

Offer offer_of(const char* region, const cost::Purchase& purchase, double usd, const char* day) {
  cost::Priced price;
  price.per_hour = Usd::round(usd);
  price.dated = true;
  price.date = cost::parse_price_date(day).value();
  price.source = Text::verbatim("list");
  Offer offer{region, purchase, price};
  offer.current = cost::is_current(price, purchase, cost::parse_day("2026-11-20").value());
  return offer;
}

/// A plan of two types; p4d.24xlarge with a mix that has Spot at an old price.
FleetPlan mixed_plan() {
  FleetPlan plan;
  plan.as_of = cost::parse_day("2026-11-20").value();
  const auto fleet = [&](const char* instance, double usd, int serving) {
    TypeSummary type{.instance = instance};
    PlannedFleet& one = type.fleet.emplace();
    one.configuration.instance = instance;
    one.serving = serving;
    one.offer = offer_of("us-east-2", cost::kRi1Year, usd, "2026-08-01");
    one.per_hour = Usd::round(usd * serving);
    type.offer = one.offer;
    return type;
  };
  plan.types = {fleet("p4d.24xlarge", 10, 8), fleet("p5.48xlarge", 40, 3)};
  plan.types.push_back({.instance = "trn2.48xlarge"});
  for (const char* region : {"us-east-2", "us-west-2"}) {
    plan.types[1].fleet->offers.push_back({region, cost::kRi3Year, cost::UnknownPrice{}});
  }
  plan.types[1].fleet->offers.push_back(
      {"us-west-2", cost::PurchaseOption::kOnDemand, cost::UnknownPrice{}});
  plan.types[1].fleet->offers.push_back(
      offer_of("us-east-2", cost::PurchaseOption::kOnDemand, 40, "2026-08-01"));
  plan.best = plan.types[0].fleet;
  plan.request.most_spot_instances = 4;
  PurchaseMix mix;
  mix.offers = {{.offer = plan.best->offer, .instances = 2, .per_hour = Usd::from_dollars(20)},
                {.offer = offer_of("us-east-2", cost::PurchaseOption::kSpot, 5, "2025-06-28"),
                 .instances = 4,
                 .per_hour = Usd::from_dollars(12)}};
  mix.per_hour = Usd::from_dollars(32);
  plan.scaled.emplace().mixes = {mix};
  return plan;
}

TEST(PlanReportTest, PageOneSaysOnWhatAMixAndTheNextTypeRest) {
  const FleetPlan plan = mixed_plan();
  const PurchaseMix* const mix = leading_mix(*plan.scaled);
  ASSERT_NE(mix, nullptr);
  EXPECT_EQ(offers_text(*mix).english(), "2 with 1-year RI, up to 4 with Spot (price out of date)");
  EXPECT_THAT(english(price_dates(plan)),
              Contains("p4d.24xlarge: Spot in us-east-2, USD 5.00 per instance-hour (list, "
                       "2025-06-28, out of date), 510 days old"));
  EXPECT_THAT(english(main_assumptions(plan)),
              AllOf(Contains(HasSubstr("it costs the same at USD 26.67 per instance-hour")),
                    Contains(HasSubstr("Spot: 4 instances can be had at the same time"))));
  const auto unknown = english(unknowns(plan));
  EXPECT_THAT(unknown, Contains("Prices of p5.48xlarge: 3-year RI, On-Demand in us-west-2"));
  EXPECT_THAT(unknown, Contains(HasSubstr("allowed options: trn2.48xlarge")));
  EXPECT_THAT(unknown, Contains(HasSubstr("Interruptions of Spot")));
  EXPECT_EQ(summary_lists(plan).back().heading.english(), "Not included");
  FleetPlan alike = plan;
  alike.scaled->per_hour = Usd::from_dollars(31);
  EXPECT_EQ(leading_mix(*alike.scaled), nullptr) << "it is cheaper to buy all in one way";
}

TEST(PlanReportTest, TablesNameTheLimitAndThePurchase) {
  FleetPlan plan = mixed_plan();
  plan.request.model = "llama-3-8b";
  plan.request.limits = {{.latency = Latency::kTpot, .share = 0.95, .seconds = 0.08}};
  plan.request.traffic.arrivals = {.process = sim::ArrivalProcess::kBursts,
                                   .rate = 2,
                                   .burst_rate = 6,
                                   .quiet_seconds = 50,
                                   .burst_seconds = 12};
  EXPECT_THAT(request_text(plan).english(),
              HasSubstr("bursts with 3 times the rate for 12 s every 62 s"));
  plan.best->figures = {{.latency = Latency::kTpot, .share = 0.95, .p50 = {}, .tail = {}},
                        {.latency = Latency::kE2e, .share = 0.99, .p50 = {}, .tail = {}}};
  const Table latencies = latency_table(plan);
  EXPECT_EQ(to_string(latencies.at(0, 3), Language()), "80.0\u202fms");
  EXPECT_EQ(to_string(latencies.at(1, 3), Language()), "no limit");
  const Table types = types_table(plan);
  EXPECT_EQ(to_string(types.at(0, 2), Language()), "1-year RI");
  EXPECT_EQ(to_string(types.at(0, 3), Language()), "us-east-2");
}

TEST(PlanReportTest, OtherPurchaseOptionsIncludeTheRequestedOnes) {
  const cost::Purchase three_years{cost::PurchaseOption::kComputeSavingsPlan, 3};
  const cost::Purchase requested[] = {cost::kRi1Year, three_years};
  const auto shown = shown_purchases(requested);
  ASSERT_EQ(shown.size(), cost::kPurchaseOptions.size() + 1);
  EXPECT_EQ(shown.back(), three_years);
}

TEST(PlanReportTest, TrainingNamesTypesWithoutAPriceAndCountsWithoutZeros) {
  TrainingPlan plan;
  plan.types.push_back({.instance = "trn2.48xlarge", .rule = TrainingRule::kNotOffered});
  plan.types.push_back({.instance = "trn1.32xlarge", .rule = TrainingRule::kMemory});
  ASSERT_EQ(unpriced_types(plan).size(), 1u);
  EXPECT_EQ(unpriced_types(plan).front().english(), "trn2.48xlarge");
  EXPECT_THAT(counts_sentence(plan).english(), Not(HasSubstr(" 0 are")));
}

}  // namespace
}  // namespace nscope::capacity
