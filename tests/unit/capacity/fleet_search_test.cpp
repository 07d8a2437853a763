#include "app/capacity/fleet/fleet_search.h"

#include "tests/unit/capacity/capacity_fixtures.h"

#include <numeric>

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

std::vector<Candidate> several(const PlanRequest& request) {
  return {made_up(request, 1, 10, 8), made_up(request, 4, 10, 12), made_up(request, 8, 10, 16),
          made_up(request, 16, 10, 30), made_up(request, 2, 5, 9)};
}

Result<TypeResult> search(const PlanRequest& request, const std::vector<Candidate>& candidates,
                          double rate, std::uint64_t seed = 1) {
  TaskControl control;
  const FleetEvaluator evaluator(request, seed, control);
  std::vector<std::size_t> all(candidates.size());
  std::iota(all.begin(), all.end(), 0);
  return search_type(evaluator, candidates, all, rate, 10'000, request.limits);
}

TEST(SearchTest, FindsWhatLookingAtEveryFleetFinds) {
  const PlanRequest request = random_requests(20, 0.6);
  const auto candidates = several(request);
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  for (const double rate : {3.0, 17.0, 60.0}) {
    const auto found = search(request, candidates, rate);
    ASSERT_TRUE(found && found->best);
    int fewest = 10'000;
    for (const Candidate& one : candidates) {
      for (int instances = 1; instances < fewest; ++instances) {
        if (evaluator.meets_limits(*one.server, instances, rate, kScreening).value() &&
            evaluator.meets_limits(*one.server, instances, rate, kConfirming).value()) {
          fewest = instances;
        }
      }
    }
    EXPECT_EQ(found->level, fewest) << rate;
  }
}

TEST(SearchTest, ReportsHowManyCandidatesItHasEvaluated) {
  const PlanRequest request = random_requests(20, 0.6);
  const auto candidates = several(request);
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  const std::vector<std::size_t> all{0, 1, 2, 3, 4};
  std::vector<std::size_t> seen;
  ASSERT_TRUE(search_type(evaluator, candidates, all, 17, 10'000, request.limits,
                          [&](std::size_t count) { seen.push_back(count); }));
  EXPECT_EQ(seen, (std::vector<std::size_t>{4, 5}));
}

TEST(SearchTest, OneInstanceLessMissesTheLimit) {
  const PlanRequest request = random_requests(20, 0.6);
  const auto candidates = several(request);
  const auto found = search(request, candidates, 80);
  ASSERT_TRUE(found && found->best);
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  const Server& best = *candidates[*found->best].server;
  EXPECT_TRUE(evaluator.meets_limits(best, found->level, 80, kConfirming).value());
  EXPECT_FALSE(evaluator.meets_limits(best, found->level - 1, 80, kScreening).value() &&
               evaluator.meets_limits(best, found->level - 1, 80, kConfirming).value());
}

TEST(SearchTest, EveryRejectedCandidateHasAReasonWithNumbers) {
  const PlanRequest request = random_requests(20, 0.6);
  const auto found = search(request, several(request), 80);
  ASSERT_TRUE(found && found->best);
  EXPECT_EQ(found->outcomes.size(), 5u);
  for (const Outcome& outcome : found->outcomes) {
    if (outcome.candidate == *found->best) {
      EXPECT_FALSE(outcome.refusal);
      continue;
    }
    ASSERT_TRUE(outcome.refusal);
    EXPECT_NE(outcome.refusal->reason.english().find_first_of("0123456789"), std::string::npos)
        << outcome.refusal->reason.english();
  }
}

// Holds for any loads, limits and seeds.
TEST(SearchTest, DoublingTheLoadNeverTakesFewerInstances) {
  for (const double limit : {0.25, 1.5}) {
    const PlanRequest request = random_requests(20, limit);
    const auto candidates = several(request);
    for (const std::uint64_t seed : {1u, 2u}) {
      for (const double start : {0.3, 1.7}) {
        int before = 0;
        for (double rate = start; rate < 150; rate *= 2) {
          const auto found = search(request, candidates, rate, seed);
          ASSERT_TRUE(found);
          if (!found->best) break;
          EXPECT_GE(found->level, before) << limit << " s, " << rate << "/s, seed " << seed;
          before = found->level;
        }
      }
    }
  }
}

TEST(SearchTest, WhatNoNumberOfInstancesHoldsIsSaid) {
  const PlanRequest request = random_requests(20, 0.1);  // 10 ms and 19 steps of 8 ms take longer
  const std::vector<Candidate> one{made_up(request, 1, 10, 8)};
  const auto found = search(request, one, 5);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->best);
  ASSERT_EQ(found->outcomes.size(), 1u);
  EXPECT_EQ(found->outcomes[0].refusal->rule, Rule::kNeverMeetsLimits);
}

TEST(SearchTest, MoreThanMayBeHadIsNoFleet) {
  const PlanRequest request = random_requests(20, 0.6);
  const auto candidates = several(request);
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  const std::vector<std::size_t> all{0, 1, 2, 3, 4};
  const auto found = search_type(evaluator, candidates, all, 500, 3, request.limits);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->best);
  for (const Outcome& outcome : found->outcomes) EXPECT_TRUE(outcome.refusal);
}

}  // namespace
}  // namespace nscope::capacity
