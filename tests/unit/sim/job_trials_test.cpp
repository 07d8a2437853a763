#include "simcore/engine/training_job/job_trials.h"

#include "simcore/engine/training_job/job_simulation.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

constexpr StepBand kExact{};

JobTrials trials_of(const PlannedJob& job, const StepBand& band, std::int64_t trials,
                    std::optional<double> deadline_days = {}, std::uint64_t seed = 1) {
  TaskControl control;
  auto out = run_trials(job, band, trials, deadline_days, seed, control);
  EXPECT_TRUE(out);
  return std::move(*out);
}

/// Steps of 1 s: 100 h of work, a checkpoint of 6 minutes every 1.25 h, failures every 10 h,
/// restarts of 15 minutes.
PlannedJob hundred_hours() {
  return {.plan = {.steps = 360'000,
                   .step = job_time(1),
                   .interval = 4500,
                   .stall = job_time(360),
                   .detect = job_time(200),
                   .replace = job_time(300),
                   .load = job_time(400)},
          .mtbf = 10 * kSecondsPerHour};
}

TEST(JobTrials, MeanIsThatOfDaly) {
  const JobTrials trials = trials_of(hundred_hours(), kExact, 20'000);
  const double daly = reliability::expected_job_time(100 * kSecondsPerHour, 1.25 * kSecondsPerHour,
                                                     0.1 * kSecondsPerHour, 0.25 * kSecondsPerHour,
                                                     10 * kSecondsPerHour) /
                      kSecondsPerDay;
  EXPECT_LT(trials.mean_days_error() / daly, 5e-4);
  EXPECT_NEAR(trials.mean_days(), daly, 4 * trials.mean_days_error());
  EXPECT_NEAR(trials.useful + trials.checkpoint + trials.lost + trials.restart + trials.waiting, 1,
              1e-12);
  // The failure rate is constant.
  EXPECT_NEAR(trials.failures, trials.mean_days() * kSecondsPerDay / (10 * kSecondsPerHour), 0.1);
}

TEST(JobTrials, AgreeWithDalyWhereFailuresAreAsOftenAsCheckpoints) {
  PlannedJob job = hundred_hours();
  job.mtbf = 1.5 * kSecondsPerHour;
  const JobTrials trials = trials_of(job, kExact, 10'000);
  const double daly = reliability::expected_job_time(100 * kSecondsPerHour, 1.25 * kSecondsPerHour,
                                                     0.1 * kSecondsPerHour, 0.25 * kSecondsPerHour,
                                                     1.5 * kSecondsPerHour) /
                      kSecondsPerDay;
  EXPECT_NEAR(trials.mean_days(), daly, 4 * trials.mean_days_error());
}

TEST(JobTrials, WithoutRetriesTheChanceIsThatOfNoFailure) {
  PlannedJob job = hundred_hours();
  job.plan.max_retries = 0;
  job.mtbf = 100 * kSecondsPerHour;
  const JobTrials trials = trials_of(job, kExact, 20'000, 30.0);
  const double length = seconds_of(Attempt(job.plan, 0).length());
  const Chance chance = chance_of(trials.in_time, trials.trials);
  EXPECT_NEAR(chance.value, std::exp(-length / (100 * kSecondsPerHour)), 4 * chance.standard_error);
  EXPECT_EQ(trials.gave_up + trials.in_time, trials.trials);
  EXPECT_FALSE(trials.quantile(0.9)) << "two of three trials give up";
  EXPECT_TRUE(trials.quantile(0.2));
}

TEST(JobTrials, StepRatioHasThePredictionAsMedianAndTheBandAsPercentiles) {
  const StepBand band{0.8, 1.5};
  constexpr double kNormalOf95Percent = 1.6448536269514722;
  EXPECT_DOUBLE_EQ(step_ratio(band, 0), 1);
  EXPECT_NEAR(step_ratio(band, -kNormalOf95Percent), 0.8, 1e-12);
  EXPECT_NEAR(step_ratio(band, kNormalOf95Percent), 1.5, 1e-12);
  EXPECT_DOUBLE_EQ(step_ratio(kExact, 3), 1);
  EXPECT_DOUBLE_EQ(step_ratio({1.1, 0.9}, 2), 1) << "a band beside the prediction is none";
}

TEST(JobTrials, ADeadlineAtTheEndOfTheBandIsKeptInNineteenOfTwenty) {
  PlannedJob job;
  job.plan = {.steps = 1'000'000, .step = job_time(1), .interval = 1'000'000};
  const JobTrials trials = trials_of(job, {0.9, 1.2}, 20'000, 1.2 * 1e6 / kSecondsPerDay);
  const Chance chance = chance_of(trials.in_time, trials.trials);
  EXPECT_NEAR(chance.value, 0.95, 4 * chance.standard_error);
  EXPECT_NEAR(*trials.quantile(0.5), 1e6 / kSecondsPerDay, 0.03);
  EXPECT_NEAR(*trials.quantile(0.95), 1.2e6 / kSecondsPerDay, 0.1);
  EXPECT_NEAR(*trials.quantile(0.05), 0.9e6 / kSecondsPerDay, 0.1);
  EXPECT_EQ(trials.failures, 0);
  EXPECT_DOUBLE_EQ(trials.useful, 1);
}

TEST(JobTrials, AreTheSameForASeed) {
  const JobTrials one = trials_of(hundred_hours(), {0.9, 1.1}, 500, 5.0, 3);
  const JobTrials same = trials_of(hundred_hours(), {0.9, 1.1}, 500, 5.0, 3);
  const JobTrials other = trials_of(hundred_hours(), {0.9, 1.1}, 500, 5.0, 4);
  EXPECT_EQ(one.days, same.days);
  EXPECT_EQ(one.in_time, same.in_time);
  EXPECT_NE(one.days, other.days);
}

TEST(JobTrials, ChanceOfAgreeingTrialsIsNoPoint) {
  const Chance all = chance_of(1000, 1000);
  EXPECT_EQ(all.value, 1);
  EXPECT_DOUBLE_EQ(all.high, 1);
  EXPECT_NEAR(all.low, 0.9973, 1e-4);
  const Chance half = chance_of(5000, 10'000);
  EXPECT_DOUBLE_EQ(half.standard_error, 0.005);
  EXPECT_NEAR(half.low, 0.5 - 1.645 * 0.005, 1e-4);
  EXPECT_NEAR(half.high, 0.5 + 1.645 * 0.005, 1e-4);
}

TEST(JobTrials, JobsWithoutProgressAreCountedAndBounded) {
  PlannedJob job = hundred_hours();
  job.mtbf = 60;
  const JobTrials trials = trials_of(job, kExact, 100'000, 14.0);
  EXPECT_EQ(trials.stopped, trials.trials);
  EXPECT_LE(trials.trials, 51);
  EXPECT_EQ(trials.undecided, 0) << "100,000 minutes are 69 days";
  EXPECT_EQ(trials.in_time, 0);
  EXPECT_FALSE(trials.quantile(0.5));
  job.mtbf = 1;
  EXPECT_GT(trials_of(job, kExact, 10, 14.0).undecided, 0) << "100,000 s are a day";
}

TEST(JobTrials, StatedFailuresComeInEveryTrial) {
  PlannedJob job = hundred_hours();
  job.mtbf.reset();
  job.failures = {job_time(10 * kSecondsPerHour), job_time(50 * kSecondsPerHour)};
  const JobTrials trials = trials_of(job, kExact, 3);
  EXPECT_EQ(trials.failures, 2);
  EXPECT_EQ(trials.days.front(), trials.days.back());
}

TEST(JobTrials, CanBeCancelled) {
  TaskControl control;
  control.request_cancel();
  const auto out = run_trials(hundred_hours(), kExact, 10, {}, 1, control);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::sim
