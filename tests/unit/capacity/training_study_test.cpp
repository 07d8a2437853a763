#include "app/capacity/report/plan_study.h"
#include "costmodel/migration/roi.h"
#include "tests/unit/capacity/training_plan_fixture.h"

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

TEST_F(TrainingPlanTest, ItsStudyCanBeRead) {
  const TrainingPlan found = made(small_plan());
  const auto study = study_of(found);
  ASSERT_TRUE(study) << to_string(study.error());
  const auto read = cost::roi_study_from_json(*study, "study");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->target.work.estimate.count, found.fleets[*found.best].count());
  EXPECT_DOUBLE_EQ(read->load.tokens_per_run.value(), 2e10);
}

class TrainingStudyTest : public TrainingPlanTest {
 protected:
  /// The cost of a month of the target in the study of a plan, and of the job in the plan.
  struct Month {
    double study = 0;
    double job = 0;
    int count = 0;
    double price = 0;
    std::string billing;
  };
  Month month_of(const char* option) {
    Json json = small_plan();
    json["purchase"] = {option};
    json["instances"] = {"trn1.32xlarge"};
    json["training"]["job"]["deadline_days"] = 30;
    const TrainingPlan found = made(json);
    EXPECT_TRUE(found.best) << option;
    Json study = study_of(found).value();
    study["baseline"] = study["target"];
    study["baseline"]["label"] = "the same now";
    const auto read = cost::roi_study_from_json(study, "study");
    EXPECT_TRUE(read) << to_string(read.error());
    const auto result = cost::evaluate_roi(cost::hardware(), cost::book(), *read,
                                           cost::parse_day("2026-11-20").value(), control_);
    EXPECT_TRUE(result) << to_string(result.error());
    const TrainingFleet& best = found.fleets[*found.best];
    return {.study = result->months.at(1).new_machines.dollars(),
            .job = best.bill.expected.dollars(),
            .count = best.count(),
            .price = best.offer.priced()->per_hour.dollars(),
            .billing = study["target"]["billing"]};
  }
};

TEST_F(TrainingStudyTest, AMonthCostsWhatTheJobDoesInThePlan) {
  for (const char* option : {"on_demand", "capacity_block"}) {
    const Month month = month_of(option);
    EXPECT_EQ(month.billing, "busy_hours") << option;
    // The study uses the predicted step time, the plan the mean of its error band, which is lower.
    EXPECT_NEAR(month.study, month.job, 0.02 * month.job) << option;
  }
}

TEST_F(TrainingStudyTest, ACommitmentIsPaidAroundTheClock) {
  const Month month = month_of("ri_1yr");
  EXPECT_EQ(month.billing, "always_on");
  EXPECT_NEAR(month.study, month.count * month.price * kHoursPerMonth, 0.01);
}

TEST_F(TrainingPlanTest, WithoutAFleetThereIsNoStudy) {
  Json json = small_plan();
  json["training"]["budget_usd"] = 100;
  const auto study = study_of(made(json));
  ASSERT_FALSE(study);
  EXPECT_EQ(study.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace nscope::capacity
