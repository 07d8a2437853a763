#include "app/capacity/training/training_cost.h"

#include "costmodel/spot/spot_job.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <chrono>
#include <cmath>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using testing::HasSubstr;

/// An artificial candidate whose steps take exactly one second.
TrainingCandidate made_up(int nodes, double hours, std::optional<double> mtbf_hours) {
  TrainingCandidate candidate;
  candidate.layout.nodes = nodes;
  TrainedStep step;
  step.seconds = 1;
  step.job.plan.steps = static_cast<std::int64_t>(hours * 3600);
  step.job.plan.step = sim::job_time(1);
  step.job.plan.interval = step.job.plan.steps;
  if (mtbf_hours) {
    step.job.mtbf = *mtbf_hours * 3600 / nodes;
    step.job.plan.stall = sim::job_time(60);
    step.job.write_seconds = 60;
    step.job.plan.load = sim::job_time(300);
    step.job.plan.interval = 3600;
  }
  candidate.step = std::move(step);
  return candidate;
}

Offer offer_of(cost::Purchase purchase, std::int64_t dollars) {
  cost::Priced price;
  price.per_hour = Usd::from_dollars(dollars);
  return {"us-east-1", purchase, price};
}

TEST(TrainingBill, WithoutInterruptionsIsNodesTimesHours) {
  TaskControl control;
  const TrainingCandidate candidate = made_up(4, 100, std::nullopt);
  const JobTimes times = kept_times(candidate, 100, 1, control).value();
  EXPECT_NEAR(times.mean_hours(), 100, 1e-9);
  const auto bill = bill_of(times, offer_of(cost::PurchaseOption::kOnDemand, 20), 4, 0.9);
  ASSERT_TRUE(bill);
  EXPECT_NEAR(bill->expected.dollars(), 4 * 100 * 20, 1e-6);
  EXPECT_EQ(bill->low, bill->high);
}

TEST(TrainingBill, BlocksAndTermsArePaidWhole) {
  TaskControl control;
  const auto paid = [&](double hours, cost::Purchase purchase) {
    const JobTimes times = kept_times(made_up(2, hours, std::nullopt), 10, 1, control).value();
    return bill_of(times, offer_of(purchase, 10), 2, 0.9)->expected.dollars() / (2 * 10);
  };
  const cost::Purchase block{cost::PurchaseOption::kCapacityBlock};
  EXPECT_NEAR(paid(1, block), 24, 1e-9);
  EXPECT_NEAR(paid(48, block), 48, 1e-9);
  EXPECT_NEAR(paid(49, block), 72, 1e-9);
  EXPECT_NEAR(paid(14 * 24, block), 14 * 24, 1e-9);
  EXPECT_NEAR(paid(14 * 24 + 1, block), 21 * 24, 1e-9) << "in weeks beyond 14 days";
  EXPECT_NEAR(paid(100, cost::kRi1Year), 8760, 1e-9);
  EXPECT_NEAR(paid(9000, cost::kRi1Year), 2 * 8760, 1e-9);
  EXPECT_NEAR(paid(100, cost::kRi3Year), 3 * 8760, 1e-9);
}

TEST(TrainingBill, ABlockIsNoLargerAndNoLongerThanAwsSellsIt) {
  TaskControl control;
  const auto refusal = [&](double days, int nodes) -> std::string {
    const TrainingCandidate candidate = made_up(nodes, days * 24, std::nullopt);
    const JobTimes times = kept_times(candidate, 10, 1, control).value();
    const auto bill =
        bill_of(times, offer_of(cost::PurchaseOption::kCapacityBlock, 10), nodes, 0.9);
    if (bill) return "bought";
    EXPECT_EQ(bill.error().rule, TrainingRule::kNotOffered);
    return bill.error().reason.english();
  };
  EXPECT_EQ(refusal(182, 64), "bought");
  EXPECT_THAT(refusal(1, 65), HasSubstr("at most 64 instances"));
  EXPECT_THAT(refusal(183, 1), HasSubstr("at most 182 days; the job needs 189"));
}

TEST(TrainingBill, MoreThanUsdHoldsIsOverAnyBudget) {
  TaskControl control;
  const JobTimes times = kept_times(made_up(1, 100, std::nullopt), 10, 1, control).value();
  for (const cost::Purchase& purchase :
       {cost::Purchase{cost::PurchaseOption::kOnDemand}, cost::kRi3Year}) {
    const auto bill = bill_of(times, offer_of(purchase, 1'000'000'000), 1, 0.9);
    ASSERT_FALSE(bill);
    EXPECT_EQ(bill.error().rule, TrainingRule::kOverBudget);
    EXPECT_THAT(bill.error().reason.english(), HasSubstr("USD 9.2 billion"));
  }
}

TEST(TrainingBill, JobsThatNeverEndCountAgainstTheBudgetToo) {
  JobTimes times{.trials = 100};
  for (int hours = 1; hours <= 80; ++hours) {
    times.hours.push_back(hours);
    times.node_hours.push_back(2.0 * hours);
  }
  const Offer offer = offer_of(cost::PurchaseOption::kOnDemand, 10);
  const auto bill = bill_of(times, offer, 2, 0.75);
  ASSERT_TRUE(bill);
  EXPECT_NEAR(bill->at_chance.dollars(), 10 * 2 * times.quantile(0.75).value(), 1e-6);
  EXPECT_GT(times.quantile(0.75).value(), 75);
  const auto unlikely = bill_of(times, offer, 2, 0.9);
  ASSERT_FALSE(unlikely);
  EXPECT_EQ(unlikely.error().rule, TrainingRule::kTooLate);
  EXPECT_THAT(unlikely.error().reason.english(), HasSubstr("80 of 100 simulated jobs finish"));
}

TEST(TrainingBill, IsGivenUpInTheMiddle) {
  constexpr std::int64_t kTrials = 10'000'000;  // take seconds
  const TrainingCandidate candidate = made_up(4, 100, 1e9);
  SpotTerms terms;
  terms.hazard = 1e-9;
  for (const bool spot : {false, true}) {
    TaskControl control;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      control.request_cancel();
    });
    const ErrorCode code = spot ? spot_times(candidate, terms, kTrials, 1, control).error().code
                                : kept_times(candidate, kTrials, 1, control).error().code;
    other.join();
    EXPECT_EQ(code, ErrorCode::kCancelled);
  }
}

TEST(TrainingBill, MeanTimeAgreesWithDaly) {
  TaskControl control;
  const TrainingCandidate candidate = made_up(8, 200, 400.0);
  const JobTimes times = kept_times(candidate, 4000, 1, control).value();
  const double daly = reliability::expected_job_time(200, 1, 60.0 / 3600, 300.0 / 3600, 50);
  EXPECT_NEAR(times.mean_hours(), daly, 0.01 * daly);
}

TEST(TrainingBill, SpotWithoutReclaimsIsTheJobOnNodesThatStay) {
  TaskControl control;
  TrainingCandidate candidate = made_up(4, 100, std::nullopt);
  candidate.step->job.write_seconds = 1;
  SpotTerms terms;
  terms.hazard = 1e-9;
  const auto times = spot_times(candidate, terms, 100, 1, control).value();
  ASSERT_TRUE(times);
  EXPECT_NEAR(times->mean_hours(), 100, 0.01);
  EXPECT_NEAR(times->node_hours.front(), 400, 0.04);
}

TEST(TrainingBill, SpotAgreesWithItsClosedForm) {
  TaskControl control;
  const TrainingCandidate candidate = made_up(4, 100, 1000.0);
  SpotTerms terms;
  terms.hazard = 0.002;
  terms.shared = 0.5;
  terms.wait_hours = 0.25;
  terms.wait_all_hours = 1;
  const auto times = spot_times(candidate, terms, 20'000, 1, control).value();
  ASSERT_TRUE(times);
  cost::SpotJob job;
  job.work_hours = 100;
  job.nodes = 4;
  job.spot_per_hour = job.on_demand_per_hour = Usd::from_dollars(1);
  job.hazard = 0.003;  // 0.002 reclaims and a failure in 1,000 hours
  job.shared = 0.5 * 0.002 / 0.003;
  job.write_hours = 60.0 / 3600;
  job.restart_hours = 300.0 / 3600;
  job.wait_hours = 0.25;
  job.wait_all_hours = 1;
  const auto expected = cost::expected_spot_job(job);
  ASSERT_TRUE(expected);
  EXPECT_NEAR(times->mean_hours(), expected->wall_hours(), 0.01 * expected->wall_hours());
}

/// Spot has the failures of nodes that stay, and reclaims as well.
TEST(TrainingBill, SpotIsNeverMorePunctualThanNodesThatStay) {
  TaskControl control;
  TrainingCandidate candidate = made_up(64, 600, 6335.0);
  candidate.step->band = {.low = 0.8, .high = 1.4};
  SpotTerms terms;
  terms.hazard = 1e-5;
  terms.shared = 0.5;
  terms.wait_hours = 0.25;
  terms.wait_all_hours = 1;
  constexpr std::int64_t kTrials = 2000;
  const JobTimes kept = kept_times(candidate, kTrials, 1, control).value();
  const JobTimes spot = spot_times(candidate, terms, kTrials, 1, control).value().value();
  EXPECT_EQ(spot.trials, kept.trials);
  for (double limit = 500; limit < 1100; limit += 20) {
    EXPECT_LE(spot.in_time(limit).value, kept.in_time(limit).value) << limit << " h";
  }
  EXPECT_GT(spot.hours.back(), 600 * 1.4 * 1.15) << "beyond the ends of the band";
}

TEST(TrainingBill, AJobThatNeverEndsHasNone) {
  TaskControl control;
  SpotTerms terms;
  terms.hazard = 0.5;
  TrainingCandidate candidate = made_up(64, 1000, 10.0);
  candidate.step->job.plan.load = sim::job_time(7200);
  const auto times = spot_times(candidate, terms, 10, 1, control);
  ASSERT_TRUE(times) << to_string(times.error());
  EXPECT_FALSE(*times);
}

}  // namespace
}  // namespace nscope::capacity
