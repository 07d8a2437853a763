#include "app/capacity/fleet/required_rate.h"

#include "app/capacity/fleet/evaluate_fleet.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

/// Bursts of 3 s with ten times the load of the 12 s between them, on average.
PlanRequest bursty_requests(int output_tokens, double e2e_seconds) {
  PlanRequest request = random_requests(output_tokens, e2e_seconds);
  request.traffic.arrivals = {.process = sim::ArrivalProcess::kBursts,
                              .rate = 1,
                              .burst_rate = 10,
                              .quiet_seconds = 12,
                              .burst_seconds = 3};
  return request;
}

int fewest(const FleetEvaluator& evaluator, const Server& server, double rate) {
  int instances = 1;
  while (!evaluator.meets_limits(server, instances, rate, kConfirming).value()) ++instances;
  return instances;
}

TEST(RequiredRateTest, IsTheMeanRateWithoutBursts) {
  EXPECT_EQ(required_rate(random_requests(10, 1), 12.5, 1).value(), 12.5);
}

TEST(RequiredRateTest, IsTheMeanRateIfNoLimitBoundsTheCompletion) {
  PlanRequest request = bursty_requests(10, 1);
  request.limits = {{.latency = Latency::kTtft, .share = 0.99, .seconds = 1}};
  EXPECT_EQ(required_rate(request, 12.5, 1).value(), 12.5);
}

TEST(RequiredRateTest, GrowsWithBurstsAndShrinksWithLongerLimits) {
  const double mean = bursty_requests(10, 1).traffic.arrivals.mean_rate();
  const double strict = required_rate(bursty_requests(10, 0.5), 30 * mean, 1).value();
  const double loose = required_rate(bursty_requests(10, 4), 30 * mean, 1).value();
  EXPECT_GT(strict, 2 * 30 * mean);
  EXPECT_LT(strict, 10 * 30);  // of a burst
  EXPECT_LT(loose, strict);
  EXPECT_GE(loose, 30 * mean);
}

TEST(RequiredRateTest, TtftAndTpotTogetherBoundTheCompletion) {
  PlanRequest request = bursty_requests(10, 1);
  const double e2e = required_rate(request, 80, 1).value();
  // 0.1 s + 9 x 0.1 s = 1 s, but twice as many requests may be late.
  request.limits = {{.latency = Latency::kTtft, .share = 0.99, .seconds = 0.1},
                    {.latency = Latency::kTpot, .share = 0.99, .seconds = 0.1}};
  const double paced = required_rate(request, 80, 1).value();
  EXPECT_LT(paced, e2e);
  EXPECT_GT(paced, 0.8 * e2e);
}

// The purpose of the bound: no fleet that is found by trying all sizes is smaller.
TEST(RequiredRateTest, NoFleetThatMeetsTheLimitsIsSmaller) {
  TaskControl control;
  for (const double limit : {0.3, 0.8, 3.0}) {
    const PlanRequest request = bursty_requests(10, limit);
    for (const std::uint64_t seed : {1U, 2U}) {
      const FleetEvaluator evaluator(request, seed, control);
      for (const int slots : {1, 16}) {
        const Server server =
            made_up_server(request, {.slots = slots, .prefill_ms = 10, .step_ms = 10});
        for (const double rate : {20.0, 150.0}) {
          const int bound = evaluator.least_instances(server, rate);
          EXPECT_LE(bound, fewest(evaluator, server, rate)) << limit << " " << seed << " " << slots;
        }
      }
    }
  }
}

TEST(RequiredRateTest, TheBoundOfBurstsIsCloserThanThatOfTheMeanRate) {
  TaskControl control;
  const PlanRequest request = bursty_requests(10, 0.5);
  const FleetEvaluator evaluator(request, 1, control);
  const Server server = made_up_server(request, {.slots = 1, .prefill_ms = 10, .step_ms = 10});
  const int found = fewest(evaluator, server, 150);
  EXPECT_GT(evaluator.least_instances(server, 150), 0.7 * found);
  EXPECT_LT(least_instances(server.work, 1, 1, 150), 0.6 * found);
}

}  // namespace
}  // namespace nscope::capacity
