#include "simcore/engine/collectives/step_simulation.h"

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/collectives/transfer_network.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using Kind = CollectiveKind;
using Algorithm = CollectiveAlgorithm;
using testing::HasSubstr;

struct Ran {
  CollectivePlan plan;
  CollectiveTimeline timeline;
};
Ran run(std::string_view instance, const CollectiveRequest& request,
        const Disturbance& disturbance = {}) {
  const Machine on = machine(instance);
  const auto plan = plan_collective(on, parameters(), request);
  EXPECT_TRUE(plan) << to_string(plan.error());
  if (!plan) return {};
  const TaskControl control;
  auto timeline = simulate_steps(on, parameters(), *plan, disturbance, 4, control);
  EXPECT_TRUE(timeline) << to_string(timeline.error());
  if (!timeline) return {};
  return {*plan, std::move(*timeline)};
}
double link_bytes(const CollectiveTimeline& timeline) {
  return std::accumulate(timeline.links.begin(), timeline.links.end(), 0.0,
                         [](double sum, const LinkLoad& load) { return sum + load.bytes; });
}

TEST(TransferNetwork, SharesALinkFairly) {
  std::vector<double> rates;
  TransferNetwork network({{.capacity = 100, .watched = true}, {.capacity = 1000}},
                          [&](int, Picoseconds, double rate) { rates.push_back(rate); });
  const std::vector<int> route{0, 1};
  // One transfer has a maximum of 20 B/s; the others have no maximum and get 40 B/s each.
  const int slow = network.begin({.route = route, .bytes = 20, .rate = 20}, 0);
  network.begin({.route = route, .bytes = 80, .rate = 500}, 0);
  network.begin({.route = route, .bytes = 400, .rate = 500}, 0);
  auto ends = network.settle(0);
  ASSERT_EQ(ends.size(), 3u);
  constexpr Picoseconds kSecond = 1'000'000'000'000;
  EXPECT_EQ(ends[0].time, kSecond);
  EXPECT_EQ(ends[1].time, 2 * kSecond);
  EXPECT_EQ(ends[2].time, 10 * kSecond);
  network.finish(slow);
  ends = network.settle(kSecond);  // 40 of 80 B and 360 of 400 B are left, 50 B/s each
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0].time, kSecond + kSecond * 40 / 50);
  EXPECT_THAT(rates, testing::ElementsAre(100, 100));
  EXPECT_EQ(network.resources()[0].bytes, 500);
}

struct Uncontended {
  std::string_view instance;
  CollectiveRequest request;
  double tolerance;
};

/// If links are not the limit, the simulation of the steps agrees with the closed form. Exchanges
/// inside a chip have no hop, but the closed form counts a hop for all steps; therefore the
/// tolerance is 10 % for RDH.
TEST(StepSimulation, AgreesWithTheClosedForm) {
  const std::array<Uncontended, 15> cases{{
      {"trn1.32xlarge", {.group = {.ranks_per_node = 2}, .bytes = 4096}, 1e-6},
      {"trn1.32xlarge", {.group = {.ranks_per_node = 2}, .bytes = 64e6}, 1e-6},
      {"trn1.32xlarge", {.group = {.ranks_per_node = 32}, .bytes = 8192}, 0.01},
      {"inf2.48xlarge", {.group = {.ranks_per_node = 24}, .bytes = 65536}, 0.01},
      {"inf2.48xlarge", {.group = {.ranks_per_node = 24}, .bytes = 24e6}, 0.01},
      {"trn1.32xlarge",
       {.kind = Kind::kAllGather, .group = {.ranks_per_node = 32}, .bytes = 524288},
       0.01},
      {"trn1.32xlarge",
       {.kind = Kind::kReduceScatter, .group = {.ranks_per_node = 8}, .bytes = 8192},
       0.01},
      {"trn1.32xlarge",
       {.kind = Kind::kAllToAll, .group = {.ranks_per_node = 32}, .bytes = 65536},
       0.01},
      {"trn1.32xlarge", {.group = {.ranks_per_node = 32}, .bytes = 256e6}, 0.01},
      {"trn1.32xlarge",
       {.kind = Kind::kPermute, .group = {.ranks_per_node = 8}, .bytes = 1e6},
       0.01},
      {"trn1.32xlarge",
       {.kind = Kind::kSend, .group = {.ranks_per_node = 2, .stride = 8}, .bytes = 1e6},
       0.01},
      {"trn1.32xlarge",
       {.kind = Kind::kBroadcast, .group = {.ranks_per_node = 2}, .bytes = 4e6},
       0.01},
      {"trn1.32xlarge", {.group = {.ranks_per_node = 32}, .bytes = 4e6}, 0.10},
      {"trn2.48xlarge", {.group = {.ranks_per_node = 64}, .bytes = 16384}, 0.01},
      {"inf2.48xlarge",
       {.group = {.ranks_per_node = 24}, .bytes = 200e6, .algorithm = Algorithm::kRing},
       0.01},
  }};
  for (const Uncontended& one : cases) {
    const Ran ran = run(one.instance, one.request);
    EXPECT_NEAR(ran.timeline.seconds() / ran.plan.summary.seconds, 1, one.tolerance)
        << one.instance << " " << to_string(one.request.kind) << " "
        << one.request.group.ranks_per_node << " ranks " << one.request.bytes << " B "
        << ran.plan.summary.algorithm << ": " << ran.timeline.seconds() * 1e6 << " us, closed "
        << ran.plan.summary.seconds * 1e6;
  }
}

TEST(StepSimulation, AgreesWithTheClosedFormOverNodes) {
  for (const double bytes : {1024.0, 1e6, 64e6, 1e9}) {
    for (const int nodes : {2, 3, 16}) {
      for (const Kind kind : {Kind::kAllReduce, Kind::kAllGather, Kind::kReduceScatter}) {
        const Ran ran =
            run("trn2.48xlarge",
                {.kind = kind, .group = {.ranks_per_node = 64, .nodes = nodes}, .bytes = bytes});
        EXPECT_NEAR(ran.timeline.seconds() / ran.plan.summary.seconds, 1, 0.12)
            << nodes << " nodes " << to_string(kind) << " " << bytes
            << " B: " << ran.timeline.seconds() * 1e6 << " us, closed "
            << ran.plan.summary.seconds * 1e6;
        EXPECT_EQ(ran.timeline.simulated_nodes, 1);
      }
    }
  }
}

/// The bytes that all ranks together must send with any algorithm.
TEST(StepSimulation, MovesTheBytesTheKindNeeds) {
  const double bytes = 6e6;
  for (const int ranks : {8, 32}) {
    const double once = (ranks - 1) * bytes;
    const auto sent = [&](Kind kind, Algorithm algorithm) {
      return run("trn1.32xlarge", {.kind = kind,
                                   .group = {.ranks_per_node = ranks},
                                   .bytes = bytes,
                                   .algorithm = algorithm})
          .timeline.sent_bytes;
    };
    for (const Algorithm algorithm : {Algorithm::kMesh, Algorithm::kRdh, Algorithm::kRing}) {
      EXPECT_NEAR(sent(Kind::kAllGather, algorithm), once, 1e-6 * once);
      EXPECT_NEAR(sent(Kind::kReduceScatter, algorithm), once, 1e-6 * once);
      EXPECT_NEAR(sent(Kind::kAllReduce, algorithm), 2 * once, 1e-6 * once);
    }
    EXPECT_NEAR(sent(Kind::kAllToAll, Algorithm::kMesh), once, 1e-6 * once);
    // KangaRing forwards the part of every chip once for both of its ranks.
    const double chips = ranks / 2;
    EXPECT_NEAR(sent(Kind::kAllGather, Algorithm::kKangaRing), (chips - 1) * bytes, 1e-6 * once);
  }
}

TEST(StepSimulation, LinksCarryWhatCrossesChips) {
  // A mesh: each rank sends 1/32 of the message to each of 30 ranks on other chips, over 32 / 15
  // hops on average.
  const double bytes = 320e3;
  const Ran mesh = run("trn1.32xlarge",
                       {.kind = Kind::kAllGather, .group = {.ranks_per_node = 32}, .bytes = bytes});
  EXPECT_NEAR(link_bytes(mesh.timeline), 32 * 30 * bytes / 32 * 32 / 15, 1);
  EXPECT_EQ(mesh.timeline.network_bytes, 0);
  // A ring: one of two ranks per chip sends to the next chip over one link.
  const Ran ring = run("inf2.48xlarge", {.group = {.ranks_per_node = 24}, .bytes = 24e6});
  EXPECT_NEAR(link_bytes(ring.timeline), 12 * 2.0 * 23 / 24 * 24e6, 1);
  int used = 0;
  for (const LinkLoad& load : ring.timeline.links) {
    if (load.bytes == 0) continue;
    ++used;
    EXPECT_NEAR(load.bytes, 2.0 * 23 / 24 * 24e6, 1);
    EXPECT_EQ(load.link.to, (load.link.from + 1) % 12);
  }
  EXPECT_EQ(used, 12);
  // Hierarchical: 3 of 4 parts of the message leave the node in each of two phases.
  const Ran nodes =
      run("trn1.32xlarge", {.group = {.ranks_per_node = 32, .nodes = 4}, .bytes = 64e6});
  EXPECT_NEAR(nodes.timeline.network_bytes, 2 * 0.75 * 64e6, 1);
}

TEST(StepSimulation, OneNodeStandsForAll) {
  const CollectiveRequest request{.group = {.ranks_per_node = 8, .nodes = 4}, .bytes = 8e6};
  const Ran one = run("trn1.32xlarge", request);
  EXPECT_EQ(one.timeline.simulated_nodes, 1);
  // A straggler with a slowdown of 1: all nodes are simulated and have identical times.
  Disturbance none;
  none.straggler = Disturbance::Straggler{.rank = 3, .slowdown = 1};
  const Ran all = run("trn1.32xlarge", request, none);
  EXPECT_EQ(all.timeline.simulated_nodes, 4);
  EXPECT_EQ(all.timeline.end, one.timeline.end);
  EXPECT_NEAR(all.timeline.sent_bytes, one.timeline.sent_bytes, 1e-3);
  CollectiveRequest flat = request;
  flat.algorithm = Algorithm::kRing;
  EXPECT_EQ(run("trn1.32xlarge", flat).timeline.end, run("trn1.32xlarge", flat, none).timeline.end);
}

TEST(StepSimulation, AStragglerHoldsUpTheRing) {
  const CollectiveRequest request{
      .group = {.ranks_per_node = 8}, .bytes = 8e6, .algorithm = Algorithm::kRing};
  const double even = run("trn1.32xlarge", request).timeline.seconds();
  Disturbance slow;
  slow.straggler = Disturbance::Straggler{.rank = 5, .slowdown = 3};
  const double held = run("trn1.32xlarge", request, slow).timeline.seconds();
  // Every step waits for the straggler, so the run is nearly three times as long, but never longer.
  EXPECT_GT(held, 2.4 * even);
  EXPECT_LT(held, 3 * even);
}

TEST(StepSimulation, ALateRankDelaysTheCollectiveByItsSkew) {
  constexpr double kLate = 5e-3;
  for (const Algorithm algorithm : {Algorithm::kMesh, Algorithm::kRdh, Algorithm::kRing}) {
    const CollectiveRequest request{
        .group = {.ranks_per_node = 8}, .bytes = 5e5, .algorithm = algorithm};
    const double even = run("trn1.32xlarge", request).timeline.seconds();
    Disturbance late;
    late.straggler = Disturbance::Straggler{.rank = 5, .late_seconds = kLate};
    const double held = run("trn1.32xlarge", request, late).timeline.seconds();
    // All ranks wait for the data of the late one; its own transfers have the links to themselves.
    EXPECT_GT(held, kLate);
    EXPECT_LE(held, kLate + even * (1 + 1e-9)) << to_string(algorithm);
    late.straggler->late_seconds = 0;
    EXPECT_EQ(run("trn1.32xlarge", request, late).timeline.seconds(), even);
  }
}

TEST(StepSimulation, TrafficAndGroupsShareLinks) {
  // One rank per chip sends to the next in each step, so one link is the limit.
  const CollectiveRequest request{
      .kind = Kind::kPermute, .group = {.ranks_per_node = 16, .stride = 2}, .bytes = 96e6};
  const double alone = run("trn1.32xlarge", request).timeline.seconds();
  EXPECT_NEAR(alone, 1e-3, 0.05e-3);  // 96 MB over links of 96 GB/s
  CollectiveRequest two = request;
  two.group.concurrent = 2;
  const Ran both = run("trn1.32xlarge", two);
  EXPECT_NEAR(both.timeline.seconds(), 2e-3, 0.05e-3);
  EXPECT_NEAR(both.timeline.seconds(), both.plan.summary.seconds, 0.02e-3);
  Disturbance busy;
  busy.link_traffic = 0.5;
  EXPECT_NEAR(run("trn1.32xlarge", request, busy).timeline.seconds(), 2e-3, 0.05e-3);
  busy = {};
  busy.dma_traffic = 0.9;  // 27.2 of 272 GB/s are left
  EXPECT_NEAR(run("trn1.32xlarge", request, busy).timeline.seconds(), 96e6 / 27.2e9, 0.05e-3);
}

TEST(StepSimulation, AFailedLinkTakesTheLongWay) {
  const CollectiveRequest request{.group = {.ranks_per_node = 24}, .bytes = 240e6};
  Disturbance disturbance;
  disturbance.link_traffic = 0.3;  // the rest is sufficient for one ring, but not for two
  const double whole = run("inf2.48xlarge", request, disturbance).timeline.seconds();
  EXPECT_DOUBLE_EQ(whole, run("inf2.48xlarge", request).timeline.seconds());
  disturbance.failed_links = {{0, 1}};
  const Ran around = run("inf2.48xlarge", request, disturbance);
  EXPECT_GT(around.timeline.seconds(), 1.2 * whole);
  for (const LinkLoad& load : around.timeline.links) {
    const bool gone = load.link == ChipLink{0, 1} || load.link == ChipLink{1, 0};
    EXPECT_EQ(load.bytes == 0, gone) << load.link.from << " to " << load.link.to;
  }
  disturbance.failed_links = {{0, 1}, {5, 6}};
  const Machine inf2 = machine("inf2.48xlarge");
  const TaskControl control;
  const auto cut = simulate_steps(inf2, parameters(), around.plan, disturbance, 2, control);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code, ErrorCode::kInfeasible);
  EXPECT_THAT(cut.error().message.english(), HasSubstr("no route from chip"));
}

TEST(StepSimulation, RejectsInvalidDisturbancesAndCancels) {
  const Machine trn1 = machine("trn1.32xlarge");
  const auto plan = plan_collective(
      trn1, parameters(),
      {.group = {.ranks_per_node = 32, .nodes = 32}, .bytes = 1e9, .algorithm = Algorithm::kRing});
  ASSERT_TRUE(plan);
  TaskControl control;
  const auto message = [&](const Disturbance& disturbance) {
    const auto refused = simulate_steps(trn1, parameters(), *plan, disturbance, 1, control);
    EXPECT_FALSE(refused);
    return refused ? "" : refused.error().message.english();
  };
  Disturbance wrong;
  wrong.straggler = Disturbance::Straggler{.rank = 1024, .slowdown = 2};
  EXPECT_EQ(message(wrong), "the rank of the straggler must be between 0 and 1023, not 1024");
  wrong.straggler = Disturbance::Straggler{.rank = 0, .late_seconds = -1};
  EXPECT_THAT(message(wrong), HasSubstr("the delay of the straggler"));
  wrong = {};
  wrong.link_traffic = 1;
  EXPECT_THAT(message(wrong), HasSubstr("the share of other traffic"));
  wrong = {};
  wrong.failed_links = {{0, 2}};
  EXPECT_THAT(message(wrong), HasSubstr("has no link"));
  control.request_cancel();
  EXPECT_EQ(message({}), "cancelled");
}

TEST(StepSimulation, RejectsSwitchLinksAndTooManyNodes) {
  const TaskControl control;
  const Machine trn3 = machine("trn3-gen1-ultraserver");
  const auto plan =
      plan_collective(trn3, parameters(), {.group = {.ranks_per_node = 8}, .bytes = 8});
  ASSERT_TRUE(plan);
  Disturbance broken;
  broken.failed_links = {{0, 1}};
  const auto refused = simulate_steps(trn3, parameters(), *plan, broken, 1, control);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("are not supported"));
  const Machine trn1 = machine("trn1.32xlarge");
  const auto many = plan_collective(trn1, parameters(),
                                    {.group = {.ranks_per_node = 1, .nodes = 65536}, .bytes = 8e9});
  ASSERT_TRUE(many);
  const auto alike = simulate_steps(trn1, parameters(), *many, {}, 1, control);
  ASSERT_TRUE(alike) << to_string(alike.error());
  EXPECT_NEAR(alike->seconds() / many->seconds(), 1, 0.01);
  Disturbance slow;
  slow.straggler = Disturbance::Straggler{.rank = 0, .slowdown = 2};
  const auto differ = simulate_steps(trn1, parameters(), *many, slow, 1, control);
  ASSERT_FALSE(differ);
  EXPECT_EQ(differ.error().code, ErrorCode::kInvalidArgument);
}

/// Every group, kind and disturbance is either rejected or runs to its end. It is not faster than
/// undisturbed ranks without hops, and the result is reproducible.
TEST(StepSimulation, RunsWhateverIsPlanned) {
  std::uint32_t state = 12345;
  const auto draw = [&](int below) {
    state = state * 1664525u + 1013904223u;
    return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(below));
  };
  constexpr std::array<std::string_view, 6> kInstances{"inf1.24xlarge",    "inf2.48xlarge",
                                                       "trn1.32xlarge",    "trn2.48xlarge",
                                                       "trn2-ultraserver", "trn3-gen1-ultraserver"};
  constexpr int kRuns = 400;
  int ran = 0;
  const TaskControl control;
  for (int i = 0; i < kRuns; ++i) {
    const Machine on = machine(kInstances[static_cast<std::size_t>(draw(6))]);
    CollectiveRequest request{.kind = static_cast<Kind>(draw(7))};
    request.group = {.ranks_per_node = 1 + draw(24),
                     .nodes = draw(3) == 0 ? 1 + draw(5) : 1,
                     .stride = 1 + draw(4),
                     .concurrent = 1 + draw(3)};
    request.bytes = std::pow(10.0, 1 + draw(8));
    if (draw(3) == 0) request.algorithm = static_cast<Algorithm>(draw(4));
    const auto plan = plan_collective(on, parameters(), request);
    if (!plan) {
      EXPECT_EQ(plan.error().code, ErrorCode::kInvalidArgument) << to_string(plan.error());
      continue;
    }
    Disturbance disturbance;
    if (draw(3) == 0) disturbance.straggler = {.rank = draw(request.group.ranks()), .slowdown = 2};
    if (draw(4) == 0) disturbance.link_traffic = 0.3;
    if (draw(6) == 0) disturbance.failed_links = {{0, 1}};
    const auto timeline = simulate_steps(on, parameters(), *plan, disturbance, 2, control);
    if (!timeline) {
      EXPECT_NE(timeline.error().code, ErrorCode::kInternal) << to_string(timeline.error());
      continue;
    }
    ++ran;
    EXPECT_GE(timeline->seconds(), 0.5 * plan->summary.seconds)
        << on.instance->id << " " << to_string(request.kind) << " " << plan->summary.algorithm
        << " " << request.group.ranks_per_node << " x " << request.group.nodes << " stride "
        << request.group.stride << " groups " << request.group.concurrent << " bytes "
        << request.bytes;
    const auto again = simulate_steps(on, parameters(), *plan, disturbance, 2, control);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->end, timeline->end);
  }
  EXPECT_GT(ran, kRuns / 4);
}

TEST(StepSimulation, ShowsTheStepsOfTheFirstRanks) {
  const Ran ran = run("inf2.48xlarge", {.group = {.ranks_per_node = 24}, .bytes = 2e6});
  EXPECT_EQ(ran.timeline.steps.size(), 4u * 2 * 23);
  Picoseconds end = 0;
  for (const CollectiveStep& step : ran.timeline.steps) {
    EXPECT_LT(step.rank, 4);
    EXPECT_LT(step.start, step.end);
    EXPECT_NEAR(step.sent, 2e6 / 24, 1);
    EXPECT_GE(step.end, end);
    end = step.end;
  }
  int watched = 0;
  for (const LinkLoad& load : ran.timeline.links) {
    Picoseconds before = -1;
    for (const LinkLoad::Sample& sample : load.samples) {
      EXPECT_GT(sample.time, before);
      EXPECT_LE(sample.rate, load.capacity * (1 + 1e-9));
      before = sample.time;
    }
    watched += load.samples.empty() ? 0 : 1;
  }
  EXPECT_EQ(watched, 3);  // 11 to 0, 0 to 1, 1 to 2: one direction of the ring
}

}  // namespace
}  // namespace nscope::sim
