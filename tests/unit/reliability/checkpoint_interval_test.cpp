#include "simcore/reliability/checkpoint_interval.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::reliability {
namespace {

constexpr double kMinute = 60;
constexpr double kHour = 3600;

TEST(OptimalInterval, MatchesTheValuesOfDaly) {
  // Daly 2006 has 117, 57 and 9.1 min for writes of 5 minutes and failures every 24 h, 6 h and 15
  // min.
  const double write = 5 * kMinute;
  EXPECT_NEAR(daly_interval(write, 24 * kHour) / kMinute, 116.69, 0.01);
  EXPECT_NEAR(daly_interval(write, 6 * kHour) / kMinute, 56.71, 0.01);
  EXPECT_NEAR(daly_interval(write, 15 * kMinute) / kMinute, 9.14, 0.01);
}

TEST(OptimalInterval, DalyAddsHigherOrdersToYoung) {
  EXPECT_DOUBLE_EQ(young_interval(300, 86'400), 7200);
  EXPECT_NEAR(daly_interval(0.1, 10), 1.348333, 1e-6);
  EXPECT_DOUBLE_EQ(daly_interval(20, 10), 10) << "a write of twice the time between failures";
  EXPECT_DOUBLE_EQ(daly_interval(50, 10), 10);
  EXPECT_DOUBLE_EQ(daly_interval(0, 10), 0) << "writes without cost have no interval";
}

TEST(OptimalInterval, MinimisesTheExpectedTime) {
  const auto expected = [](double interval) {
    return expected_job_time(1e6, interval, 30, 300, 8 * kHour);
  };
  const double best = daly_interval(30, 8 * kHour);
  for (const double factor : {0.5, 0.8, 0.95, 1.05, 1.25, 2.0}) {
    EXPECT_LT(expected(best), expected(factor * best)) << factor;
  }
}

TEST(ExpectedTime, MatchesTheClosedForm) {
  EXPECT_NEAR(expected_job_time(100, 1.348333, 0.1, 0.25, 10), 118.5109, 1e-4);
  // Without checkpoints and restarts, a job as long as the mean time between failures takes e - 1
  // times as long.
  EXPECT_NEAR(expected_job_time(10, 10, 0, 0, 10), 10 * (std::exp(1.0) - 1), 1e-12);
  EXPECT_NEAR(expected_job_time(1000, 100, 1, 5, 1e12), 1010, 1e-5) << "almost no failures";
  EXPECT_TRUE(std::isinf(expected_job_time(1e6, 1e6, 0, 0, 1)));
}

TEST(OptimalInterval, TheDerivativeIsZeroAtTheExactOptimum) {
  for (const double write : {1e-6, 0.01, 0.1, 1.0, 5.0, 30.0}) {
    const double mtbf = 10;
    const double t = exact_interval(write, mtbf);
    EXPECT_NEAR(std::exp((t + write) / mtbf) * (1 - t / mtbf), 1.0, 1e-9) << write;
    const auto expected = [&](double interval) {
      return expected_job_time(100, interval, write, 0.25, mtbf);
    };
    EXPECT_LE(expected(t), expected(daly_interval(write, mtbf)) * (1 + 1e-12)) << write;
    EXPECT_LT(expected(t), expected(t * 1.02)) << write;
    EXPECT_LT(expected(t), expected(t * 0.98)) << write;
  }
  EXPECT_DOUBLE_EQ(exact_interval(0, 10), 0);
}

}  // namespace
}  // namespace nscope::reliability
