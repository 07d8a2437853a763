#include "profiler/trace/vocabulary.h"
#include "simcore/engine/run/run_emitter.h"
#include "simcore/engine/training/training_memory.h"
#include "simcore/engine/training/training_weights.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/simulated.h"
#include "tests/unit/sim/text_matchers.h"
#include "tests/unit/sim/training_jobs.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

constexpr double kEfaBitsPerByte = 8;

/// Mixtral-8x7B on 8 nodes of 64 cores with tensor parallel degree 16: 4 ranks of expert groups per
/// node.
Workload mixtral(int expert_parallel) {
  Workload workload{.model = "mixtral-8x7b", .instance = "trn2.48xlarge", .tensor_parallel = 16};
  workload.input_tokens = 2048;
  workload.kind =
      TrainingSetup{.nodes = 8, .expert_parallel = expert_parallel, .global_batch = 256};
  return workload;
}

// A rank of mixtral(): 2 query heads and one KV head, 896 of 14,336 columns.
constexpr double kAttention = 4096.0 * 128 * (2 * 2 + 2 * 1);
constexpr double kRouter = 4096.0 * 8;
constexpr double kExpert = 3 * 4096.0 * 896;
constexpr double kEmbedding = 4096.0 * 2000;
constexpr double kDense = 32 * (kAttention + kRouter) + 2 * kEmbedding;

/// 16 layers without experts, then 16 with.
Workload half_dense(int stages) {
  Workload workload = mixtral(1);
  catalog::Model half = model("mixtral-8x7b");
  half.moe->dense_layers = 16;
  workload.custom_model = half;
  training_of(workload).pipeline_parallel = stages;
  return workload;
}

/// Llama-2-7B on 16 nodes of 32 cores, tensor parallel 8.
Workload llama(int context_parallel, int stages = 1) {
  Workload workload{.model = "llama-2-7b", .instance = "trn1.32xlarge", .tensor_parallel = 8};
  workload.input_tokens = 4096;
  workload.kind = TrainingSetup{.nodes = 16,
                                .pipeline_parallel = stages,
                                .context_parallel = context_parallel,
                                .global_batch = 1024};
  return workload;
}

TrainingGraphs graphs_of(const PreparedRun& run) {
  const TrainingStep& step = step_of(run);
  return training_graphs({*run.machine, parameters()}, step.shape, step.layout);
}

std::vector<Collective> collectives_of(const std::vector<Operator>& operators,
                                       std::string_view prefix) {
  std::vector<Collective> found;
  for (const Operator& op : operators) {
    if (op.collective && op.name.starts_with(prefix)) found.push_back(*op.collective);
  }
  return found;
}

double node_bandwidth(const PreparedRun& run) {
  return run.instance->network_bandwidth->value / kEfaBitsPerByte;
}

/// The ranks of every group of a node by the placement of core_of().
std::vector<std::vector<int>> groups_on_first_node(const CollectiveGroup& group) {
  std::vector<std::vector<int>> groups;
  for (int which = 0; which < group.concurrent; ++which) {
    auto& cores = groups.emplace_back();
    for (int i = 0; i < group.ranks_per_node; ++i) cores.push_back(core_of(group, which, i));
  }
  return groups;
}

TEST(RankLayout, GroupsAreTheRanksThatDifferInOneWayOnly) {
  // Rank = tensor + 2 (context + 2 (data + 4 stage)) over nodes of 8: a stage has two nodes,
  // four ranks share experts: one node.
  const RankLayout ranks{
      .cores_of_node = 8, .tensor = 2, .context = 2, .experts = 4, .data = 4, .stages = 2};
  const auto check = [](const CollectiveGroup& group, const auto& kind_of, std::size_t kinds) {
    std::set<int> seen;
    for (const std::vector<int>& cores : groups_on_first_node(group)) {
      std::set<int> kind;
      for (const int core : cores) {
        kind.insert(kind_of(core));
        EXPECT_TRUE(seen.insert(core).second) << core;
      }
      EXPECT_EQ(kind.size(), kinds);
    }
    EXPECT_EQ(seen.size(), 8u);  // every core is in one group
  };
  const auto tensor_place = [](int core) { return core % 2; };
  check(ranks.context_group(), tensor_place, 1);
  check(
      ranks.context_group(), [](int core) { return core / 4; }, 1);
  check(ranks.expert_group(), tensor_place, 1);
  check(
      ranks.expert_group(), [](int core) { return core / 2; }, 4);
  check(ranks.replica_group(), tensor_place, 1);
  EXPECT_EQ(ranks.context_group().ranks(), 2);
  EXPECT_EQ(ranks.expert_group().ranks(), 4);
  EXPECT_EQ(ranks.replica_group().ranks(), 8);
  EXPECT_EQ(ranks.replica_group().nodes, 2);
  // Each node has one of the ranks with the same experts.
  EXPECT_EQ(ranks.expert_replica_group().ranks_per_node, 1);
  EXPECT_EQ(ranks.expert_replica_group().ranks(), 2);
  EXPECT_EQ(ranks.expert_replica_group().concurrent, 8);
}

TEST(RankLayout, GroupsReachOverNodes) {
  const RankLayout ranks{.cores_of_node = 32, .tensor = 8, .context = 16, .data = 4};
  const CollectiveGroup sequence = ranks.context_group();
  EXPECT_EQ(sequence.ranks_per_node, 4);
  EXPECT_EQ(sequence.nodes, 4);
  EXPECT_EQ(sequence.stride, 8);
  EXPECT_EQ(sequence.concurrent, 8);
  // If a rank fills its node, its neighbours are on the next nodes.
  const RankLayout wide{.cores_of_node = 32, .tensor = 32, .context = 4};
  EXPECT_EQ(wide.context_group().ranks_per_node, 1);
  EXPECT_EQ(wide.context_group().nodes, 4);
  EXPECT_EQ(wide.context_group().concurrent, 32);
}

TEST(RankLayout, StagesShareANodeOrFillWholeOnes) {
  // Eight stages of 16 cores on four nodes of 32.
  const RankLayout shared{.cores_of_node = 32, .tensor = 8, .data = 2, .stages = 8};
  EXPECT_EQ(shared.stages_of_node(), 2);
  EXPECT_FALSE(shared.leaves_node(0));
  EXPECT_TRUE(shared.leaves_node(1));
  EXPECT_TRUE(shared.leaves_node(7));
  EXPECT_EQ(shared.send_group(true).concurrent, 16);
  EXPECT_EQ(shared.send_group(false).stride, 16);
  EXPECT_EQ(shared.send_group(false).concurrent, 16);
  const RankLayout whole{.cores_of_node = 32, .tensor = 8, .data = 8, .stages = 4};
  EXPECT_EQ(whole.stages_of_node(), 1);
  for (int stage = 0; stage < 4; ++stage) EXPECT_TRUE(whole.leaves_node(stage));
  EXPECT_EQ(whole.send_group(true).concurrent, 32);
  // One node contains all stages.
  const RankLayout one{.cores_of_node = 32, .tensor = 8, .stages = 4};
  for (int stage = 0; stage < 4; ++stage) EXPECT_FALSE(one.leaves_node(stage));
  EXPECT_EQ(one.send_group(false).concurrent, 16);
}

TEST(RankLayout, RejectsUnevenGroups) {
  const auto why = [](const RankLayout& layout) {
    const auto good = check_groups(layout);
    return good ? std::string("accepted") : good.error().message.english();
  };
  EXPECT_THAT(why({.cores_of_node = 32, .tensor = 8, .data = 6, .stages = 2}),
              HasSubstr("pipeline_parallel 2 results in stages of 48 cores, which neither divide"));
  EXPECT_THAT(why({.cores_of_node = 32, .tensor = 8, .context = 3, .data = 4}),
              HasSubstr("context_parallel 3 x tensor parallel degree 8 = 24 cores"));
  EXPECT_THAT(why({.cores_of_node = 32, .tensor = 8, .experts = 6, .data = 12}),
              HasSubstr("expert_parallel 6 x tensor parallel degree 8 = 48 cores"));
  EXPECT_EQ(why({.cores_of_node = 32, .tensor = 8, .experts = 12, .data = 12}), "accepted");
}

TEST(ExpertParallelism, HoldsItsShareOfTheExperts) {
  const PreparedRun run = prepared(mixtral(4));
  const auto held = weights_of(step_of(run), 0);
  ASSERT_EQ(held.size(), 2u);
  EXPECT_EQ(held[0].parameters, kDense);
  EXPECT_EQ(held[0].holders.ranks(), 32);
  EXPECT_EQ(held[1].parameters, 32 * 2 * kExpert);  // 8 experts of 4 ranks
  EXPECT_EQ(held[1].holders.ranks(), 8);
  EXPECT_EQ(step_of(run).parameters_of(0), kDense + 32 * 2 * kExpert);
  // With all experts on every rank, there is only one entry.
  const PreparedRun whole = prepared(mixtral(1));
  const auto all = weights_of(step_of(whole), 0);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].parameters, kDense + 32 * 8 * kExpert);
}

TEST(ExpertParallelism, SharesTheStateAmongThoseThatHoldTheSame) {
  const double experts = 32 * 2 * kExpert;
  const auto bytes = [](int zero) {
    Workload workload = mixtral(4);
    training_of(workload).zero = zero;
    const auto run = plan_run(catalogue(), workload, parameters());
    EXPECT_TRUE(run);
    const auto& items = run->memory.items;
    return std::vector<double>{items[0].bytes, items[1].bytes, items[2].bytes};
  };
  const double all = kDense + experts;
  const double of_each = kDense / 32 + experts / 8;
  EXPECT_THAT(bytes(0), testing::ElementsAre(2 * all, 4 * all, 12 * all));
  EXPECT_THAT(bytes(1), testing::ElementsAre(2 * all, 4 * all, 12 * of_each));
  EXPECT_THAT(bytes(3), testing::ElementsAre(2 * of_each, 4 * of_each, 12 * of_each));
  // The optimizer updates the same number of parameters: reads gradient, moments and weight.
  const PreparedRun run = prepared(mixtral(4));
  EXPECT_DOUBLE_EQ(optimizer_of(step_of(run), 0, parameters()).work.read_bytes,
                   of_each * (4 + 2 * 4 + 4));
}

TEST(ExpertParallelism, ReducesGradientsOverThoseThatHoldTheSame) {
  const PreparedRun run = prepared(mixtral(4));
  const StageEnd end = end_of(step_of(run), 0, parameters());
  ASSERT_EQ(end.reductions.size(), 2u);
  EXPECT_EQ(end.reductions[0].collective.ranks, 32);
  EXPECT_EQ(end.reductions[0].collective.bytes, 4 * kDense);
  EXPECT_EQ(end.reductions[1].collective.ranks, 8);
  EXPECT_EQ(end.reductions[1].collective.bytes, 4 * 32 * 2 * kExpert);
  // Four ranks of a node first reduce among themselves and send a quarter of the dense gradients;
  // one rank of a node has the experts and sends all of their gradients. Both phases, 8 nodes.
  EXPECT_DOUBLE_EQ(end.reductions[0].collective.network_bytes, 2 * 7.0 / 8 * 4 * kDense / 4);
  EXPECT_DOUBLE_EQ(end.reductions[1].collective.network_bytes, 2 * 7.0 / 8 * 4 * 32 * 2 * kExpert);
  EXPECT_GT(end.reductions[1].collective.seconds,
            64 * end.reductions[1].collective.network_bytes / node_bandwidth(run));
  EXPECT_DOUBLE_EQ(end.reduction_seconds,
                   end.reductions[0].collective.seconds + end.reductions[1].collective.seconds);
  // As many ranks as expert-parallel ranks, so every rank has different experts.
  Workload alone = mixtral(8);
  training_of(alone).nodes = 2;
  training_of(alone).global_batch = 64;
  EXPECT_EQ(end_of(step_of(prepared(alone)), 0, parameters()).reductions.size(), 1u);
}

TEST(ExpertParallelism, GathersTheSameWithZeroThree) {
  Workload workload = mixtral(4);
  training_of(workload).zero = 3;
  const PreparedRun run = prepared(workload);
  const PartGraphs part = part_graphs(step_of(run), 0, parameters());
  const auto& forward = part.forward.layers[0].operators;
  const auto dense = collectives_of(forward, "weights_all_gather");
  const auto experts = collectives_of(forward, "experts_all_gather");
  ASSERT_EQ(dense.size(), 1u);
  ASSERT_EQ(experts.size(), 1u);
  EXPECT_EQ(dense[0].bytes, 2 * (kAttention + kRouter));
  EXPECT_EQ(dense[0].ranks, 32);
  EXPECT_EQ(experts[0].bytes, 2 * 2 * kExpert);
  EXPECT_EQ(experts[0].ranks, 8);
  const auto& backward = part.backward.layers[0].operators;
  EXPECT_EQ(collectives_of(backward, "experts_all_gather").size(), 1u);
  const auto scattered = collectives_of(backward, "experts_gradient_reduce_scatter");
  ASSERT_EQ(scattered.size(), 1u);
  EXPECT_EQ(scattered[0].bytes, 4 * 2 * kExpert);
  EXPECT_TRUE(end_of(step_of(run), 0, parameters()).reductions.empty());
}

TEST(ExpertParallelism, ZeroThreeMovesAllThatAStageHolds) {
  // Mixtral has a separate head; GPT-2 shares the weights of the embedding and the head.
  Workload tied{.model = "gpt2-medium", .instance = "trn1.32xlarge", .tensor_parallel = 2};
  tied.kind = TrainingSetup{.nodes = 4};
  for (const int stages : {1, 4}) {
    for (Workload workload : {mixtral(4), tied}) {
      training_of(workload).pipeline_parallel = stages;
      training_of(workload).zero = 3;
      const auto run = plan_run(catalogue(), workload, parameters());
      ASSERT_TRUE(run) << to_string(run.error());
      const TrainingStep& step = step_of(*run);
      for (int stage = 0; stage < stages; ++stage) {
        const PartGraphs part = part_graphs(step, stage, parameters());
        double gathered = 0;
        double scattered = 0;
        const auto add = [&](const std::vector<Operator>& operators, int count) {
          for (const Collective& c : collectives_of(operators, "")) {
            if (c.kind == CollectiveKind::kAllGather) gathered += count * c.bytes;
            if (c.kind == CollectiveKind::kReduceScatter) scattered += count * c.bytes;
          }
        };
        add(part.forward.before, 1);
        for (const auto& layers : part.forward.layers) add(layers.operators, layers.count);
        add(part.forward.after, 1);
        // Weights that are used in both passes are gathered twice.
        const bool twice = step.shape.tied && stages == 1;
        const double again = twice ? weights_of_embedding(step)[0].parameters : 0;
        EXPECT_EQ(gathered, 2 * (step.parameters_of(stage) + again)) << workload.model;
        add(part.backward.before, 1);
        for (const auto& layers : part.backward.layers) add(layers.operators, layers.count);
        add(part.backward.after, 1);
        EXPECT_EQ(scattered, 4 * step.parameters_of(stage)) << workload.model;
      }
    }
  }
}

TEST(ExpertParallelism, ExchangesTokensInsideANodeAndOverNodes) {
  // 2,048 tokens of two experts each, 4,096 elements of two bytes.
  const double bytes = 2048.0 * 2 * 4096 * 2;
  const PreparedRun inside = prepared(mixtral(4));
  const PreparedRun over = prepared(mixtral(8));  // 128 cores: two nodes
  for (const PreparedRun* const run : {&inside, &over}) {
    const TrainingGraphs graphs = graphs_of(*run);
    const auto there = collectives_of(graphs.moe_layer, "moe_");
    const auto back = collectives_of(graphs.moe_layer_gradient, "moe_");
    ASSERT_EQ(there.size(), 2u);
    ASSERT_EQ(back.size(), 2u);
    for (const Collective& exchange : {there[0], there[1], back[0], back[1]}) {
      EXPECT_EQ(exchange.kind, CollectiveKind::kAllToAll);
      EXPECT_EQ(exchange.bytes, bytes);
      EXPECT_EQ(exchange.network_bytes, run == &inside ? 0 : bytes / 2);
      EXPECT_GE(exchange.seconds, 64 * exchange.network_bytes / node_bandwidth(*run));
    }
  }
  const Collective near = collectives_of(graphs_of(inside).moe_layer, "moe_dispatch")[0];
  const Collective far = collectives_of(graphs_of(over).moe_layer, "moe_dispatch")[0];
  EXPECT_EQ(near.algorithm, "mesh");
  EXPECT_EQ(far.algorithm, "hierarchical");
  EXPECT_GT(far.seconds, near.seconds);
  // The work of a rank does not depend on the expert parallel degree.
  EXPECT_DOUBLE_EQ(flops(graphs_of(inside).moe_layer), flops(graphs_of(over).moe_layer));
}

TEST(ExpertParallelism, ReachesOverRanksThatShareASequence) {
  Workload workload = mixtral(8);
  training_of(workload).context_parallel = 2;
  const PreparedRun run = prepared(workload);
  EXPECT_EQ(step_of(run).data_parallel, 16);
  const auto held = weights_of(step_of(run), 0);
  EXPECT_EQ(held[0].holders.ranks(), 32);
  EXPECT_EQ(held[1].holders.ranks(), 4);
  EXPECT_EQ(collectives_of(graphs_of(run).moe_layer, "moe_dispatch")[0].bytes,
            1024.0 * 2 * 4096 * 2);
}

TEST(ExpertParallelism, RejectsDegreesThatDoNotDivide) {
  Workload workload = mixtral(16);
  EXPECT_THAT(refusal(workload), HasSubstr("expert parallel degree 16 does not divide both the 8"));
  workload = mixtral(8);
  training_of(workload).nodes = 1;
  EXPECT_THAT(refusal(workload), HasSubstr("8 experts and the 4 replicas"));
  workload = mixtral(1 << 30);
  EXPECT_THAT(refusal(workload), HasSubstr("does not divide"));
}

TEST(ContextParallelism, GathersKeysAndValuesOverNodes) {
  const PreparedRun run = prepared(llama(8));  // 64 cores: two nodes, four ranks each
  const TrainingGraphs graphs = graphs_of(run);
  // 4,096 positions, four heads of 128 elements per core, keys and values of two bytes.
  const double bytes = 2 * 4096.0 * 4 * 128 * 2;
  const auto there = collectives_of(graphs.layer, "context_");
  ASSERT_EQ(there.size(), 1u);
  EXPECT_EQ(there[0].kind, CollectiveKind::kAllGather);
  EXPECT_EQ(there[0].ranks, 8);
  EXPECT_EQ(there[0].bytes, bytes);
  EXPECT_EQ(there[0].network_bytes, bytes / 4 / 2);  // the part of the rank, to the other node
  EXPECT_GE(there[0].seconds, 32 * there[0].network_bytes / node_bandwidth(run));
  // Keys and values are gathered again for the backward pass, and their gradients are summed.
  const auto back = collectives_of(graphs.layer_gradient, "context_");
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].kind, CollectiveKind::kAllGather);
  EXPECT_EQ(back[1].kind, CollectiveKind::kReduceScatter);
  EXPECT_EQ(back[1].bytes, bytes);
  Workload again = llama(8);
  training_of(again).checkpointing = Checkpointing::kFull;
  EXPECT_EQ(collectives_of(graphs_of(prepared(again)).layer_gradient, "context_").size(), 2u);
  EXPECT_GT(there[0].seconds,
            collectives_of(graphs_of(prepared(llama(4))).layer, "context_")[0].seconds);
}

TEST(ContextParallelism, SharesWorkAndMemoryOfASequence) {
  Workload one = llama(1);
  training_of(one).fused_attention = false;
  Workload eight = llama(8);
  training_of(eight).fused_attention = false;
  for (Workload* const workload : {&one, &eight}) {
    training_of(*workload).checkpointing = Checkpointing::kNone;
    training_of(*workload).micro_batch = 1;
  }
  const auto whole = plan_run(catalogue(), one, parameters());
  const auto shared = plan_run(catalogue(), eight, parameters());
  ASSERT_TRUE(whole && shared);
  EXPECT_DOUBLE_EQ(8 * flops(graphs_of(*shared).layer), flops(graphs_of(*whole).layer));
  EXPECT_DOUBLE_EQ(8 * flops(graphs_of(*shared).layer_gradient),
                   flops(graphs_of(*whole).layer_gradient));
  // Activations are divided among the ranks; weights and their state are not.
  EXPECT_DOUBLE_EQ(8 * shared->memory.items[3].bytes, whole->memory.items[3].bytes);
  EXPECT_EQ(shared->memory.items[2].bytes, whole->memory.items[2].bytes);
  EXPECT_EQ(shared->memory.items[4].name.english(), "gathered keys and values");
  EXPECT_EQ(shared->memory.items[4].bytes, 2 * 2 * 4096.0 * 4 * 128 * 2);
}

TEST(PipelineStages, SendInsideTheNodeOrOverEfa) {
  // 32 layers are not enough for 64 stages, so there are 32 stages of 16 cores, two per node.
  const PreparedRun run = prepared(llama(1, 32));
  const std::vector<double> sends = send_seconds(step_of(run), parameters());
  ASSERT_EQ(sends.size(), 32u);
  const double bytes = 4096.0 * 4096 * 2 / 8;
  for (std::size_t stage = 0; stage < sends.size(); stage += 2) {
    EXPECT_EQ(sends[stage], sends[0]);
    EXPECT_EQ(sends[stage + 1], sends[1]);
  }
  EXPECT_GT(sends[0], bytes / run.machine->dma_bandwidth);
  // All 16 ranks of the stage send over EFA at once.
  EXPECT_GT(sends[1], 16 * bytes / node_bandwidth(run));
  EXPECT_GT(sends[1], sends[0]);
  // If a stage fills a node, all ranks of the node send.
  const PreparedRun whole = prepared(llama(1, 16));
  const std::vector<double> all = send_seconds(step_of(whole), parameters());
  EXPECT_GT(all[0], 32 * bytes / node_bandwidth(whole));
  EXPECT_EQ(all[0], all[1]);
}

TEST(PipelineStages, EachSendTakesItsOwnTime) {
  const std::vector<double> seconds(4, 1.0);
  const std::vector<double> sends{0.25, 0.5, 0.125, 8};
  const PipelineRun run = run_pipeline(
      {.stages = 4, .microbatches = 1, .forward = seconds, .backward = seconds, .send = sends});
  EXPECT_DOUBLE_EQ(run.stages[3][0].start, 3 + 0.875);
  EXPECT_DOUBLE_EQ(run.seconds, 8 + 2 * 0.875);  // the last does not send to the first
  // With two chunks it does, once in each direction.
  const std::vector<double> of_chunks(8, 1.0);
  const PipelineRun twice = run_pipeline({.schedule = PipelineSchedule::kInterleaved,
                                          .stages = 4,
                                          .chunks = 2,
                                          .microbatches = 4,
                                          .forward = of_chunks,
                                          .backward = of_chunks,
                                          .send = sends});
  const auto& first = twice.stages[0];
  const auto second_chunk = std::find_if(first.begin(), first.end(), [](const PipelinePass& pass) {
    return pass.chunk == 1 && !pass.backward;
  });
  EXPECT_DOUBLE_EQ(second_chunk->start, 4 + 8.875);
}

TEST(PipelineStages, LayersWithExpertsLieWhereTheGraphsHaveThem) {
  const PreparedRun run = prepared(half_dense(4));
  const TrainingStep& step = step_of(run);
  EXPECT_EQ(step.layers_in(1), (PartLayers{.dense = 8, .experts = 0}));
  EXPECT_EQ(step.layers_in(2), (PartLayers{.dense = 0, .experts = 8}));
  const double dense = 8 * (kAttention + kExpert);
  const double experts = 8 * (kAttention + kRouter + 8 * kExpert);
  EXPECT_EQ(step.parameters_of(0), dense + kEmbedding);
  EXPECT_EQ(step.parameters_of(1), dense);
  EXPECT_EQ(step.parameters_of(2), experts);
  EXPECT_EQ(step.parameters_of(3), experts + kEmbedding);
  // Stages with the same number of layers have different work.
  const TrainingTimes times = time_training(step, parameters());
  EXPECT_GT(times.parts[2].forward.work.flops, times.parts[1].forward.work.flops);
  for (int part = 0; part < 4; ++part) {
    const StepTotals graph = total(part_graphs(step, part, parameters()).forward);
    EXPECT_EQ(times.parts[static_cast<std::size_t>(part)].forward.work.flops, graph.work.flops);
  }
  // The inner stage with experts needs the most memory: it has as many weights as the last stage
  // and stores one more microbatch.
  EXPECT_THAT(run.memory.explanation.english(), HasSubstr("a core of stage 2 needs"));
  // The stage with the most gradients and weights determines the end of the step.
  EXPECT_EQ(times.end.seconds(), end_of(step, 3, parameters()).seconds());
}

TEST(PipelineStages, SplitAmidstAStageCountsBothKindsOfLayers) {
  const PreparedRun run = prepared(half_dense(1));
  const TrainingStep& step = step_of(run);
  EXPECT_EQ(step.layers_in(0), (PartLayers{.dense = 16, .experts = 16}));
  EXPECT_EQ(run.memory.items[3].bytes, 16 * saved_bytes(step.shape, step.layout, false, 2) +
                                           16 * saved_bytes(step.shape, step.layout, true, 2));
  EXPECT_GT(saved_bytes(step.shape, step.layout, true, 2),
            saved_bytes(step.shape, step.layout, false, 2));
}

TEST(TrainingDomain, ListsPropertiesWithoutMeasurements) {
  const auto outside = [](const Workload& workload) {
    const auto result = estimate_of(workload);
    EXPECT_TRUE(result) << to_string(result.error());
    return result ? result->outside_domain : std::vector<Text>();
  };
  EXPECT_THAT(outside(llama(1)), testing::IsEmpty());
  EXPECT_THAT(outside(llama(8)),
              testing::Contains(TextWith("context parallel degree: 8 (measured: 1)")));
  EXPECT_THAT(outside(mixtral(8)),
              testing::Contains(TextWith("expert parallel degree: 8 (measured: 1)")));
  EXPECT_THAT(outside(llama(1, 32)),
              testing::Contains(TextWith("pipeline stages on one node: 2 (measured: 1)")));
}

TEST(TrainingTrace, ConservesWorkAndBytesOverNodes) {
  Workload workload = mixtral(8);
  training_of(workload).context_parallel = 2;
  training_of(workload).pipeline_parallel = 4;
  training_of(workload).global_batch = 32;
  const PreparedRun run = prepared(workload);
  const TrainingStep& step = step_of(run);
  const TrainingTimes times = time_training(step, parameters());
  const Simulated shown = simulated(workload);
  for (int stage = 0; stage < 4; ++stage) {
    const auto& part = times.parts[static_cast<std::size_t>(stage)];
    const StageEnd end = end_of(step, stage, parameters());
    double reduced = 0;
    double over_efa = 0;
    for (const auto& [name, reduction] : end.reductions) {
      reduced += reduction.bytes;
      over_efa += reduction.network_bytes;
    }
    const double passes = step.microbatches;
    const int core = stage * 128 * run.machine->physical_per_logical;
    const auto shows = [&](std::string_view key, double sum) {
      EXPECT_NEAR(sum_of(*shown.trace, core, key) / sum, 1, 1e-6) << key << " of stage " << stage;
    };
    shows(key::kFlops, passes * (part.forward.work.flops + part.backward.work.flops));
    shows(key::kBytes,
          reduced + passes * (part.forward.collective_bytes + part.backward.collective_bytes));
    shows(kNetworkBytes,
          over_efa + passes * (part.forward.network_bytes + part.backward.network_bytes));
    shows(key::kTransferSize,
          end.optimizer.work.read_bytes + end.optimizer.work.write_bytes +
              passes * (part.forward.work.read_bytes + part.forward.work.write_bytes +
                        part.backward.work.read_bytes + part.backward.work.write_bytes));
  }
  // Four exchanges of each of 8 layers and microbatches leave the node with half their bytes.
  const double exchange = 1024.0 * 2 * 4096 * 2;
  EXPECT_EQ(times.parts[0].forward.network_bytes, 8 * 2 * exchange / 2);
  EXPECT_EQ(times.parts[0].backward.network_bytes, 8 * 2 * exchange / 2);
}

}  // namespace
}  // namespace nscope::sim
