#include "app/capacity/fleet/sustained_load.h"

#include "tests/unit/capacity/capacity_fixtures.h"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using testing::HasSubstr;

TEST(SearchLevels, OfInstancesHasOneMoreOnEachLevel) {
  const SearchLevels levels = SearchLevels::of_instances(20, 500);
  EXPECT_EQ(levels.at(7).instances, 7);
  EXPECT_DOUBLE_EQ(levels.at(7).rate, 20);
  EXPECT_EQ(levels.last(), 500);
  EXPECT_EQ(levels.at_text(1, tr("late")).english(), "with 1 instance: late");
  EXPECT_EQ(levels.result_text(12).english(), "meets the limits with 12 instances");
  EXPECT_EQ(levels.next(128), 131) << "steps of 1/64 in large fleets";
  EXPECT_EQ(levels.widest(2), 64);
  EXPECT_EQ(levels.widest(100), 500);
}

TEST(SearchLevels, OfRatesGoesDownByOnePercent) {
  const SearchLevels levels = SearchLevels::of_rates(3, 100);
  EXPECT_EQ(levels.at(5).instances, 3);
  EXPECT_DOUBLE_EQ(levels.at(0).rate, 100);
  EXPECT_NEAR(levels.at(5).rate, 100 * std::pow(0.99, 5), 1e-9);
  EXPECT_EQ(levels.at_text(0, tr("late")).english(), "at 100 requests/s: late");
  EXPECT_NEAR(levels.at(levels.widest(10)).rate, levels.at(10).rate / 32, 0.01);
}

TEST(SearchLevels, ItsLowestLevelIsTheFirstThatKeepsUp) {
  const PlanRequest request = random_requests(20, 1);
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  for (const int slots : {1, 3, 8}) {
    const Server server = made_up_server(request, {.slots = slots, .prefill_ms = 7, .step_ms = 9});
    const SearchLevels levels = SearchLevels::of_rates(5, 2000);
    const int lowest = levels.lowest(evaluator, server);
    EXPECT_LE(evaluator.least_instances(server, levels.at(lowest).rate), 5);
    ASSERT_GT(lowest, 0);
    EXPECT_GT(evaluator.least_instances(server, levels.at(lowest - 1).rate), 5);
  }
}

TEST(SearchLevels, FindsTheHighestRateThatLookingAtEveryRateFinds) {
  const PlanRequest request = random_requests(20, 0.6);
  const std::vector<Candidate> candidates{made_up(request, 1, 10, 8), made_up(request, 4, 10, 12),
                                          made_up(request, 8, 10, 16), made_up(request, 16, 10, 30),
                                          made_up(request, 2, 5, 9)};
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  std::vector<std::size_t> all(candidates.size());
  std::iota(all.begin(), all.end(), 0);
  const SearchLevels levels = SearchLevels::of_rates(2, 100);
  const auto found = search_levels(evaluator, candidates, all, levels, request.limits);
  ASSERT_TRUE(found && found->best);
  int lowest = levels.last();
  for (const Candidate& one : candidates) {
    for (int level = levels.lowest(evaluator, *one.server); level < lowest; ++level) {
      const FleetLoad fleet = levels.at(level);
      if (evaluator.meets_limits(*one.server, fleet.instances, fleet.rate, kScreening).value() &&
          evaluator.meets_limits(*one.server, fleet.instances, fleet.rate, kConfirming).value()) {
        lowest = level;
      }
    }
  }
  // Bisection can skip a level that meets the limits by chance; levels are 1 % apart.
  EXPECT_NEAR(found->level, lowest, 2);
  EXPECT_GE(found->level, lowest);
  for (const Outcome& outcome : found->outcomes) {
    EXPECT_EQ(outcome.refusal.has_value(), outcome.candidate != *found->best);
    if (outcome.refusal) {
      EXPECT_THAT(outcome.refusal->reason.english(), HasSubstr("requests/s"));
    }
  }
}

// The sustained load of a fleet and the fleet for a load must be consistent.
TEST(SearchLevels, AgreesWithTheFewestInstancesForTheRate) {
  const PlanRequest request = random_requests(20, 0.5);
  const std::vector<Candidate> one{made_up(request, 4, 10, 12)};
  const std::vector<std::size_t> all{0};
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  for (const int instances : {1, 4, 9}) {
    const SearchLevels levels = SearchLevels::of_rates(instances, 500);
    const auto found = search_levels(evaluator, one, all, levels, request.limits);
    ASSERT_TRUE(found && found->best);
    const double rate = levels.at(found->level).rate;
    const auto fewest = search_type(evaluator, one, all, rate, 100, request.limits);
    ASSERT_TRUE(fewest && fewest->best);
    EXPECT_LE(fewest->level, instances);
    const auto more = search_type(evaluator, one, all, rate * 1.03, 100, request.limits);
    ASSERT_TRUE(more && more->best);
    EXPECT_GT(more->level, instances);
  }
}

TEST(Saturated, OneSlotMakesItsTokensOneRequestAfterTheOther) {
  const PlanRequest request = random_requests(20, 1);
  // 20 tokens: a prefill and 19 steps.
  const Server server = made_up_server(request, {.slots = 1, .prefill_ms = 30, .step_ms = 10});
  EXPECT_NEAR(saturated_tokens_per_second(server, request, 1, TaskControl()).value(),
              20 / (0.03 + 19 * 0.01), 1e-6);
}

TEST(Saturated, FullSlotsReachWhatTheWorkBounds) {
  const PlanRequest request = random_requests(20, 1);
  for (const int slots : {2, 8, 32}) {
    const Server server = made_up_server(request, {.slots = slots, .prefill_ms = 4, .step_ms = 10});
    const double most = 20 / server.work;
    const double found = saturated_tokens_per_second(server, request, 1, TaskControl()).value();
    EXPECT_LE(found, most * (1 + 1e-9)) << slots;
    EXPECT_GE(found, most * 0.85) << slots;
  }
}

class SustainedLoadTest : public testing::Test {
 protected:
  static PlanRequest asked(double e2e_seconds) {
    Json plan = quick_plan();
    plan["sla"] = {{"e2e_p99_s", e2e_seconds}};
    return plan_request_from_json(plan, "plan").value();
  }
  Result<SustainedLoad> found(const PlanRequest& request, int instances = 1,
                              int tensor_parallel = 0) {
    return sustained_load(hardware(), request, "inf2.48xlarge", instances, tensor_parallel, 1,
                          control_);
  }
  TaskControl control_;
};

TEST_F(SustainedLoadTest, TheLoadWithinLimitsIsHeldAndBelowFullLoad) {
  const PlanRequest request = asked(4);
  const auto load = found(request);
  ASSERT_TRUE(load) << to_string(load.error());
  ASSERT_TRUE(load->within && load->full);
  EXPECT_TRUE(load->why_not.empty());
  const LoadWithin& within = *load->within;
  EXPECT_NEAR(within.load.output_tokens_per_second, 100 * within.requests_per_second, 1e-6);
  EXPECT_LT(within.load.output_tokens_per_second, load->full->load.output_tokens_per_second);
  ASSERT_EQ(within.figures.size(), 3U);
  EXPECT_LE(within.figures[2].tail.value, 4);
  EXPECT_GT(within.figures[2].tail.value, 2) << "a lower load would not be the largest";
  EXPECT_FALSE(within.load.band[0]) << "no load meets 4 s at the slow end of the error band";
  ASSERT_TRUE(within.load.band[1]);
  EXPECT_GT(*within.load.band[1], within.load.output_tokens_per_second);
  // A plan for this load needs the same number of instances.
  PlanRequest plan = request;
  plan.instances = {"inf2.48xlarge"};
  plan.traffic.requests_per_second = within.requests_per_second;
  plan.traffic.arrivals = arrivals_at(request.traffic, within.requests_per_second);
  const auto fleet =
      plan_fleet(hardware(), book(), plan, cost::parse_day("2026-11-20").value(), 1, control_);
  ASSERT_TRUE(fleet && fleet->best);
  EXPECT_EQ(fleet->best->serving, 1);
}

TEST_F(SustainedLoadTest, LongLimitsAreMetAtBothEndsOfTheBand) {
  const auto load = found(asked(20));
  ASSERT_TRUE(load && load->within);
  const BandedLoad& within = load->within->load;
  ASSERT_TRUE(within.band[0] && within.band[1]);
  EXPECT_LT(*within.band[0], within.output_tokens_per_second);
  EXPECT_GT(*within.band[1], within.output_tokens_per_second);
}

TEST_F(SustainedLoadTest, TighterLimitsAreNeverCheaper) {
  double before = 0;
  double full = 0;
  for (const double limit : {1.5, 2.5, 5.0, 20.0}) {
    const auto load = found(asked(limit));
    ASSERT_TRUE(load && load->within && load->full) << limit;
    // Rates are 1 % apart, and each search has its own noise.
    EXPECT_GE(load->within->requests_per_second, before * 0.98) << limit;
    before = load->within->requests_per_second;
    if (full > 0) {
      EXPECT_DOUBLE_EQ(load->full->load.output_tokens_per_second, full) << limit;
    }
    full = load->full->load.output_tokens_per_second;
  }
}

TEST_F(SustainedLoadTest, MoreInstancesServeAtLeastInProportion) {
  const PlanRequest request = asked(4);
  const auto one = found(request, 1);
  const auto three = found(request, 3);
  ASSERT_TRUE(one && one->within && three && three->within);
  // A larger pool behind one load balancer waits less.
  EXPECT_GE(three->within->requests_per_second, 3 * one->within->requests_per_second * (1 - 1e-9));
  EXPECT_NEAR(three->within->load.output_tokens_per_second,
              100 * three->within->requests_per_second, 1e-6);
  EXPECT_NEAR(three->full->load.output_tokens_per_second,
              3 * one->full->load.output_tokens_per_second, 1e-6);
}

TEST_F(SustainedLoadTest, LimitsThatNoLoadMeetsGiveAReason) {
  const auto load = found(asked(0.05));
  ASSERT_TRUE(load) << to_string(load.error());
  EXPECT_FALSE(load->within);
  EXPECT_EQ(load->rule, Rule::kLatencyFloor);
  EXPECT_THAT(load->why_not.english(), HasSubstr("single request on an idle replica"));
  EXPECT_TRUE(load->full) << "the load without limits is known";
}

TEST_F(SustainedLoadTest, OnlyTheRequestedDegreeIsEvaluated) {
  const auto load = found(asked(8), 1, 8);
  ASSERT_TRUE(load && load->within);
  EXPECT_EQ(load->within->configuration.tensor_parallel, 8);
  EXPECT_EQ(load->full->configuration.tensor_parallel, 8);
  const auto none = found(asked(8), 1, 7);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->within);
  EXPECT_FALSE(none->full);
  EXPECT_FALSE(none->why_not.empty());
}

TEST_F(SustainedLoadTest, RejectsInvalidRequests) {
  PlanRequest request = asked(4);
  request.limits.clear();
  EXPECT_EQ(found(request).error().where.english(), "sla");
  request = asked(4);
  request.model = "no-such-model";
  EXPECT_EQ(found(request).error().code, ErrorCode::kNotFound);
  control_.request_cancel();
  EXPECT_EQ(found(asked(4)).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::capacity
