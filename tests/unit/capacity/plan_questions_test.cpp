// Random plan questions with fixed seeds: a harder question never has a cheaper answer, and the
// search finds what looking at every fleet finds.
#include "app/capacity/fleet/plan_fleet.h"
#include "profiler/base/random_stream.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <array>
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

double between(RandomStream& random, double low, double high) {
  return low + (high - low) * random.uniform();
}

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

/// The plan of a small question with other prices: own On-Demand and Reserved Instance prices of
/// both types.
struct Prices {
  std::array<double, 2> on_demand;
  std::array<double, 2> reserved;
};

constexpr std::array<const char*, 2> kTypes = {"inf2.8xlarge", "inf2.24xlarge"};

Usd cost_with(const Prices& prices, double rate, bool reserved) {
  std::vector<cost::PriceObservation> rows;
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    for (const bool option : {false, true}) {
      cost::PriceObservation row;
      row.instance = kTypes[i];
      row.region = "us-east-1";
      row.purchase = option ? cost::kRi1Year : cost::Purchase{};
      row.per_hour = Usd::round(option ? prices.reserved[i] : prices.on_demand[i]);
      row.observed = cost::parse_price_date("2026-11-20").value();
      row.source = "test";
      row.own = true;
      rows.push_back(std::move(row));
    }
  }
  Json json = quick_plan();
  json["instances"] = {kTypes[0], kTypes[1]};
  json["slots"] = {4};
  json["traffic"]["requests_per_second"] = rate;
  json["traffic"]["output_tokens"] = 10;
  json["sla"] = {{"e2e_p99_s", 20}};
  json["purchase"] = reserved ? Json{"on_demand", "ri_1yr"} : Json{"on_demand"};
  const auto request = plan_request_from_json(json, "plan.json");
  EXPECT_TRUE(request) << to_string(request.error());
  TaskControl control;
  const auto found = plan_fleet(hardware(), book().with(std::move(rows)), *request, {}, 1, control);
  EXPECT_TRUE(found && found->best) << (found ? "no fleet" : to_string(found.error()));
  return found && found->best ? found->best->per_hour : Usd();
}

TEST(PlanQuestions, HigherPricesAndFewerOptionsNeverCostLess) {
  constexpr int kPriceQuestions = 5;
  RandomStream random(5, 33);
  for (int number = 0; number < kPriceQuestions; ++number) {
    const double rate = between(random, 1, 12);
    Prices prices{};
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
      prices.on_demand[i] = between(random, 1, 9);
      prices.reserved[i] = prices.on_demand[i] * between(random, 0.4, 1.2);
    }
    SCOPED_TRACE(number);
    const Usd base = cost_with(prices, rate, true);
    EXPECT_LE(base, cost_with(prices, rate, false)) << "more options";
    Prices higher = prices;
    higher.on_demand[random.below(2)] *= between(random, 1, 2);
    higher.reserved[random.below(2)] *= between(random, 1, 2);
    EXPECT_LE(base, cost_with(higher, rate, true)) << "higher prices";
    EXPECT_LE(base, cost_with(prices, rate * between(random, 1, 3), true)) << "more load";
  }
}

}  // namespace
}  // namespace nscope::capacity
