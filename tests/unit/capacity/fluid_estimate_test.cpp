#include "app/capacity/fluid_estimate.h"

#include "app/capacity/judge_fleet.h"
#include "app/capacity/prepare_server.h"

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

PlanRequest request_of(double limit) {
  PlanRequest request;
  request.traffic.arrivals = {.process = sim::ArrivalProcess::kPoisson, .rate = 1};
  request.traffic.input = {.mean = 100};
  request.traffic.output = {.mean = 50};
  request.limits = {{.latency = Latency::kE2e, .share = 0.99, .seconds = limit}};
  return request;
}

/// Eight slots, 20 ms a prefill, 10 ms a step.
Server made_up(const PlanRequest& request) {
  Server server;
  server.configuration.slots = 8;
  sim::ServingPlan& plan = server.plan;
  plan.slots = 8;
  plan.longest = 1024;
  plan.costs.batches = {8};
  plan.costs.positions = {1024};
  plan.costs.prompts = {1024};
  plan.costs.decode_table = {10'000'000'000};
  plan.costs.prefill_table = {20'000'000'000};
  plan.setup.input = request.traffic.input;
  plan.setup.output = request.traffic.output;
  measure_alone(sample_requests(request, 1).value(), server);
  return server;
}

TEST(FluidEstimateTest, IsNearWhatASimulatedPoolHolds) {
  const PlanRequest request = request_of(0.9);
  const Server server = made_up(request);
  const double rate = fluid_rate(server, request.limits);
  ASSERT_GT(rate, 0);
  TaskControl control;
  const FleetJudge judge(request, 1, control);
  constexpr int kPool = 40;
  EXPECT_TRUE(judge.holds(server, kPool, 0.5 * kPool * rate, kScreening).value());
  EXPECT_FALSE(judge.holds(server, kPool, 2 * kPool * rate, kScreening).value());
}

TEST(FluidEstimateTest, LongerLimitsAllowMoreAndImpossibleOnesNothing) {
  const PlanRequest request = request_of(1);
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
