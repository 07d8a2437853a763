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

TEST(FluidEstimateTest, AdaptersThatAreLoadedReduceTheRate) {
  const PlanRequest request = random_requests(50, 1);
  Server server = made_up(request);
  const double without = fluid_rate(server, request.limits);
  const auto with = [&](int resident, double popularity) {
    server.plan.setup.adapters =
        sim::Adapters{.count = 64, .resident = resident, .popularity = popularity};
    server.plan.adapter_swap = 20'000'000'000;  // 20 ms
    return fluid_rate(server, request.limits);
  };
  EXPECT_DOUBLE_EQ(with(64, 0), without) << "all are resident";
  EXPECT_LT(with(8, 0), 0.95 * without);
  EXPECT_GT(with(8, 1.5), with(8, 0)) << "popular adapters stay";
  EXPECT_LT(with(2, 0), with(8, 0)) << "fewer requests run together";
}

}  // namespace
}  // namespace nscope::capacity
