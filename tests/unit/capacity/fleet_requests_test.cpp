#include "app/capacity/fleet/fleet_requests.h"

#include "app/capacity/fleet/evaluate_fleet.h"
#include "simcore/engine/serving/draw_requests.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

sim::ServingSetup setup_at(const PlanRequest& request, double rate, int count) {
  sim::ServingSetup setup;
  setup.input = request.traffic.input;
  setup.output = request.traffic.output;
  setup.arrivals = arrivals_at(request.traffic, rate);
  setup.requests = count;
  return setup;
}

TEST(FleetRequestsTest, SharedRequestsEqualThoseThatAreDrawnAlone) {
  const PlanRequest request = random_requests(10, 1);
  FleetRequests shared(request, 7);
  for (const double rate : {5.0, 8.0, 1.0, 2.0, 3.0, 4.0, 5.0}) {
    for (const int count : {50, 400, 20, 400}) {
      const sim::ServingSetup setup = setup_at(request, rate, count);
      const auto alone = sim::draw_requests(setup, 7);
      const auto drawn = shared.draw(setup);
      ASSERT_TRUE(alone && drawn);
      ASSERT_EQ(drawn->requests.size(), static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < drawn->requests.size(); ++i) {
        ASSERT_EQ(drawn->requests[i].arrival, alone->requests[i].arrival) << rate << ' ' << i;
        ASSERT_EQ(drawn->requests[i].input_tokens, alone->requests[i].input_tokens);
        ASSERT_EQ(drawn->requests[i].output_tokens, alone->requests[i].output_tokens);
      }
    }
  }
}

// A search that continues must not repeat its complete simulations.
TEST(FleetRequestsTest, AKnownCheckNeedsNoSimulation) {
  PlanRequest request = random_requests(10, 1);
  request.limits = {{.latency = Latency::kE2e, .share = 0.9, .seconds = 0.2}};
  const auto requests = std::make_shared<FleetRequests>(request, 1);
  const Server server = made_up_server(request, {.slots = 1, .prefill_ms = 10, .step_ms = 10});
  TaskControl control;
  const auto meets = FleetEvaluator(requests, control).check(server, 4, 5, kScreening);
  const auto misses = FleetEvaluator(requests, control).check(server, 1, 9, kScreening);
  ASSERT_TRUE(meets && misses);
  EXPECT_TRUE(meets->meets);
  EXPECT_FALSE(misses->meets);
  EXPECT_FALSE(misses->missed.empty());
  TaskControl stopped;
  stopped.request_cancel();
  const FleetEvaluator again(requests, stopped);
  EXPECT_TRUE(again.check(server, 4, 5, kScreening).value().meets);
  EXPECT_EQ(again.check(server, 1, 9, kScreening).value().missed.english(),
            misses->missed.english());
  // Another load, length or speed of the server is another check.
  Server slower = server;
  slower.work *= 1.1;
  EXPECT_FALSE(again.check(server, 4, 6, kScreening));
  EXPECT_FALSE(again.check(server, 4, 5, kConfirming));
  EXPECT_FALSE(again.check(slower, 4, 5, kScreening));
}

}  // namespace
}  // namespace nscope::capacity
