#include "app/capacity/fleet/fluid_estimate.h"

#include "app/capacity/fleet/evaluate_fleet.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

Server made_up(const PlanRequest& request) {
  return made_up_server(request, {.slots = 8, .prefill_ms = 20, .step_ms = 10});
}

TEST(FluidEstimateTest, IsNearWhatASimulatedPoolHolds) {
  const PlanRequest request = random_requests(50, 0.9);
  const Server server = made_up(request);
  const double rate = fluid_rate(server, request.limits);
  ASSERT_GT(rate, 0);
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  constexpr int kPool = 40;
  EXPECT_TRUE(evaluator.meets_limits(server, kPool, 0.5 * kPool * rate, kScreening).value());
  EXPECT_FALSE(evaluator.meets_limits(server, kPool, 2 * kPool * rate, kScreening).value());
}

TEST(FluidEstimateTest, LongerLimitsAllowMoreAndImpossibleOnesNothing) {
  const PlanRequest request = random_requests(50, 1);
  const Server server = made_up(request);
  double before = 0;
  for (const double seconds : {0.6, 0.8, 1.2, 2.0}) {
    const std::vector<Limit> limits{{.latency = Latency::kE2e, .share = 0.99, .seconds = seconds}};
    const double rate = fluid_rate(server, limits);
    EXPECT_GE(rate, before) << seconds;
    EXPECT_LT(rate, 1 / server.work);
    before = rate;
  }
  const std::vector<Limit> impossible{
      {.latency = Latency::kE2e, .share = 0.99, .seconds = 0.4}};  // 20 ms and 49 steps
  EXPECT_LT(fluid_rate(server, impossible), 1e-6);
}

}  // namespace
}  // namespace nscope::capacity
