#include "simcore/engine/serving/replica_parts.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/simulation/workload_limits.h"
#include "simcore/engine/start_up/start_up.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/simulated.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

constexpr auto kPipeline = NodeParallelism::kPipeline;
constexpr auto kExperts = NodeParallelism::kExperts;

/// A server with the members of "serving".
Workload server_of(const std::string& serving, const char* model = "llama-3.1-8b",
                   const char* instance = "trn2.48xlarge", int degree = 8, int slots = 16) {
  const Json json{{"schema", "nscope.workload/1"},
                  {"model", model},
                  {"instance", instance},
                  {"tensor_parallel", degree},
                  {"batch", slots},
                  {"input_tokens", 500},
                  {"output_tokens", 100},
                  {"sequence_length", 1024},
                  {"serving", Json::parse("{" + serving + "}")}};
  auto workload = workload_from_json(json, "w.json");
  EXPECT_TRUE(workload) << to_string(workload.error());
  return workload ? std::move(*workload) : Workload();
}

ServingSetup& setup_of(Workload& workload) {
  return std::get<ServingSetup>(workload.kind);
}

Result<StepCosts> costs_of(Workload workload, const Parameters& parameters) {
  const ServingSetup& setup = setup_of(workload);
  const auto server = prepare_server(catalogue(), workload, setup, parameters);
  if (!server) return fail(server.error());
  return step_costs(server->served, setup, parameters);
}

StepCosts costs_of(const Workload& workload) {
  auto costs = costs_of(workload, parameters());
  EXPECT_TRUE(costs) << (costs ? "" : to_string(costs.error()));
  return costs ? std::move(*costs) : StepCosts();
}

std::string refusal_of(const Workload& workload) {
  const auto result = estimate_of(workload);
  EXPECT_FALSE(result);
  return result ? std::string() : to_string(result.error());
}

/// Layers of a model by their kind.
using LayerCounts = std::map<std::tuple<catalog::Mixer, catalog::FeedForward>, int>;
void add_layers(const catalog::Model& model, LayerCounts& counts) {
  for (const catalog::LayerGroup& group : model.layer_groups()) {
    counts[{group.mixer, group.feed_forward}] += group.count;
  }
}

/// Decoders whose dimensions are known.
std::vector<const catalog::Model*> decoders() {
  std::vector<const catalog::Model*> models;
  for (const catalog::Model& model : catalogue().models()) {
    const bool decodes = model.architecture == catalog::Architecture::kDecoder;
    if (decodes && check_modelled(model, 1)) models.push_back(&model);
  }
  return models;
}

TEST(ReplicaParts, HaveTheLayersAndParametersOfTheModelTogether) {
  int checked = 0;
  for (const catalog::Model* const model : decoders()) {
    LayerCounts whole;
    add_layers(*model, whole);
    for (const int nodes : {2, 3, 4, 7}) {
      const auto parts = replica_parts(*model, nodes, kPipeline);
      if (!parts) continue;  // layers with the keys of others
      LayerCounts together;
      double parameters = 0;
      int fewest = model->layers;
      int most = 0;
      for (const ReplicaPart& part : *parts) {
        add_layers(part.model, together);
        parameters += part.model.parameters;
        fewest = std::min(fewest, part.model.layers);
        most = std::max(most, part.model.layers);
      }
      EXPECT_EQ(together, whole) << model->id << " on " << nodes;
      EXPECT_LE(most - fewest, 1) << model->id;
      const double table = 1.0 * model->vocabulary * model->hidden;
      if (model->layer_embedding == 0 && model->embedding_dim == 0) {
        const double copies = model->tied_embeddings ? table : 0;  // the last stage has one too
        const double expected = std::max(model->parameters, model->computed_parameters()) + copies;
        EXPECT_NEAR(parameters / expected, 1, 1e-9) << model->id << " on " << nodes;
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 200);
}

TEST(ReplicaParts, ShareTheExpertsOfEveryLayer) {
  const catalog::Model& model = **catalogue().model("qwen3-30b-a3b");
  const auto parts = replica_parts(model, 4, kExperts);
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 1);
  const catalog::Model& part = parts->front().model;
  EXPECT_EQ(part.moe->experts, 32);
  EXPECT_EQ(part.layers, model.layers);
  // 48 layers with 128 experts of three matrices of 2,048 x 768, and a column of the router.
  const double experts = 48 * 128.0 * (3 * 2048 * 768 + 2048);
  EXPECT_NEAR(part.parameters, model.parameters - experts * 3 / 4, 3e6);
  EXPECT_THAT(to_string(replica_parts(model, 3, kExperts).error()),
              HasSubstr("its 128 experts, 8 of which a token uses, cannot be divided between 3"));
  EXPECT_FALSE(replica_parts(model, 32, kExperts)) << "4 experts for a token that uses 8";
  const auto dense = replica_parts(**catalogue().model("llama-3.1-8b"), 2, kExperts);
  ASSERT_FALSE(dense);
  EXPECT_THAT(to_string(dense.error()), AllOf(HasSubstr("has no experts"), HasSubstr("pipeline")));
  EXPECT_THAT(to_string(replica_parts(model, 49, kPipeline).error()), HasSubstr("its 48 layers"));
}

/// By hand, in seconds.
TEST(PartNetwork, AddsStagesTransfersAndBubbles) {
  const PartNetwork pipeline{.nodes = 3, .hop = 1, .seconds_of_token = 0.5};
  const std::vector<double> stages{10, 20, 10};
  // One sequence passes all stages: 40, and 1.5 + 1.5 + 1 of transfers.
  EXPECT_DOUBLE_EQ(pipeline.step(stages, 1, 1), 44);
  // Two groups: the second stage works for 2 x 21.5, but a round takes 44.
  EXPECT_DOUBLE_EQ(pipeline.step(stages, 2, 1), 44);
  EXPECT_DOUBLE_EQ(pipeline.step(stages, 3, 1), 3 * 21.5);
  // Nine sequences are three groups of three.
  EXPECT_DOUBLE_EQ(pipeline.step(stages, 9, 3), 3 * 22.5);
  EXPECT_DOUBLE_EQ(pipeline.prefill(stages, 100), 40 + 2 * 51 + 1);
  const PartNetwork experts{
      .nodes = 2, .parallelism = kExperts, .hop = 1, .seconds_of_token = 0.5, .exchanges = 4};
  EXPECT_DOUBLE_EQ(experts.step(std::vector{10.0}, 8, 4), 10 + 4 * (1 + 2.0));
}

TEST(PartNetwork, SendsEachTokenOnceToEveryOtherInstance) {
  const catalog::Model& model = **catalogue().model("qwen3-30b-a3b");  // 8 experts of a token
  const DecoderLayout layout;
  const auto bytes = [&](int nodes) {
    return part_network(model, nodes, kExperts, layout, 1, parameters()).seconds_of_token;
  };
  EXPECT_DOUBLE_EQ(bytes(2), 2048 * 2.0);  // 8 x 1/2 experts, but one other instance
  EXPECT_DOUBLE_EQ(bytes(16), 7.5 * 2048 * 2.0);
  EXPECT_EQ(part_network(model, 2, kExperts, layout, 1, parameters()).exchanges, 2 * 48);
}

TEST(ReplicaNodes, OneIsTheServerWithoutTheMember) {
  const char* const load = R"("requests": 60, "arrivals": {"process": "poisson", "rate": 4})";
  const auto plain = estimate_of(server_of(load));
  ASSERT_TRUE(plain);
  for (const char* const parallelism : {"pipeline", "experts"}) {
    const auto one = estimate_of(
        server_of(fmt::format(R"({}, "nodes": 1, "node_parallelism": "{}")", load, parallelism)));
    ASSERT_TRUE(one);
    ASSERT_EQ(one->metrics.size(), plain->metrics.size());
    for (std::size_t i = 0; i < plain->metrics.size(); ++i) {
      EXPECT_EQ(one->metrics[i].value, plain->metrics[i].value) << plain->metrics[i].name;
    }
    EXPECT_EQ(one->memory.required, plain->memory.required);
    EXPECT_EQ(one->outside_domain.size(), plain->outside_domain.size());
  }
  EXPECT_FALSE(to_json(server_of(load))["serving"].contains("nodes"));
}

TEST(ReplicaNodes, SurviveTheirJson) {
  const Workload workload = server_of(R"("nodes": 4, "node_parallelism": "experts")");
  const Json json = to_json(workload);
  EXPECT_EQ(json["serving"]["nodes"], 4);
  EXPECT_EQ(json["serving"]["node_parallelism"], "experts");
  EXPECT_EQ(to_json(*workload_from_json(json, "again")), json);
}

TEST(ReplicaNodes, AreNeverSlowerWithMoreBandwidth) {
  for (const char* const parallelism : {"pipeline", "experts"}) {
    const Workload workload = server_of(
        fmt::format(R"("nodes": 2, "node_parallelism": "{}")", parallelism), "qwen3-30b-a3b");
    Parameters fast = parameters();
    Parameters slow = parameters();
    fast.efa_share = 1;
    slow.efa_share = 0.1;
    const auto with = costs_of(workload, fast);
    const auto without = costs_of(workload, slow);
    ASSERT_TRUE(with && without);
    for (std::size_t i = 0; i < with->decode_table.size(); ++i) {
      EXPECT_LE(with->decode_table[i], without->decode_table[i]);
    }
    for (std::size_t i = 0; i < with->prefill_table.size(); ++i) {
      EXPECT_LT(with->prefill_table[i], without->prefill_table[i]);
    }
  }
}

TEST(ReplicaNodes, NeverNeedMoreMemoryThanFewer) {
  int checked = 0;
  for (const catalog::Model* const model : decoders()) {
    for (const char* const parallelism : {"pipeline", "experts"}) {
      Workload workload = server_of(fmt::format(R"("node_parallelism": "{}")", parallelism),
                                    model->id.c_str(), "trn2.48xlarge", 16);
      double before = HUGE_VAL;
      for (const int nodes : {1, 2, 4}) {
        setup_of(workload).nodes = nodes;
        const auto server = plan_server(catalogue(), workload, setup_of(workload), parameters());
        if (!server) continue;
        EXPECT_LE(server->run.memory.required, before) << model->id << " on " << nodes;
        before = server->run.memory.required;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 300);
}

TEST(ReplicaNodes, HaveAtMostTheThroughputOfAsManyReplicas) {
  for (const char* const model : {"llama-3.1-8b", "qwen3-30b-a3b", "deepseek-v2-lite"}) {
    for (const int nodes : {2, 4}) {
      for (const int slots : {1, 4, 32}) {
        const StepCosts one =
            costs_of(server_of("", model, "trn2.48xlarge", 8, sequences_of_part(slots, nodes)));
        const StepCosts several = costs_of(
            server_of(fmt::format(R"("nodes": {})", nodes), model, "trn2.48xlarge", 8, slots));
        const auto rate = [](const StepCosts& costs, int sequences) {
          return sequences / static_cast<double>(costs.decode(sequences, 1024));
        };
        EXPECT_LE(rate(several, slots), nodes * rate(one, sequences_of_part(slots, nodes)))
            << model << ", " << nodes << " nodes, " << slots << " slots";
      }
    }
  }
}

TEST(ReplicaNodes, FitAModelThatOneInstanceCannotHold) {
  const Workload workload = server_of(R"("nodes": 2, "replicas": 3, "requests": 20,
                "arrivals": {"process": "poisson", "rate": 0.5})",
                                      "llama-3.1-405b", "trn1.32xlarge", 32, 4);
  const auto result = estimate_of(workload);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->find("instances")->value, 6);
  std::vector<std::string> outside;
  for (const Text& text : result->outside_domain) outside.push_back(text.english());
  EXPECT_THAT(outside, Contains("replicas on several instances"));
  const auto limits = memory_limits(catalogue(), workload);
  ASSERT_TRUE(limits && *limits);
  EXPECT_TRUE((*limits)->fits);
  EXPECT_THAT(sentence(**limits).english(),
              AllOf(HasSubstr("of stage 1 of 2 (layers 1 to 63 of 126), which has the least"),
                    HasSubstr("1 instance is not enough: each core needs ")));
  // Each instance loads and compiles its own part.
  const auto start = start_up(catalogue(), workload);
  ASSERT_TRUE(start && *start);
  EXPECT_NEAR((*start)->plan.checkpoint, 405.9e9, 5e9);
}

TEST(ReplicaNodes, AreARemedyIfOneInstanceIsTooSmall) {
  const auto limits =
      memory_limits(catalogue(), server_of("", "llama-3.1-405b", "trn1.32xlarge", 32, 4));
  ASSERT_TRUE(limits && *limits);
  EXPECT_FALSE((*limits)->fits);
  EXPECT_THAT(sentence(**limits).english(), HasSubstr("on 2 instances per replica"));
}

TEST(ReplicaNodes, AreRefusedWithTheReason) {
  EXPECT_THAT(refusal_of(server_of(R"("nodes": 2)", "llama-3.1-8b", "inf2.48xlarge")),
              HasSubstr("a replica on several instances requires EFA: inf2.48xlarge has no EFA"));
  EXPECT_THAT(refusal_of(server_of(R"("nodes": 33)")),
              HasSubstr("its 32 layers cannot be divided between 33 instances"));
  const auto refused = [](const char* members) {
    const Json json = Json::parse(fmt::format(R"({{"schema": "nscope.serving/1", {}}})", members));
    const auto setup = serving_setup_from_json(json, "s.json");
    EXPECT_FALSE(setup) << members;
    return setup ? std::string() : to_string(setup.error());
  };
  EXPECT_THAT(refused(R"("nodes": 0)"), HasSubstr("/nodes"));
  EXPECT_THAT(refused(R"("nodes": 2, "node_parallelism": "tensor")"), HasSubstr("pipeline"));
  EXPECT_THAT(refused(R"("nodes": 2, "disaggregation": {})"), HasSubstr("cannot be combined"));
  EXPECT_THAT(
      refused(R"("nodes": 2, "speculation": {"method": "eagle", "tokens": 2, "acceptance": 0.5})"),
      HasSubstr("cannot be combined"));
}

TEST(ReplicaNodes, HaveATrackGroupForEachInstance) {
  const Workload workload =
      server_of(R"("nodes": 2, "requests": 5, "arrivals": {"process": "poisson", "rate": 4})");
  const Simulated run = simulated(workload);
  ASSERT_TRUE(run.trace);
  std::vector<std::string> groups;
  for (const Track& track : run.trace->tracks()) {
    groups.emplace_back(run.trace->text(track.name));
  }
  EXPECT_THAT(groups, Contains("Instance 1: stage 1 of 2 (layers 1 to 16 of 32)"));
  EXPECT_THAT(groups, Contains("Instance 2: stage 2 of 2 (layers 17 to 32 of 32)"));
  const StepCosts costs = costs_of(workload);
  ASSERT_EQ(costs.parts.size(), 2);
  for (std::size_t i = 0; i < costs.prompts.size(); ++i) {
    // The second stage begins after the first and the transfer.
    EXPECT_EQ(costs.parts[0].begin[i], 0);
    EXPECT_LT(costs.parts[0].end[i], costs.parts[1].begin[i]);
    EXPECT_LT(costs.parts[1].begin[i], costs.parts[1].end[i]);
    EXPECT_LE(costs.parts[1].end[i], 1);
  }
  for (const PartTimes& part : costs.parts) {
    for (const double busy : part.busy) {
      EXPECT_GT(busy, 0.3);
      EXPECT_LE(busy, 1);
    }
  }
}

TEST(SplitServing, StatesMemoryAndStartOfThePrefillInstance) {
  const Workload workload = server_of(
      R"("requests": 10, "arrivals": {"process": "poisson", "rate": 1},
         "disaggregation": {"instance": "trn1.32xlarge", "tensor_parallel": 2})");
  const auto result = estimate_of(workload);
  ASSERT_TRUE(result) << to_string(result.error());
  ASSERT_EQ(result->other_memory.size(), 1);
  const OtherMemory& prefill = result->other_memory.front();
  EXPECT_EQ(prefill.instance, "trn1.32xlarge");
  EXPECT_GT(prefill.fit.required, 8e9) << "half of 16 GB of weights";
  const auto limits = memory_limits(catalogue(), workload);
  ASSERT_TRUE(limits && *limits);
  EXPECT_EQ((*limits)->cores, 2);
  EXPECT_NEAR((*limits)->spare, prefill.fit.capacity - prefill.fit.required, 1);
  EXPECT_THAT(sentence(**limits).english(),
              HasSubstr("on each of 2 cores of the prefill instance trn1.32xlarge, which has the "
                        "least"));
  EXPECT_EQ(memory_fit(catalogue(), workload)->required, prefill.fit.required);
  const auto start = start_up(catalogue(), workload);
  ASSERT_TRUE(start && *start && (*start)->prefill);
  EXPECT_EQ((*start)->plan.runner->id, "trn2.48xlarge");
  EXPECT_EQ((*start)->prefill->plan.runner->id, "trn1.32xlarge");
  EXPECT_EQ((*start)->prefill->plan.tensor_parallel, 2);
  const Json json = to_json(**start);
  EXPECT_EQ(json["prefill"]["instance"], "trn1.32xlarge");
  EXPECT_FALSE(json["prefill"]["host_memory"].empty());
}

TEST(SplitServing, NamesThePrefillInstanceThatDoesNotFitAndOneThatDoes) {
  const Workload workload = server_of(
      R"("disaggregation": {"instance": "trn1.2xlarge", "tensor_parallel": 2, "bandwidth": 1e9})",
      "llama-3.1-70b", "trn2.48xlarge", 32);
  const auto limits = memory_limits(catalogue(), workload);
  ASSERT_TRUE(limits && *limits);
  EXPECT_FALSE((*limits)->fits);
  EXPECT_THAT(sentence(**limits).english(),
              AllOf(HasSubstr("Does not fit on the prefill instance trn1.2xlarge"),
                    HasSubstr("if prompts are prefilled on trn1.32xlarge")));
  EXPECT_THAT(refusal_of(workload), HasSubstr("the replicas that prefill: llama-3.1-70b does not "
                                              "fit on trn1.2xlarge"));
}

TEST(AdaptersOfAServer, ArePartOfItsMemory) {
  const auto memory = [](int resident) {
    Workload workload = server_of(fmt::format(
        R"("adapters": {{"count": 100000, "resident": {}, "bytes": 8e7, "bandwidth": 1e9}})",
        std::max(1, resident)));
    if (resident == 0) setup_of(workload).adapters.reset();
    return plan_server(catalogue(), workload, setup_of(workload), parameters())->run.memory;
  };
  const auto none = memory(0);
  const auto some = memory(10);
  EXPECT_NEAR(some.required - none.required, 10 * 8e7 / 8, 1);
  EXPECT_TRUE(some.fits);
  const auto many = memory(10'000);
  EXPECT_FALSE(many.fits);
  EXPECT_THAT(many.smallest_change.english(), HasSubstr("fewer resident adapters"));
}

TEST(SplitServing, OfAlikeInstancesHasOneStart) {
  const auto start = start_up(catalogue(), server_of(R"("disaggregation": {})"));
  ASSERT_TRUE(start && *start);
  EXPECT_FALSE((*start)->prefill);
}

}  // namespace
}  // namespace nscope::sim
