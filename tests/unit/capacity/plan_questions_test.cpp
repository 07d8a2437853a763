// Random plan questions with fixed seeds: a harder question never has a cheaper answer, and the
// search finds what looking at every fleet finds.
#include "app/capacity/fleet/plan_fleet.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

constexpr int kQuestions = 200;
constexpr int kMostInstances = 200;

/// Servers of one type, traffic and limits.
struct Question {
  PlanRequest request;
  std::vector<Candidate> candidates;
  double rate = 1;
};

Question question(std::uint64_t number) {
  RandomStream random(number, 31);
  const int output = 2 + static_cast<int>(random.below(6));
  // A single request takes 10 to 30 ms of prefill and 6 to 30 ms per token.
  Question asked{.request = random_requests(output, output * between(random, 0.012, 0.08) + 0.1),
                 .candidates = {}};
  asked.rate = between(random, 2, 20);
  const std::size_t servers = 2 + random.below(3);
  for (std::size_t i = 0; i < servers; ++i) {
    const int slots = 1 << random.below(4);
    asked.candidates.push_back(made_up(asked.request, slots, between(random, 5, 30),
                                       between(random, 5, 12) + slots * between(random, 0.5, 1.5)));
  }
  return asked;
}

/// The fewest instances of the first `count` servers that meet the limits; empty if none does.
std::optional<int> fewest(const Question& asked, double rate, const std::vector<Limit>& limits,
                          std::size_t count) {
  PlanRequest request = asked.request;
  request.limits = limits;
  TaskControl control;
  const FleetEvaluator evaluator(request, 1, control);
  std::vector<std::size_t> able;
  for (std::size_t i = 0; i < count; ++i) {
    const Limit* worst = nullptr;
    if (floor_ratio(*asked.candidates[i].server, limits, worst) <= 1) able.push_back(i);
  }
  if (able.empty()) return std::nullopt;
  const auto found = search_type(evaluator, asked.candidates, able, rate, kMostInstances, limits);
  EXPECT_TRUE(found) << to_string(found.error());
  if (!found || !found->best) return std::nullopt;
  return found->level;
}

std::optional<int> fewest(const Question& asked) {
  return fewest(asked, asked.rate, asked.request.limits, asked.candidates.size());
}

std::vector<Limit> scaled(std::vector<Limit> limits, double factor) {
  for (Limit& limit : limits) limit.seconds *= factor;
  return limits;
}

/// Whether the second answer is at least as expensive; no fleet is the most expensive answer.
bool no_cheaper(const std::optional<int>& easy, const std::optional<int>& hard) {
  return !hard || (easy && *easy <= *hard);
}

std::string text(const std::optional<int>& count) {
  return count ? std::to_string(*count) : "none";
}

TEST(PlanQuestions, MoreLoadShorterLimitsAndFewerServersNeverNeedFewerInstances) {
  int answered = 0;
  for (std::uint64_t number = 0; number < kQuestions; ++number) {
    const Question asked = question(number);
    const auto base = fewest(asked);
    answered += base ? 1 : 0;
    const std::vector<Limit>& limits = asked.request.limits;
    const std::size_t all = asked.candidates.size();
    RandomStream random(number, 32);
    const double more = between(random, 1.02, 2.5);
    const auto loaded = fewest(asked, asked.rate * more, limits, all);
    EXPECT_TRUE(no_cheaper(base, loaded)) << number << ": " << text(base) << " instances, but "
                                          << text(loaded) << " for " << more << " times the load";
    const double shorter = between(random, 0.5, 0.98);
    const auto limited = fewest(asked, asked.rate, scaled(limits, shorter), all);
    EXPECT_TRUE(no_cheaper(base, limited))
        << number << ": " << text(base) << " instances, but " << text(limited)
        << " with limits that are " << shorter << " times as long";
    const auto fewer = fewest(asked, asked.rate, limits, all - 1);
    EXPECT_TRUE(no_cheaper(base, fewer))
        << number << ": " << text(base) << " instances, but " << text(fewer) << " without a server";
  }
  EXPECT_GT(answered, kQuestions / 2) << "most questions must have an answer";
}

TEST(PlanQuestions, TheSearchFindsWhatLookingAtEveryFleetFinds) {
  int compared = 0;
  for (std::uint64_t number = 0; number < kQuestions; number += 4) {
    const Question asked = question(number);
    const auto found = fewest(asked);
    if (found && *found > 8) continue;  // small cases
    ++compared;
    TaskControl control;
    const FleetEvaluator evaluator(asked.request, 1, control);
    std::optional<int> first;
    for (int count = 1; !first && count <= 9; ++count) {
      for (const Candidate& one : asked.candidates) {
        const Limit* worst = nullptr;
        if (floor_ratio(*one.server, asked.request.limits, worst) > 1) continue;
        if (evaluator.meets_limits(*one.server, count, asked.rate, kScreening).value() &&
            evaluator.meets_limits(*one.server, count, asked.rate, kConfirming).value()) {
          first = count;
        }
      }
    }
    if (!found && !first) continue;
    EXPECT_EQ(text(found), text(first)) << number;
  }
  EXPECT_GT(compared, kQuestions / 32);
}

}  // namespace
}  // namespace nscope::capacity
