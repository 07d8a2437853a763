#include "app/capacity/fleet/evaluate_fleet.h"

#include "tests/unit/capacity/capacity_fixtures.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

/// A prefill takes 10 ms, a step 10 ms.
Server measured(const PlanRequest& request, int slots = 1) {
  return made_up_server(request, {.slots = slots, .prefill_ms = 10, .step_ms = 10});
}

TEST(JudgeTest, ALoneRequestTakesPrefillAndItsSteps) {
  const Server server = measured(random_requests(10, 1));
  EXPECT_NEAR(server.work, 0.1, 1e-12);  // 10 ms and nine steps
  EXPECT_NEAR(server.floor.quantile(Latency::kTtft, 0.99), 0.01, 1e-12);
  EXPECT_NEAR(server.floor.quantile(Latency::kTpot, 0.99), 0.01, 1e-12);
  EXPECT_NEAR(server.floor.quantile(Latency::kE2e, 0.99), 0.1, 1e-12);
  EXPECT_NEAR(measured(random_requests(10, 1), 4).work, 0.01 + 9 * 0.01 / 4, 1e-12);
}

// One slot of one replica with equal services is M/D/1: mean wait rho s / (2 (1 - rho))
// (Pollaczek, Khinchine).
TEST(JudgeTest, OneSlotWaitsAsTheQueueingFormulaSays) {
  const PlanRequest request = random_requests(10, 1);
  TaskControl control;
  const FleetEvaluator evaluator(request, 3, control);
  for (const double load : {0.3, 0.6}) {
    const auto run = evaluator.run(measured(request), 1, load / 0.1, {200'000});
    ASSERT_TRUE(run);
    double mean = 0;
    for (const double value : run->latencies[static_cast<std::size_t>(Latency::kE2e)]) {
      mean += value / run->requests;
    }
    const double wait = load * 0.1 / (2 * (1 - load));
    EXPECT_NEAR(mean - 0.1, wait, 0.03 * wait) << load;
    EXPECT_NEAR(run->utilisation, load, 0.01);
  }
}

TEST(JudgeTest, AFleetHoldsWhatItsWorstPercentileKeeps) {
  TaskControl control;
  const PlanRequest strict = random_requests(10, 0.1001);  // hardly any request may wait
  const PlanRequest loose = random_requests(10, 0.3);
  const Server server = measured(loose);
  EXPECT_TRUE(FleetEvaluator(loose, 1, control).meets_limits(server, 12, 60, kScreening).value());
  EXPECT_FALSE(FleetEvaluator(strict, 1, control).meets_limits(server, 7, 60, kScreening).value());
  EXPECT_TRUE(FleetEvaluator(strict, 1, control).meets_limits(server, 40, 60, kScreening).value());
}

TEST(JudgeTest, NoQueueIsPlannedThatCannotKeepUp) {
  TaskControl control;
  const PlanRequest request = random_requests(10, 1e5);
  const FleetEvaluator evaluator(request, 1, control);
  // A request needs 0.1 s of work: 9.5 requests/s per instance.
  EXPECT_EQ(evaluator.least_instances(measured(request), 9.5), 1);
  EXPECT_EQ(evaluator.least_instances(measured(request), 9.6), 2);
  EXPECT_EQ(evaluator.least_instances(measured(request), 95), 10);
  Server pair = measured(request);
  pair.configuration.nodes = 2;
  EXPECT_EQ(evaluator.least_instances(pair, 9.5), 2);
  EXPECT_EQ(evaluator.least_instances(pair, 9.6), 4);
  EXPECT_EQ(pair.replicas_on(5), 2) << "the fifth instance is too few for a replica";
  EXPECT_FALSE(evaluator.meets_limits(measured(request), 9, 95, kScreening).value());
}

TEST(JudgeTest, ARunThatEndsEarlyHasTheVerdictOfTheWholeRun) {
  TaskControl control;
  PlanRequest request = random_requests(10, 0.25);
  request.limits.push_back({.latency = Latency::kTtft, .share = 0.9, .seconds = 0.05});
  request.traffic.output = {.kind = sim::TokenLengths::Kind::kUniform, .low = 1, .high = 19};
  const FleetEvaluator evaluator(request, 1, control);
  const Server server = measured(request, 2);
  int ended = 0;
  for (int instances = 1; instances <= 40; ++instances) {
    const auto whole = evaluator.run(server, instances, 100, kScreening);
    const auto early = evaluator.run(server, instances, 100, kScreening, RunEnd::kLimitsExceeded);
    ASSERT_TRUE(whole && early);
    EXPECT_EQ(evaluator.meets_limits(*early), evaluator.meets_limits(*whole)) << instances;
    EXPECT_EQ(early->exceeded.has_value(), !evaluator.meets_limits(*whole)) << instances;
    if (early->exceeded) {
      ++ended;
      EXPECT_LT(early->requests, whole->requests);
      EXPECT_FALSE(evaluator.missed_text(*early).empty());
    } else {
      EXPECT_EQ(early->latencies, whole->latencies);
    }
  }
  EXPECT_GT(ended, 3);
  EXPECT_LT(ended, 38);
}

TEST(JudgeTest, TheSameSeedGivesTheSameRunAndAnotherAnother) {
  TaskControl control;
  const PlanRequest request = random_requests(10, 1);
  const auto run = [&](std::uint64_t seed) {
    return FleetEvaluator(request, seed, control).run(measured(request), 2, 15, kScreening).value();
  };
  EXPECT_EQ(run(1).latencies, run(1).latencies);
  EXPECT_NE(run(1).latencies, run(2).latencies);
}

TEST(JudgeTest, LargeFleetsAreJudgedByTheirCells) {
  TaskControl control;
  const PlanRequest request = random_requests(10, 1);
  const FleetEvaluator evaluator(request, 1, control);
  const auto cell = evaluator.run(measured(request), kCellReplicas, 2000, kScreening);
  const auto large = evaluator.run(measured(request), 4 * kCellReplicas, 8000, kScreening);
  EXPECT_EQ(cell->latencies, large->latencies);
}

TEST(JudgeTest, IntervalsCoverThePercentileOfALongRun) {
  TaskControl control;
  const PlanRequest request = random_requests(10, 1);
  const Server server = measured(request);
  const double truth = FleetEvaluator(request, 99, control)
                           .run(server, 3, 20, {400'000})
                           ->percentile(Latency::kE2e, 0.99)
                           .value;
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto run = FleetEvaluator(request, seed, control).run(server, 3, 20, kConfirming);
    const Percentile p99 = run->percentile(Latency::kE2e, 0.99);
    EXPECT_LT(p99.low, p99.value);
    covered += p99.low <= truth && truth <= p99.high ? 1 : 0;
  }
  EXPECT_GE(covered, 17);  // 95 % of 20, with room for the approximation
}

TEST(JudgeTest, ACancelledSearchCancelsItsRuns) {
  TaskControl control;
  control.request_cancel();
  const PlanRequest request = random_requests(10, 1);
  const auto run = FleetEvaluator(request, 1, control).run(measured(request), 1, 1, kScreening);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::capacity
