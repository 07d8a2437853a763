#include "app/capacity/report/plan_study.h"

#include "costmodel/migration/roi.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using testing::HasSubstr;

class PlanStudyTest : public testing::Test {
 protected:
  FleetPlan plan(const Json& json) {
    const auto request = plan_request_from_json(json, "plan");
    EXPECT_TRUE(request) << to_string(request.error());
    return plan_fleet(hardware(), book(), *request, cost::parse_day("2026-11-20").value(), 1,
                      control_)
        .value();
  }
  TaskControl control_;
};

TEST_F(PlanStudyTest, TheTargetIsTheFleetAtItsPrice) {
  Json json = quick_plan();
  json["headroom"] = 0.25;
  json["sla"] = {{"e2e_p99_s", 20}};  // met at both ends of the error band
  const FleetPlan made = plan(json);
  ASSERT_TRUE(made.best);
  const std::string& instance = made.best->configuration.instance;
  const auto study = study_of(made, instance);
  ASSERT_TRUE(study) << to_string(study.error());
  const auto read = cost::roi_study_from_json(*study, "study");
  ASSERT_TRUE(read) << to_string(read.error());
  const auto result = cost::evaluate_roi(hardware(), book(), *read,
                                         cost::parse_day("2026-11-20").value(), control_);
  ASSERT_TRUE(result) << to_string(result.error());
  // A month of the target is a month of the plan's fleet: the same instances around the clock.
  const auto hourly = made.best->per_hour.dollars();
  EXPECT_NEAR(result->months.at(1).new_machines.dollars(), hourly * kHoursPerMonth, 0.01);
  EXPECT_NE(read->baseline.work.estimate.instance, instance) << "the next best type";
  const cost::Throughput& rate = read->target.work.estimate.throughput;
  EXPECT_LE(rate.low.value(), rate.tokens_per_second);
  EXPECT_GE(rate.high.value(), rate.tokens_per_second);
}

TEST_F(PlanStudyTest, WithoutAnotherTypeTheBillIsLeftOpen) {
  Json json = quick_plan();
  json["instances"] = {"inf2.48xlarge"};
  const auto study = study_of(plan(json), "inf2.48xlarge");
  ASSERT_TRUE(study);
  const auto read = cost::roi_study_from_json(*study, "study");
  ASSERT_FALSE(read) << "the user has to state the current cost";
  EXPECT_THAT(to_string(read.error()), HasSubstr("/baseline/bill"));
}

TEST_F(PlanStudyTest, WhereThereIsNoFleetThereIsNothingToDecide) {
  const FleetPlan made = plan(quick_plan());
  EXPECT_FALSE(study_of(made, "trn2.48xlarge"));
  Json json = quick_plan();
  json["sla"] = {{"e2e_p99_s", 0.01}};
  const FleetPlan none = plan(json);
  ASSERT_FALSE(none.best);
  EXPECT_EQ(study_of(none, "inf2.48xlarge").error().code, ErrorCode::kInvalidArgument);
}

TEST_F(PlanStudyTest, ACommittedFleetIsPaidAroundTheClock) {
  Json json = quick_plan();
  json["instances"] = {"inf2.48xlarge"};
  json["purchase"] = {"ri_1yr"};
  const FleetPlan made = plan(json);
  ASSERT_TRUE(made.best);
  const Json study = study_of(made, "inf2.48xlarge").value();
  EXPECT_EQ(study["target"]["option"], "ri_1yr");
  EXPECT_EQ(study["target"]["billing"], "always_on");
}

}  // namespace
}  // namespace nscope::capacity
