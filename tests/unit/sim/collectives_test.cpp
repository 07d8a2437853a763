#include "simcore/engine/collectives/collectives.h"

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using Kind = CollectiveKind;
using testing::HasSubstr;

CollectivePlan plan(std::string_view instance, const CollectiveRequest& request) {
  const auto made = plan_collective(machine(instance), parameters(), request);
  EXPECT_TRUE(made) << to_string(made.error());
  return made ? *made : CollectivePlan();
}
std::string refusal(std::string_view instance, const CollectiveRequest& request) {
  const auto made = plan_collective(machine(instance), parameters(), request);
  EXPECT_FALSE(made);
  if (made) return "";
  EXPECT_EQ(made.error().code, ErrorCode::kInvalidArgument);
  return made.error().message.english();
}

TEST(CollectivePlan, MeshOfTwoRanksByHand) {
  const Parameters p = parameters();
  const Machine trn1 = machine("trn1.32xlarge");
  const CollectivePlan reduce =
      plan("trn1.32xlarge", {.group = {.ranks_per_node = 2}, .bytes = 4096});
  // Two phases without a hop because the ranks share a chip.
  EXPECT_NEAR(
      reduce.seconds(),
      2 * (p.collective_trigger + trn1.dma_start) + 4096 / (p.mesh_share * trn1.dma_bandwidth),
      1e-12);
  EXPECT_EQ(reduce.summary.algorithm, "mesh");
  EXPECT_EQ(reduce.host_seconds, 0);
  const CollectivePlan old =
      plan("trn1.32xlarge",
           {.group = {.ranks_per_node = 2}, .bytes = 4096, .measured_by = MeasuredBy::kHostTool});
  EXPECT_DOUBLE_EQ(old.summary.seconds, reduce.seconds());
  // The host prepares the second phase during the first.
  EXPECT_DOUBLE_EQ(old.host_seconds, 2 * p.host_wait_in_chip - reduce.stages[0].seconds());
}

TEST(CollectivePlan, TheHostPreparesAStageWhileTheOneBeforeMoves) {
  const Parameters p = parameters();
  const auto old = [&](double bytes) {
    return plan(
        "trn1.32xlarge",
        {.group = {.ranks_per_node = 16}, .bytes = bytes, .measured_by = MeasuredBy::kHostTool});
  };
  // KangaRing waits for the host at each of eight chips in both phases; a long first phase hides
  // the waits of the second.
  EXPECT_NEAR(old(4e9).host_seconds, 8 * p.host_wait_between_chips, 1e-9);
  const CollectivePlan shorter = old(32e6);
  EXPECT_NEAR(shorter.host_seconds, 16 * p.host_wait_between_chips - shorter.stages[0].seconds(),
              1e-9);
  // Parts overlap on several nodes, so the host adds less than the sum of its waits.
  const CollectivePlan nodes = plan("trn1.32xlarge", {.group = {.ranks_per_node = 32, .nodes = 4},
                                                      .bytes = 1e9,
                                                      .measured_by = MeasuredBy::kHostTool});
  ASSERT_GT(nodes.parts, 1);
  int waits = 0;
  for (const CollectiveStage& stage : nodes.stages) waits += stage.host_waits;
  EXPECT_GT(nodes.host_seconds, 0);
  EXPECT_LT(nodes.host_seconds, waits * p.host_wait_between_chips);
}

TEST(CollectivePlan, AddingUpTakesHalfTheDmaRateBeforeV4) {
  const auto scatter = [](std::string_view instance, bool in_graph) {
    return plan(instance, {.kind = Kind::kReduceScatter,
                           .group = {.ranks_per_node = 2},
                           .bytes = 524288,
                           .in_graph = in_graph})
        .stages.front()
        .service;
  };
  const double trn1 = machine("trn1.32xlarge").dma_bandwidth;
  const double trn3 = machine("trn3-gen1-ultraserver").dma_bandwidth;
  const double mesh = parameters().mesh_share;
  EXPECT_NEAR(scatter("trn1.32xlarge", false), 524288 / (0.5 * trn1), 1e-12);
  EXPECT_NEAR(scatter("trn3-gen1-ultraserver", false), 524288 / trn3, 1e-12);
  EXPECT_NEAR(scatter("trn1.32xlarge", true), 0.5 * 524288 / (mesh * trn1), 1e-12);
  // At the limit between mesh and the next algorithm, both take about the same time.
  const auto seconds = [](double bytes) {
    return plan("trn1.32xlarge", {.group = {.ranks_per_node = 32}, .bytes = bytes}).seconds();
  };
  EXPECT_NEAR(seconds(999'999) / seconds(1e6), 1, 0.1);
}

TEST(CollectivePlan, GathersCostEveryFurtherRankTheSame) {
  const Parameters p = parameters();
  const Machine trn1 = machine("trn1.32xlarge");
  const auto bytes_time = [&](int ranks) {
    const CollectivePlan gather =
        plan("trn1.32xlarge",
             {.kind = Kind::kAllGather, .group = {.ranks_per_node = ranks}, .bytes = 524288});
    return gather.stages.front().transfer;
  };
  EXPECT_NEAR(bytes_time(32), 31 * 524288 / (p.gather_share * trn1.dma_bandwidth), 1e-12);
  EXPECT_NEAR(bytes_time(16) / bytes_time(32), 15.0 / 31, 1e-9);
  // Four chips in a row of the torus: 6 of 7 parts leave their chip over 4/3 hops and 8 links.
  EXPECT_NEAR(bytes_time(8), 8 * 7.0 / 8 * 6 / 7 * 4 / 3 / 8 * 524288 / 96e9, 1e-12);
  // Two ranks are limited by the rate at which the DMA engines of a core receive data.
  EXPECT_NEAR(bytes_time(2), 0.5 * 524288 / (p.mesh_share * trn1.dma_bandwidth), 1e-12);
}

TEST(CollectivePlan, AnAllReduceIsAReduceScatterAndAnAllGather) {
  for (const double bytes : {1e3, 3e5, 4e6, 2e8}) {
    for (const int ranks : {2, 6, 8, 32}) {
      const CollectiveRequest request{.group = {.ranks_per_node = ranks}, .bytes = bytes};
      CollectiveRequest scatter = request;
      CollectiveRequest gather = request;
      scatter.kind = Kind::kReduceScatter;
      gather.kind = Kind::kAllGather;
      const double parts =
          plan("trn1.32xlarge", scatter).seconds() + plan("trn1.32xlarge", gather).seconds();
      EXPECT_NEAR(plan("trn1.32xlarge", request).seconds(), parts, 1e-9 * parts)
          << ranks << " ranks, " << bytes << " B";
      EXPECT_GE(plan("trn1.32xlarge", scatter).seconds(), plan("trn1.32xlarge", gather).seconds());
    }
  }
}

TEST(CollectivePlan, ChoosesTheAlgorithmBySizeAndGroup) {
  const auto algorithm = [](std::string_view instance, CollectiveGroup group, double bytes) {
    return plan(instance, {.group = group, .bytes = bytes}).summary.algorithm;
  };
  const CollectiveGroup all{.ranks_per_node = 32};
  EXPECT_EQ(algorithm("trn1.32xlarge", all, 999'999), "mesh");
  EXPECT_EQ(algorithm("trn1.32xlarge", all, 1e6), "rdh");
  EXPECT_EQ(algorithm("trn1.32xlarge", all, 55.9e6), "rdh");
  EXPECT_EQ(algorithm("trn1.32xlarge", all, 56e6), "kangaring");
  EXPECT_EQ(algorithm("inf2.48xlarge", {.ranks_per_node = 24}, 2e6), "ring");
  // One rank per chip; the other cores of the chip are not in the group.
  EXPECT_EQ(algorithm("trn1.32xlarge", {.ranks_per_node = 16, .stride = 2}, 1e9), "rdh");
  EXPECT_EQ(algorithm("trn1.32xlarge", {.ranks_per_node = 2}, 1e9), "rdh") << "one chip";
  EXPECT_EQ(algorithm("trn1.32xlarge", {.ranks_per_node = 32, .nodes = 4}, 1e6), "hierarchical");
}

TEST(CollectivePlan, KangaRingNeedsFewerStepsThanARing) {
  CollectiveRequest request{.group = {.ranks_per_node = 16}, .bytes = 1e8};
  const CollectivePlan kanga = plan("trn1.32xlarge", request);
  EXPECT_EQ(kanga.summary.steps, 2 * 7);  // eight chips
  EXPECT_NEAR(kanga.stages[0].transfer,
              15.0 / 16 * 1e8 / (parameters().kanga_share * machine("trn1.32xlarge").dma_bandwidth),
              1e-12);
  request.algorithm = CollectiveAlgorithm::kRing;
  EXPECT_EQ(plan("trn1.32xlarge", request).summary.steps, 2 * 15);
  EXPECT_GT(plan("trn1.32xlarge", request).seconds(), kanga.seconds());
}

TEST(CollectivePlan, KangaRingSharesItsEnginesInsideAGraph) {
  CollectiveRequest request{.group = {.ranks_per_node = 16}, .bytes = 1e8, .in_graph = true};
  const CollectivePlan inside = plan("trn1.32xlarge", request);
  EXPECT_EQ(inside.summary.algorithm, "kangaring");
  EXPECT_NEAR(
      inside.stages[0].transfer,
      15.0 / 16 * 1e8 / (parameters().graph_kanga_share * machine("trn1.32xlarge").dma_bandwidth),
      1e-12);
  request.in_graph = false;
  EXPECT_GT(inside.seconds(), plan("trn1.32xlarge", request).seconds());
}

TEST(CollectivePlan, SeveralNodesPassTheNodeTheNetworkAndTheNode) {
  const Parameters p = parameters();
  const CollectivePlan small =
      plan("trn1.32xlarge", {.group = {.ranks_per_node = 32, .nodes = 2}, .bytes = 65536});
  ASSERT_EQ(small.stages.size(), 3u);
  EXPECT_TRUE(small.stages[1].across_nodes);
  EXPECT_EQ(small.parts, 1);
  // 2 KiB per rank are sent to the other node in one hop.
  const double efa = p.efa_share * 800e9 / 8 / 32;
  EXPECT_NEAR(small.stages[1].seconds(), p.collective_trigger + p.network_hop + 2048 / efa, 1e-12);
  const CollectivePlan large =
      plan("trn1.32xlarge", {.group = {.ranks_per_node = 32, .nodes = 4}, .bytes = 256e6});
  EXPECT_EQ(large.parts, 4);
  ASSERT_EQ(large.stages.size(), 4u);
  // With several parts, the slowest stage counts for all parts and the others count once.
  double all = 0;
  double network = 0;
  for (const CollectiveStage& stage : large.stages) {
    all += stage.transfer;
    if (stage.across_nodes) network += stage.transfer;
  }
  EXPECT_LT(large.seconds(), all);
  EXPECT_GT(large.seconds(), network / 2);  // reduce-scatter and all-gather overlap
}

TEST(CollectivePlan, ConcurrentGroupsShareTheNetworkAndTheLinks) {
  const auto seconds = [](int concurrent) {
    return plan("trn1.32xlarge",
                {.group = {.ranks_per_node = 4, .nodes = 8, .stride = 8, .concurrent = concurrent},
                 .bytes = 512e6})
        .seconds();
  };
  // A single group of 4 ranks uses the EFA of 4 of 16 chips; each of 32 ranks has half the EFA of a
  // chip.
  EXPECT_GT(seconds(8), 1.8 * seconds(1));
  EXPECT_LT(seconds(8), 2 * seconds(1));
  const CollectiveGroup alone{.ranks_per_node = 16, .stride = 2};
  CollectiveGroup both = alone;
  both.concurrent = 2;
  const CollectiveRequest request{.kind = Kind::kAllToAll, .group = alone, .bytes = 64e6};
  CollectiveRequest shared = request;
  shared.group = both;
  EXPECT_GE(plan("trn1.32xlarge", shared).seconds(), plan("trn1.32xlarge", request).seconds());
}

TEST(CollectivePlan, CountsWhatGoesOverEfa) {
  const CollectiveGroup group{.ranks_per_node = 4, .nodes = 2, .stride = 8, .concurrent = 8};
  const auto made = [&](Kind kind, const CollectiveGroup& ranks) {
    return plan("trn1.32xlarge", {.kind = kind, .group = ranks, .bytes = 8e6, .in_graph = true});
  };
  // Half of the exchanged bytes are for the other node; then three of four parts change ranks.
  const CollectivePlan exchange = made(Kind::kAllToAll, group);
  ASSERT_EQ(exchange.stages.size(), 2u);
  EXPECT_TRUE(exchange.stages[0].across_nodes);
  EXPECT_EQ(exchange.stages[0].sent, 4e6);
  EXPECT_FALSE(exchange.stages[1].across_nodes);
  EXPECT_EQ(exchange.stages[1].sent, 6e6);
  EXPECT_EQ(exchange.summary.network_bytes, 4e6);
  // All 32 ranks of the node share its EFA.
  const double efa = machine("trn1.32xlarge").instance->network_bandwidth->value / 8;
  EXPECT_DOUBLE_EQ(exchange.stages[0].transfer, 32 * 4e6 / (parameters().efa_share * efa));
  // One rank of four gathers a quarter from its peer, which has half of it; a reduction takes the
  // same time.
  EXPECT_EQ(made(Kind::kAllGather, group).summary.network_bytes, 1e6);
  EXPECT_EQ(made(Kind::kAllReduce, group).summary.network_bytes, 2e6);
  EXPECT_EQ(made(Kind::kAllGather, {.ranks_per_node = 8}).summary.network_bytes, 0);
}

TEST(CollectivePlan, PlacesGroupsOnChips) {
  const Machine trn1 = machine("trn1.32xlarge");
  const GroupPlacement tensor = placement_of(trn1, {.ranks_per_node = 8, .concurrent = 4});
  EXPECT_EQ(tensor.chips, 4);
  EXPECT_EQ(tensor.active_on_chip, 2);
  EXPECT_TRUE(tensor.fills_chips);
  // A single group has the same placement as one of several.
  for (const int ranks : {1, 2, 3, 8, 31, 32}) {
    const GroupPlacement alone = placement_of(trn1, {.ranks_per_node = ranks});
    EXPECT_EQ(alone.chips, (ranks + 1) / 2) << ranks;
    EXPECT_EQ(alone.last_chip, alone.chips - 1) << ranks;
    EXPECT_EQ(alone.ranks_on_chip, std::min(ranks, 2)) << ranks;
    EXPECT_EQ(alone.fills_chips, ranks % 2 == 0) << ranks;
  }
  const GroupPlacement data =
      placement_of(trn1, {.ranks_per_node = 4, .stride = 8, .concurrent = 8});
  EXPECT_EQ(data.chips, 4);
  EXPECT_EQ(data.last_chip, 12);
  EXPECT_EQ(data.ranks_on_chip, 1);
  EXPECT_EQ(data.active_on_chip, 2);
  EXPECT_FALSE(data.fills_chips);
  EXPECT_EQ(core_of({.ranks_per_node = 4, .stride = 8}, 9, 1), 32 + 1 + 8);
}

TEST(CollectivePlan, GraphsKeepTheirOwnLaunch) {
  const Machine inf2 = machine("inf2.48xlarge");
  const Parameters p = parameters();
  const Collective graph = plan_collective(inf2, p, Kind::kAllReduce, 24, 8192);
  // The formula that was used for the fit of decoders.
  EXPECT_NEAR(graph.seconds,
              2 * p.collective_launch + 2 * (inf2.dma_start + inf2.hop_latency) +
                  23 * 8192 / (p.mesh_share * inf2.dma_bandwidth),
              1e-15);
  const Collective ring = plan_collective(inf2, p, Kind::kAllReduce, 24, 8e6);
  EXPECT_NEAR(ring.seconds,
              2 * p.collective_launch +
                  2 * 23 * (inf2.dma_start + inf2.hop_latency + p.ring_step_overhead) +
                  2 * 23.0 / 24 * 8e6 / (p.ring_share * inf2.dma_bandwidth),
              1e-12);
  EXPECT_LT(plan("inf2.48xlarge", {.group = {.ranks_per_node = 24}, .bytes = 8192}).seconds(),
            graph.seconds);
}

TEST(CollectivePlan, GraphsLaunchBetweenChipsAndInsideThem) {
  const Machine trn2 = machine("trn2.48xlarge");
  const Parameters p = parameters();
  const auto seconds = [&](int ranks) {
    return plan_collective(trn2, p, Kind::kAllReduce, ranks, 8192).seconds -
           (ranks - 1) * 8192 / (p.mesh_share * trn2.dma_bandwidth);
  };
  const double step = p.collective_launch + trn2.dma_start;
  EXPECT_NEAR(seconds(4), 2 * step, 1e-15);  // the logical cores of one chip
  EXPECT_NEAR(seconds(8), 2 * (step + trn2.hop_latency), 1e-15);
  EXPECT_NEAR(seconds(12), 2 * (2 * step + trn2.hop_latency), 1e-15);
  EXPECT_NEAR(seconds(64), seconds(12), 1e-15);
  // Longer messages use RDH, whose steps are counted one by one.
  EXPECT_EQ(plan_collective(trn2, p, Kind::kAllReduce, 8, 8e6).algorithm, "rdh");
}

TEST(CollectivePlan, OlderSoftwareLaunchesTwiceForTwoChipsToo) {
  const Parameters p = parameters();
  const auto core_of_software = [&](const char* software) {
    const Workload workload{.model = "llama-3-8b",
                            .instance = "trn2.48xlarge",
                            .tensor_parallel = 8,
                            .input_tokens = 128,
                            .output_tokens = 8,
                            .software = software};
    const auto run = prepare_run(catalogue(), workload, p);
    EXPECT_TRUE(run) << to_string(run.error());
    return *run->machine;
  };
  const auto seconds = [&](const char* software, int ranks) {
    return plan_collective(core_of_software(software), p, Kind::kAllGather, ranks, 8192).seconds;
  };
  const double step = p.collective_launch + machine("trn2.48xlarge").dma_start;
  EXPECT_NEAR(seconds("2.29.1", 8) - seconds("2.30", 8), step, 1e-15);
  EXPECT_EQ(seconds("", 8), seconds("2.30", 8));
  EXPECT_EQ(seconds("2.29.1", 4), seconds("2.30", 4));
  EXPECT_EQ(seconds("2.29.1", 64), seconds("2.30", 64));
}

TEST(CollectivePlan, RejectsImpossibleRequests) {
  EXPECT_EQ(refusal("trn1.32xlarge", {.group = {.ranks_per_node = 33}, .bytes = 8}),
            "1 group of 33 ranks with a stride of 1 needs 33 logical cores; trn1.32xlarge has 32");
  EXPECT_THAT(refusal("trn1.32xlarge", {.group = {.ranks_per_node = 5, .stride = 8}, .bytes = 8}),
              HasSubstr("needs 33 logical cores"));
  EXPECT_THAT(
      refusal("trn1.32xlarge",
              {.group = {.ranks_per_node = 1 << 20, .stride = 1 << 20, .concurrent = 1 << 20},
               .bytes = 8}),
      HasSubstr("logical cores"));
  EXPECT_EQ(refusal("inf2.48xlarge", {.group = {.ranks_per_node = 24, .nodes = 2}, .bytes = 8}),
            "collectives across instances require EFA: inf2.48xlarge has no EFA");
  // Unknown is not zero: neither the number of interfaces nor the bandwidth.
  EXPECT_EQ(refusal("trn3.3xlarge", {.group = {.ranks_per_node = 4, .nodes = 2}, .bytes = 8}),
            "collectives across instances require EFA: the network bandwidth of trn3.3xlarge is "
            "not published");
  EXPECT_THAT(refusal("trn1.32xlarge", {.bytes = 0}), HasSubstr("the bytes of a collective"));
  EXPECT_THAT(refusal("trn1.32xlarge", {.group = {.ranks_per_node = 0}, .bytes = 1}),
              HasSubstr("must be between 1 and"));
  EXPECT_EQ(refusal("inf2.48xlarge", {.group = {.ranks_per_node = 24},
                                      .bytes = 8,
                                      .algorithm = CollectiveAlgorithm::kRdh}),
            "rdh requires a power of two as number of ranks, not 24");
  EXPECT_THAT(refusal("trn1.32xlarge", {.group = {.ranks_per_node = 16, .stride = 2},
                                        .bytes = 1e9,
                                        .algorithm = CollectiveAlgorithm::kKangaRing}),
              HasSubstr("whose cores are all in the group"));
  EXPECT_THAT(
      refusal("trn1.32xlarge",
              {.kind = Kind::kSend, .group = {.ranks_per_node = 2, .nodes = 3}, .bytes = 8}),
      HasSubstr("at most 2 nodes"));
}

TEST(CollectivePlan, OneRankAndNamesRoundTrip) {
  EXPECT_EQ(plan("trn1.32xlarge", {.bytes = 8}).seconds(), 0);
  for (int i = 0; i < 7; ++i) {
    const auto kind = static_cast<Kind>(i);
    EXPECT_EQ(parse_collective_kind(to_string(kind)), kind);
  }
  EXPECT_EQ(parse_collective_kind("all_reduc"), std::nullopt);
  EXPECT_EQ(parse_collective_algorithm("kangaring"), CollectiveAlgorithm::kKangaRing);
  EXPECT_EQ(parse_measured_by("host_tool"), MeasuredBy::kHostTool);
}

}  // namespace
}  // namespace nscope::sim
