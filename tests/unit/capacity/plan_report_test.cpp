#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/fleet/plan_ranking.h"
#include "app/capacity/report/plan_summary.h"
#include "app/capacity/report/plan_text.h"
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

}  // namespace
}  // namespace nscope::capacity
