#include "costmodel/commitments/commitment_mix.h"

#include "profiler/base/random_stream.h"
#include "tests/unit/cost/literals.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

DemandedType demanded(std::vector<double> hours, double on_demand) {
  return {.demand = {"trn1.32xlarge", std::move(hours), tr("test")}, .on_demand = usd(on_demand)};
}

Commitment reserved(const char* label, double rate, double years = 1, std::size_t types = 1,
                    std::size_t type = 0) {
  Commitment offer{.label = Text::verbatim(label),
                   .kind = CommitmentKind::kReserved,
                   .rates = {},
                   .years = years};
  offer.rates.resize(types);
  offer.rates[type] = usd(rate);
  return offer;
}

double total(const CommitmentProblem& problem, const std::vector<double>& amounts) {
  return mix_cost(problem, demand_states(problem).value(), amounts).total.dollars();
}

// ---- application ------------------------------------------------------------

TEST(MixCost, AppliesReservedThenInstanceThenComputePlans) {
  // One hour with 10 of a (10 USD) and 10 of b (20 USD).
  CommitmentProblem problem;
  problem.types = {demanded({10}, 10), demanded({10}, 20)};
  problem.horizon_hours = 1;
  const double hour = 1.0 / 8760;
  problem.offers = {reserved("RI a", 6, hour, 2, 0),
                    {.label = tr("EC2 plan a"),
                     .kind = CommitmentKind::kInstanceSavingsPlan,
                     .rates = {usd(6.5), std::nullopt},
                     .years = hour},
                    {.label = tr("Compute plan"),
                     .kind = CommitmentKind::kComputeSavingsPlan,
                     .rates = {usd(7), usd(12)},  // 30 % on a, 40 % on b
                     .years = hour}};
  const auto states = demand_states(problem).value();
  const MixCost cost = mix_cost(problem, states, std::vector<double>{4, 13, 60});
  // a: 4 reserved, 13 / 6.5 = 2 by its plan, 4 left; b: 60 / 12 = 5 by the compute plan, 5 left.
  EXPECT_EQ(cost.on_demand, usd(4 * 10 + 5 * 20));
  EXPECT_EQ(cost.commitments, usd(4 * 6 + 13 + 60));
  EXPECT_EQ(cost.all_on_demand, usd(300));
  EXPECT_DOUBLE_EQ(cost.covered, 11.0 / 20);
  EXPECT_DOUBLE_EQ(cost.used[2], 1);
  const MixCost more = mix_cost(problem, states, std::vector<double>{4, 13, 155});
  // USD 120 cover all of b, USD 28 the rest of a, and USD 7 are unused.
  EXPECT_EQ(more.on_demand, Usd());
  EXPECT_NEAR(more.used[2], 148.0 / 155, 1e-12);
}

TEST(MixCost, UnusedCommitmentsArePaidEachHour) {
  CommitmentProblem problem;
  problem.types = {demanded({0, 4}, 10)};
  problem.horizon_hours = 8760;
  problem.offers = {reserved("RI", 6)};
  const MixCost cost = mix_cost(problem, demand_states(problem).value(), std::vector<double>{2});
  EXPECT_EQ(cost.on_demand, usd(4380 * 2 * 10));
  EXPECT_EQ(cost.commitments, usd(2 * 6 * 8760));
  EXPECT_DOUBLE_EQ(cost.used[0], 0.5);
}

TEST(MixCost, HeldCommitmentsServeUntilTheyEndAndAreSunk) {
  CommitmentProblem problem;
  problem.types = {demanded({3}, 10)};
  problem.horizon_hours = 100;
  problem.offers = {reserved("RI", 6, 100.0 / 8760)};
  problem.held = {{reserved("old", 7), 2, 40}};
  const auto states = demand_states(problem).value();
  const MixCost none = mix_cost(problem, states, std::vector<double>{0});
  EXPECT_EQ(none.sunk, usd(2 * 7 * 40));
  EXPECT_EQ(none.total, usd(40 * 1 * 10 + 60 * 3 * 10)) << "the total excludes sunk costs";
  EXPECT_DOUBLE_EQ(none.held_used[0], 1);
  // Two of three new ones are idle for 40 h. The second saves 600 and costs 600.
  const auto mix = layered_mix(problem).value();
  EXPECT_DOUBLE_EQ(mix.amounts[0], 1);
}

TEST(MixCost, SpotServesUpToItsLimitBeforeOnDemand) {
  CommitmentProblem problem;
  problem.types = {demanded({5}, 10)};
  problem.types[0].spot = usd(4);
  problem.types[0].most_spot = 2;
  problem.horizon_hours = 1;
  const MixCost cost = mix_cost(problem, demand_states(problem).value(), {});
  EXPECT_EQ(cost.spot, usd(8));
  EXPECT_EQ(cost.on_demand, usd(30));
  problem.types[0].spot = usd(11);
  EXPECT_EQ(mix_cost(problem, demand_states(problem).value(), {}).spot, Usd())
      << "Spot is more expensive than on-demand";
}

TEST(DemandStates, CountEveryHourOnce) {
  CommitmentProblem problem;
  problem.types = {demanded({1, 2, 3, 2, 1, 0, 7}, 10), demanded({5, 5, 6}, 10)};
  problem.horizon_hours = 1000;
  problem.offers = {{.label = tr("block"),
                     .kind = CommitmentKind::kCapacityBlock,
                     .rates = {usd(5), std::nullopt},
                     .start_hour = 100,
                     .hours = 333}};
  problem.held = {{reserved("old", 5, 1, 2), 1, 777.5}};
  const auto states = demand_states(problem).value();
  double hours = 0;
  double block = 0;
  double held = 0;
  double first = 0;
  double by_hand = 0;
  for (const DemandState& state : states) {
    hours += state.hours;
    if (state.block_runs[0]) block += state.hours;
    if (state.held_runs[0]) held += state.hours;
    if (state.block_runs[0]) first += state.hours * state.demand[0];
  }
  for (int h = 100; h < 433; ++h) by_hand += problem.types[0].demand.hours[h % 7];
  EXPECT_DOUBLE_EQ(hours, 1000);
  EXPECT_DOUBLE_EQ(block, 333);
  EXPECT_DOUBLE_EQ(held, 777);
  EXPECT_DOUBLE_EQ(first, by_hand);
}

TEST(DemandStates, RejectInvalidProblems) {
  const auto message = [](auto&& change) {
    CommitmentProblem problem;
    problem.types = {demanded({1, 2}, 10)};
    problem.offers = {reserved("RI", 6)};
    change(problem);
    const auto states = demand_states(problem);
    return states ? std::string("accepted") : states.error().message.english();
  };
  using P = CommitmentProblem;
  EXPECT_THAT(message([](P& p) { p.types.clear(); }), HasSubstr("demand is required"));
  EXPECT_THAT(message([](P& p) { p.horizon_hours = 0.5; }), HasSubstr("horizon"));
  EXPECT_THAT(message([](P& p) { p.horizon_hours = 1e9; }), HasSubstr("horizon"));
  EXPECT_THAT(message([](P& p) { p.types[0].on_demand = {}; }), HasSubstr("on-demand price"));
  EXPECT_THAT(message([](P& p) { p.types[0].demand.hours = {NAN}; }), HasSubstr("trn1.32xlarge"));
  EXPECT_THAT(message([](P& p) {
                p.types[0].demand.hours = {1e6};
                p.types[0].on_demand = usd(1e5);
              }),
              HasSubstr("value out of range"));
  EXPECT_THAT(message([](P& p) { p.offers[0].rates.clear(); }), HasSubstr("0 rates"));
  EXPECT_THAT(message([](P& p) { p.offers[0].rates[0] = Usd(); }), HasSubstr("greater than 0"));
  EXPECT_THAT(message([](P& p) { p.offers[0].years = 30; }), HasSubstr("term"));
  EXPECT_THAT(message([](P& p) {
                p.offers[0].kind = CommitmentKind::kCapacityBlock;
                p.offers[0].hours = 9000;
              }),
              HasSubstr("within the horizon"));
  EXPECT_THAT(message([](P& p) {
                p.types.push_back(demanded(std::vector<double>(8761, 1), 10));
                p.types[0].demand.hours.assign(8760, 1);
                p.offers.clear();
              }),
              HasSubstr("common period"));
}

// ---- layers -----------------------------------------------------------------

TEST(LayeredMix, TopIsTheQuantileOfTheBreakEven) {
  // Demand 1..100, each in one hour of a hundred; u* = 0.6153 of trn1's one-year price.
  CommitmentProblem problem;
  std::vector<double> hours(100);
  for (int i = 0; i < 100; ++i) hours[static_cast<std::size_t>(i)] = i + 1;
  problem.types = {demanded(hours, 21.5)};
  problem.horizon_hours = 8800;
  problem.offers = {reserved("1-yr RI", 13.22895)};
  const auto mix = layered_mix(problem).value();
  // Unit k is used (101 - k) % of the time: 39 units are used 62 %, the 40th 61 %.
  EXPECT_DOUBLE_EQ(mix.amounts[0], 39);
  ASSERT_EQ(mix.layers.size(), 1U);
  EXPECT_NEAR(mix.layers[0].break_even, 0.6153, 1e-9);
}

TEST(LayeredMix, CheaperAndLimitedOffersAreLowerLayers) {
  CommitmentProblem problem;
  problem.types = {demanded({10, 10, 10, 4}, 20)};
  problem.horizon_hours = 3 * 8760;
  problem.offers = {reserved("1-yr", 13), reserved("3-yr", 8, 3)};
  problem.offers[1].most = 3;
  const auto mix = layered_mix(problem).value();
  ASSERT_EQ(mix.layers.size(), 2U);
  EXPECT_EQ(mix.layers[0].offer, 1U);
  EXPECT_DOUBLE_EQ(mix.layers[0].units, 3);
  EXPECT_EQ(mix.layers[1].offer, 0U);
  EXPECT_DOUBLE_EQ(mix.layers[1].from, 3);
  EXPECT_DOUBLE_EQ(mix.layers[1].units, 7) << "used 75 % of the time, break-even at 65 %";
}

TEST(LayeredMix, LayersOfAlmostAMillionInstances) {
  // The demand differs in each hour. Adding instances one by one would take minutes.
  std::vector<double> hours;
  for (int hour = 0; hour < 8760; ++hour) hours.push_back(hour * 100.0);
  CommitmentProblem problem;
  problem.types = {demanded(std::move(hours), 1)};
  problem.horizon_hours = 8760;
  problem.offers = {reserved("RI", 0.5)};
  const auto mix = layered_mix(problem);
  ASSERT_TRUE(mix) << to_string(mix.error());
  // The instance above n is used in the hours with a demand above n. At n = 437,900 these are 4380
  // hours, half of the year, in which its cost equals its savings.
  EXPECT_EQ(mix->amounts.at(0), 437'900);
  EXPECT_GT(total(problem, {437'800}), total(problem, {437'900}));
  EXPECT_GE(total(problem, {438'100}), total(problem, {437'900}));
}

TEST(LayeredMix, ATermBeyondTheHorizonIsPaidInFull) {
  CommitmentProblem problem;
  problem.types = {demanded({10}, 20)};
  problem.horizon_hours = 8760;
  problem.offers = {reserved("3-yr", 8, 3)};
  // Three years at USD 8 per hour cost more than one year at USD 20.
  EXPECT_DOUBLE_EQ(layered_mix(problem)->amounts[0], 0);
  EXPECT_DOUBLE_EQ(break_even_share(problem, problem.offers[0]).value(), 1.2);
  problem.horizon_hours = 3 * 8760;
  EXPECT_DOUBLE_EQ(layered_mix(problem)->amounts[0], 10);
}

/// A small problem of one type.
CommitmentProblem random_layers(RandomStream& stream) {
  CommitmentProblem problem;
  std::vector<double> hours(3 + stream.below(10));
  const bool parts = stream.below(3) == 0;
  for (double& hour : hours) {
    hour = static_cast<double>(stream.below(7));
    if (parts) hour += static_cast<double>(stream.below(4)) / 4;
  }
  problem.types = {demanded(hours, 10)};
  problem.horizon_hours = 20.0 + static_cast<double>(stream.below(200));
  if (stream.below(2) == 0) {
    problem.types[0].spot = usd(2 + 10 * stream.uniform());
    problem.types[0].most_spot = static_cast<double>(stream.below(4));
  }
  const std::size_t offers = 2 + stream.below(2);
  for (std::size_t i = 0; i < offers; ++i) {
    Commitment offer = reserved("offer", 1 + 7 * stream.uniform(), problem.horizon_hours / 8760);
    constexpr std::array kKinds = {CommitmentKind::kReserved, CommitmentKind::kInstanceSavingsPlan,
                                   CommitmentKind::kComputeSavingsPlan};
    offer.kind = kKinds[stream.below(3)];
    if (stream.below(3) == 0) offer.years *= 1.5;
    if (stream.below(4) != 0) {
      const auto most = static_cast<double>(stream.below(4));
      offer.most = is_savings_plan(offer.kind) ? most * offer.rates[0]->dollars() + 1e-9 : most;
    }
    problem.offers.push_back(offer);
  }
  if (stream.below(3) == 0) {
    problem.held = {{reserved("old", 5), static_cast<double>(1 + stream.below(3)),
                     static_cast<double>(stream.below(150))}};
  }
  return problem;
}

/// The minimal total over all whole numbers of instances of each offer.
double exhaustive(const CommitmentProblem& problem) {
  const auto states = demand_states(problem).value();
  const auto offers = problem.offers.size();
  std::vector<int> units(offers, 0);
  double least = std::numeric_limits<double>::infinity();
  while (true) {
    std::vector<double> amounts(offers);
    bool within = true;
    for (std::size_t i = 0; i < offers; ++i) {
      const Commitment& offer = problem.offers[i];
      amounts[i] = units[i] * (is_savings_plan(offer.kind) ? offer.rates[0]->dollars() : 1);
      within = within && amounts[i] <= offer.most.value_or(1e9);
    }
    if (within) least = std::min(least, mix_cost(problem, states, amounts).total.dollars());
    std::size_t i = 0;
    while (i < offers && ++units[i] > 8) units[i++] = 0;
    if (i == offers) return least;
  }
}

TEST(LayeredMix, EqualsExhaustiveSearchOnRandomCases) {
  RandomStream stream(20261122, 1);
  int layered = 0;
  for (int i = 0; i < 200; ++i) {
    const CommitmentProblem problem = random_layers(stream);
    const auto mix = layered_mix(problem);
    ASSERT_TRUE(mix) << to_string(mix.error());
    ASSERT_NEAR(mix->cost.total.dollars(), exhaustive(problem), 1e-6) << "case " << i;
    if (mix->layers.size() > 1) ++layered;
  }
  EXPECT_GT(layered, 20) << "the cases are too easy";
}

TEST(ProgramMix, NeverCostsMoreThanLayersAndEqualsThemForWholeInstances) {
  RandomStream stream(20261122, 2);
  TaskControl control;
  int equal = 0;
  for (int i = 0; i < 60; ++i) {
    CommitmentProblem problem = random_layers(stream);
    // Savings Plans can cover parts of an instance; compare whole instances.
    for (Commitment& offer : problem.offers) {
      if (!is_savings_plan(offer.kind)) continue;
      offer.kind = CommitmentKind::kReserved;
      offer.most.reset();
    }
    const auto layers = layered_mix(problem);
    const auto program = program_mix(problem, control);
    ASSERT_TRUE(layers && program) << to_string(program.error());
    EXPECT_NEAR(program->cost.total.dollars(), layers->cost.total.dollars(), 1e-6) << i;
    EXPECT_NEAR(program->bound->dollars(), layers->cost.total.dollars(), 1e-6) << i;
    ++equal;
  }
  EXPECT_EQ(equal, 60);
}

// ---- the program ------------------------------------------------------------

/// Two types with Reserved Instances for each, a Savings Plan for both, and a Capacity Block.
CommitmentProblem random_program(RandomStream& stream) {
  CommitmentProblem problem;
  constexpr std::size_t kHours = 6;
  for (const double price : {10.0, 17.0}) {
    std::vector<double> hours(kHours);
    for (double& hour : hours) hour = static_cast<double>(stream.below(4));
    problem.types.push_back(demanded(hours, price));
  }
  problem.horizon_hours = kHours;
  const double term = kHours / 8760.0;
  const auto discount = [&] { return 0.4 + 0.5 * stream.uniform(); };
  problem.offers = {reserved("a", 10 * discount(), term, 2, 0),
                    reserved("b", 17 * discount(), term, 2, 1),
                    {.label = tr("plan"),
                     .kind = CommitmentKind::kComputeSavingsPlan,
                     .rates = {usd(10 * discount()), usd(17 * discount())},
                     .years = term},
                    {.label = tr("block"),
                     .kind = CommitmentKind::kCapacityBlock,
                     .rates = {std::nullopt, usd(17 * discount())},
                     .start_hour = static_cast<double>(stream.below(3)),
                     .hours = 2}};
  if (stream.below(2) == 0) problem.offers[3].most = 1;
  return problem;
}

/// Amounts of the Savings Plan at which the slope of the cost can change, with the given
/// Reserved Instances.
std::vector<double> plan_kinks(const CommitmentProblem& problem,
                               const std::vector<DemandState>& states,
                               const std::vector<double>& amounts) {
  std::vector<double> kinks = {0};
  for (const DemandState& state : states) {
    std::vector<std::pair<double, double>> order;
    for (std::size_t t = 0; t < 2; ++t) {
      double left = std::max(0.0, state.demand[t] - amounts[t]);
      if (t == 1 && state.block_runs[3]) left = std::max(0.0, left - amounts[3]);
      const double rate = problem.offers[2].rates[t]->dollars();
      order.emplace_back(rate / problem.types[t].on_demand.dollars(), left * rate);
    }
    std::sort(order.begin(), order.end());
    kinks.push_back(order[0].second);
    kinks.push_back(order[0].second + order[1].second);
  }
  return kinks;
}

TEST(ProgramMix, EqualsExhaustiveSearchAcrossTypesPlansAndBlocks) {
  RandomStream stream(20261122, 3);
  TaskControl control;
  int planned = 0;
  int blocked = 0;
  for (int i = 0; i < 100; ++i) {
    const CommitmentProblem problem = random_program(stream);
    const auto states = demand_states(problem).value();
    double least = std::numeric_limits<double>::infinity();
    for (int code = 0; code < 4 * 4 * 4; ++code) {
      std::vector<double> amounts = {double(code % 4), double(code / 4 % 4), 0, double(code / 16)};
      if (amounts[3] > problem.offers[3].most.value_or(9)) continue;
      for (const double dollars : plan_kinks(problem, states, amounts)) {
        amounts[2] = dollars;
        least = std::min(least, mix_cost(problem, states, amounts).total.dollars());
      }
    }
    const auto mix = program_mix(problem, control);
    ASSERT_TRUE(mix) << to_string(mix.error());
    EXPECT_NEAR(mix->bound->dollars(), least, 1e-5) << i;
    // Plans are sold in steps of 0.001 USD/h.
    EXPECT_NEAR(mix->cost.total.dollars(), least, 0.001 * problem.horizon_hours) << i;
    if (mix->amounts[2] > 0) ++planned;
    if (mix->amounts[3] > 0) ++blocked;
  }
  EXPECT_GT(planned, 10);
  EXPECT_GT(blocked, 10);
}

/// A Capacity Block for one type over the first `hours`.
Commitment block(double rate, double hours) {
  return {.label = tr("block"),
          .kind = CommitmentKind::kCapacityBlock,
          .rates = {usd(rate)},
          .hours = hours};
}

TEST(ProgramMix, BuysNothingThatSavesNothing) {
  TaskControl control;
  CommitmentProblem problem;
  problem.types = {demanded({4, 4, 2}, 10)};
  problem.horizon_hours = 240;
  // Used in all hours, the block costs the same as on-demand; longer ones cost more.
  problem.offers = {block(10, 24), reserved("RI", 10, 240.0 / 8760)};
  EXPECT_THAT(program_mix(problem, control)->amounts, testing::ElementsAre(0, 0));
  problem.offers[0] = block(9.99, 24);
  EXPECT_THAT(program_mix(problem, control)->amounts, testing::ElementsAre(2, 0));
  // Two instances are in use in all hours, the others in two thirds of them. An equal block on top
  // of the Reserved Instances saves nothing.
  problem.offers = {block(8, 240), reserved("RI", 8, 240.0 / 8760)};
  const std::vector<double> amounts = program_mix(problem, control)->amounts;
  EXPECT_EQ(amounts[0] + amounts[1], 2);
}

TEST(ProgramMix, PrefersTheShorterOfTwoCommitmentsOfEqualCost) {
  TaskControl control;
  CommitmentProblem problem;
  problem.types = {demanded({5}, 10)};
  problem.horizon_hours = 3 * 8760;
  for (const bool long_first : {false, true}) {
    problem.offers = {reserved("a", 6, long_first ? 3 : 1), reserved("b", 6, long_first ? 1 : 3)};
    const std::vector<double> shorter =
        long_first ? std::vector<double>{0, 5} : std::vector<double>{5, 0};
    EXPECT_EQ(program_mix(problem, control)->amounts, shorter);
    EXPECT_EQ(layered_mix(problem)->amounts, shorter);
  }
}

TEST(ProgramMix, RejectsTooManyDifferentHours) {
  CommitmentProblem problem;
  std::vector<double> hours(7000);
  for (std::size_t i = 0; i < hours.size(); ++i) hours[i] = static_cast<double>(i);
  problem.types = {demanded(hours, 10)};
  TaskControl control;
  const auto mix = program_mix(problem, control);
  ASSERT_FALSE(mix);
  EXPECT_THAT(mix.error().message.english(), HasSubstr("fewer levels"));
}

TEST(ProgramMix, CanBeCancelled) {
  RandomStream stream(1, 1);
  TaskControl control;
  control.request_cancel();
  const auto mix = program_mix(random_program(stream), control);
  ASSERT_FALSE(mix);
  EXPECT_EQ(mix.error().code, ErrorCode::kCancelled);
}

// ---- sweep and regret -------------------------------------------------------

TEST(CoverageSweep, HasItsLeastAtTheBestMix) {
  CommitmentProblem problem;
  problem.types = {demanded({2, 4, 6, 8, 10, 12}, 20)};
  problem.horizon_hours = 8760;
  problem.offers = {reserved("1-yr", 12)};
  const auto mix = layered_mix(problem).value();
  const auto sweep = coverage_sweep(problem, 0, 100).value();
  ASSERT_EQ(sweep.size(), 13U);
  double least = 1e18;
  double at = -1;
  for (const CoverageStep& step : sweep) {
    if (step.total.dollars() < least) {
      least = step.total.dollars();
      at = step.units;
    }
  }
  EXPECT_DOUBLE_EQ(at, mix.amounts[0]);
  EXPECT_DOUBLE_EQ(least, mix.cost.total.dollars());
  EXPECT_DOUBLE_EQ(sweep.front().covered, 0);
  EXPECT_DOUBLE_EQ(sweep.back().covered, 1);
  EXPECT_LE(coverage_sweep(problem, 0, 4)->size(), 5U);
  EXPECT_FALSE(coverage_sweep(problem, 1, 4));
}

TEST(MixRegret, IsZeroAsPlannedAndGrowsWithTheError) {
  CommitmentProblem problem;
  problem.types = {demanded({10, 20, 30, 40, 50}, 20)};
  problem.horizon_hours = 8760;
  problem.offers = {reserved("1-yr", 12)};
  TaskControl control;
  const auto mix = best_mix(problem, control).value();
  EXPECT_EQ(mix_regret(problem, mix.amounts, 1, control)->regret(), Usd());
  const auto less = mix_regret(problem, mix.amounts, 0.4, control).value();
  const auto far_less = mix_regret(problem, mix.amounts, 0.25, control).value();
  EXPECT_GT(less.regret(), Usd());
  EXPECT_GT(far_less.regret(), less.regret());
  EXPECT_NEAR(less.cost.dollars(),
              total(
                  [&] {
                    CommitmentProblem other = problem;
                    other.types[0].demand = other.types[0].demand.scaled(0.4);
                    return other;
                  }(),
                  mix.amounts),
              1e-6);
}

}  // namespace
}  // namespace nscope::cost
