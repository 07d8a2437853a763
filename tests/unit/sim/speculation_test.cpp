// Speculative decoding: acceptance, drafts, rounds of static batches and of servers, fp8 caches.
#include "simcore/engine/workload/speculation.h"

#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/inference/draft.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/validation/validate.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/simulated.h"

#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;

double mean_tokens(const std::vector<double>& accepted) {
  double mean = 1;
  for (std::size_t i = 0; i < accepted.size(); ++i) mean += static_cast<double>(i) * accepted[i];
  return mean;
}

Result<Speculation> read(const std::string& members) {
  const Json json = Json::parse("{" + members + "}");
  StrictObject in(json, "s.json");
  Speculation out = read_speculation(in);
  if (auto done = in.finish(); !done) return fail(done.error());
  return out;
}

std::string refusal(const std::string& members) {
  const auto read_back = read(members);
  EXPECT_FALSE(read_back) << members;
  return read_back ? std::string() : to_string(read_back.error());
}

Workload workload_with(const std::string& members, const char* model = "llama-3.1-8b",
                       const char* instance = "trn2.48xlarge", int degree = 4) {
  Json json{{"schema", "nscope.workload/1"},
            {"model", model},
            {"instance", instance},
            {"tensor_parallel", degree},
            {"batch", 1},
            {"input_tokens", 500},
            {"output_tokens", 301},
            {"sequence_length", 2048}};
  json.update(Json::parse("{" + members + "}"));
  auto workload = workload_from_json(json, "w.json");
  EXPECT_TRUE(workload) << to_string(workload.error());
  return workload ? std::move(*workload) : Workload();
}

double metric(const Workload& workload, std::string_view name) {
  const auto result = estimate_of(workload);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  if (!result || result->find(name) == nullptr) {
    ADD_FAILURE() << "no metric " << name;
    return 0;
  }
  return result->find(name)->value;
}

TEST(Acceptance, OfALengthHasThisMean) {
  for (const int tokens : {1, 3, 7, 64}) {
    for (const double share : {0.0, 0.1, 0.5, 0.9, 1.0}) {
      const double length = 1 + share * tokens;
      const auto accepted = acceptance_of_length(length, tokens);
      ASSERT_EQ(accepted.size(), static_cast<std::size_t>(tokens) + 1);
      EXPECT_NEAR(std::accumulate(accepted.begin(), accepted.end(), 0.0), 1, 1e-9);
      EXPECT_NEAR(mean_tokens(accepted), length, 1e-6) << tokens << " " << share;
    }
  }
  // 1 + 0.5 + 0.25 tokens.
  EXPECT_NEAR(acceptance_of_length(1.75, 2)[0], 0.5, 1e-9);
}

TEST(Acceptance, IsNeverGuessed) {
  EXPECT_THAT(refusal(R"("method": "eagle", "tokens": 3)"),
              HasSubstr("one of 'acceptance', 'acceptance_length' and 'accepted' is required"));
  EXPECT_THAT(refusal(R"("method": "eagle", "acceptance": 0.5, "acceptance_length": 2)"),
              HasSubstr("one of 'acceptance'"));
  EXPECT_THAT(refusal(R"("method": "mtp", "tokens": 1, "acceptance_length": 2.1)"),
              HasSubstr("must be between 1 and 2"));
  EXPECT_THAT(refusal(R"("method": "mtp", "acceptance": 1.5)"), HasSubstr("between 0 and 1"));
  EXPECT_THAT(refusal(R"("method": "mtp", "tokens": 2, "accepted": [0.5, 0.5])"),
              HasSubstr("0 to 2 accepted candidates"));
  EXPECT_THAT(refusal(R"("acceptance": 0.5)"), HasSubstr("is required with the method"));
  EXPECT_THAT(refusal(R"("method": "lookahead", "acceptance": 0.5)"),
              HasSubstr("must be one of draft-model, eagle, mtp, parallel"));
  EXPECT_THAT(refusal(R"("draft_model": "llama-3.2-1b", "hidden_states": 3, "acceptance": 0.5)"),
              HasSubstr("'draft_model' and 'hidden_states' cannot be combined"));
  EXPECT_THAT(refusal(R"("method": "eagle", "tokens": 0, "acceptance": 0.5)"), HasSubstr("tokens"));
  EXPECT_THAT(refusal(R"("method": "eagle", "acceptance": 0.5, "width": 3)"), HasSubstr("width"));
}

TEST(Speculation, SurvivesItsJson) {
  for (const char* const members :
       {R"("draft_model": "llama-3.2-1b", "tokens": 2, "acceptance": 0.5)",
        R"("method": "eagle", "hidden_states": 3, "draft_vocabulary": 32000, "tokens": 5,
           "acceptance_length": 3.1, "fused": true)",
        R"("method": "mtp", "tokens": 1, "accepted": [0.2, 0.8])",
        R"("method": "parallel", "draft_layers": 2, "tokens": 7, "acceptance_length": 4.08)"}) {
    const auto first = read(members);
    ASSERT_TRUE(first) << to_string(first.error());
    std::string dumped = to_json(*first).dump();
    const auto again = read(dumped.substr(1, dumped.size() - 2));
    ASSERT_TRUE(again) << to_string(again.error());
    EXPECT_EQ(to_json(*again), to_json(*first));
    const Workload workload = workload_with(fmt::format(R"("speculation": {{{}}})", members));
    EXPECT_EQ(to_json(*workload_from_json(to_json(workload), "w")), to_json(workload));
  }
}

TEST(Draft, OfAHeadHasTheWeightsOfItsLayers) {
  // Llama 3.1 8B: hidden 4,096, 32 heads and 8 KV heads of 128, feed-forward 14,336, 128,256 words.
  const double layer = 4096.0 * 128 * (32 + 8 + 8 + 32) + 3.0 * 4096 * 14336;
  const auto drafted = [&](const char* members) {
    const auto setup = read(members);
    const auto draft = draft_of(catalogue(), *catalogue().model("llama-3.1-8b").value(), *setup, 1);
    EXPECT_TRUE(draft);
    return *draft;
  };
  const auto memory = [&](const char* members) {
    const auto plain = estimate_of(workload_with("", "llama-3.1-8b", "trn2.48xlarge", 1));
    const auto with = estimate_of(workload_with(fmt::format(R"("speculation": {{{}}})", members),
                                                "llama-3.1-8b", "trn2.48xlarge", 1));
    EXPECT_TRUE(with) << to_string(with.error());
    return with->memory.required - plain->memory.required;
  };
  const double cache = 2.0 * 8 * 128 * 2048 * 2;  // of one layer
  EXPECT_NEAR(memory(R"("method": "eagle", "acceptance": 0.7)"),
              2 * (layer + 2.0 * 4096 * 4096) + cache, 1e6);
  EXPECT_NEAR(memory(R"("method": "eagle", "hidden_states": 3, "draft_vocabulary": 32000,
                        "acceptance": 0.7)"),
              2 * (layer + 4.0 * 4096 * 4096 + 2.0 * 32000 * 4096) + cache, 1e6);
  EXPECT_NEAR(memory(R"("method": "parallel", "acceptance": 0.7)"),
              2 * (4 * layer + 4.0 * 4096 * 4096) + 4 * cache, 1e6);
  EXPECT_EQ(drafted(R"("method": "parallel", "acceptance": 0.7)").model->layers, 4);
  // The module of a mixture of experts is one of its layers.
  const auto& experts = *catalogue().model("qwen3-next-80b-a3b").value();
  const auto mtp =
      draft_of(catalogue(), experts, *read(R"("method": "mtp", "acceptance": 0.7)"), 4);
  ASSERT_TRUE(mtp);
  EXPECT_EQ(mtp->model->moe_layers(), 1);
  const auto eagle =
      draft_of(catalogue(), experts, *read(R"("method": "eagle", "acceptance": 0.7)"), 4);
  EXPECT_FALSE(eagle->model->moe);
  EXPECT_GT(eagle->model->ffn, 0);
}

TEST(Draft, OfMultiTokenPredictionIsAModuleOfTheModel) {
  const auto estimate_with = [](const char* model) {
    return estimate_of(
        workload_with(R"("speculation": {"method": "mtp", "tokens": 1, "acceptance": 0.7})", model,
                      "trn2.48xlarge", 16));
  };
  const auto own = estimate_with("qwen3-next-80b-a3b");
  EXPECT_TRUE(own) << to_string(own.error());
  const auto none = estimate_with("llama-3.1-8b");
  ASSERT_FALSE(none);
  EXPECT_THAT(to_string(none.error()),
              AllOf(HasSubstr("llama-3.1-8b has no module for multi-token prediction"),
                    HasSubstr("use the method 'eagle'")));
}

TEST(Draft, MemoryIncludesWindowsAndStates) {
  // Half of the cache of gpt-oss is that of sliding windows.
  const auto item = [](const char* draft, const char* model, int degree) {
    const auto with = estimate_of(workload_with(
        fmt::format(R"("batch": 16, "speculation": {{"draft_model": "{}", "acceptance": 0.7}})",
                    draft),
        model, "trn2.48xlarge", degree));
    EXPECT_TRUE(with) << to_string(with.error());
    if (!with) return 0.0;
    for (const auto& each : with->memory.items) {
      if (each.name.english() == "draft model") return each.bytes;
    }
    return 0.0;
  };
  const auto alone = [](const char* model, int degree) {
    double bytes = 0;
    for (const auto& each :
         estimate_of(workload_with(R"("batch": 16)", model, "trn2.48xlarge", degree))
             ->memory.items) {
      if (each.use != catalog::MemoryUse::kOther) bytes += each.bytes;
    }
    return bytes;
  };
  const auto expect_same = [&](const char* draft, const char* model, int degree) {
    EXPECT_NEAR(item(draft, model, degree) / alone(draft, degree), 1, 1e-9) << draft;
  };
  expect_same("llama-3.2-1b", "llama-3.1-8b", 8);
  expect_same("gpt-oss-20b", "gpt-oss-120b", 16);
  expect_same("qwen3.5-2b", "qwen3.5-9b", 8);
}

TEST(Draft, MustBeADecoder) {
  const auto refused = [](const char* members, const char* model) {
    const auto result = estimate_of(
        workload_with(fmt::format(R"("speculation": {{{}}})", members), model, "trn1.32xlarge", 1));
    EXPECT_FALSE(result);
    return result ? std::string() : to_string(result.error());
  };
  EXPECT_THAT(refused(R"("draft_model": "llama-9", "acceptance": 0.5)", "llama-3.1-8b"),
              HasSubstr("llama-9"));
  EXPECT_THAT(refused(R"("draft_model": "bert-base-cased", "acceptance": 0.5)", "llama-3.1-8b"),
              HasSubstr("bert-base-cased"));
  EXPECT_THAT(refused(R"("method": "eagle", "acceptance": 0.5)", "t5-3b"),
              HasSubstr("supported only for decoders"));
  EXPECT_THAT(refused(R"("method": "eagle", "acceptance": 0.5)", "mamba-2.8b"),
              HasSubstr("mamba-2.8b has no attention"));
}

TEST(Draft, HasTheVocabularyOfTheModelAndIsSmaller) {
  const auto refused = [](const char* draft, const char* model) {
    const auto result = estimate_of(workload_with(
        fmt::format(R"("speculation": {{"draft_model": "{}", "acceptance": 0.5}})", draft), model,
        "trn2.48xlarge", 8));
    return result ? std::string() : to_string(result.error());
  };
  EXPECT_THAT(refused("qwen3-0.6b", "llama-3.1-8b"),
              AllOf(HasSubstr("qwen3-0.6b has a vocabulary of 151,936 tokens and cannot draft for "
                              "llama-3.1-8b, which has 128,256"),
                    HasSubstr("models that can draft for it are llama-3.2-1b")));
  EXPECT_THAT(refused("llama-3.1-8b", "llama-3.1-8b"), HasSubstr("saves no time"));
  EXPECT_THAT(refused("llama-3.1-70b", "llama-3.1-8b"), HasSubstr("saves no time"));
  EXPECT_THAT(refused("llama-3.2-1b", "gpt-oss-20b"),
              HasSubstr("no decoder of the catalogue can draft for it"));
  EXPECT_EQ(refused("llama-3.2-1b", "llama-3.1-8b"), "");
  EXPECT_EQ(refused("qwen2.5-0.5b", "qwen2-7b-instruct"), "") << "padded to 151,936 and 152,064";
}

TEST(StaticBatch, ARoundYieldsItsTokens) {
  for (const char* const members :
       {R"("method": "eagle", "tokens": 4, "acceptance_length": 3)",
        R"("method": "parallel", "tokens": 6, "acceptance_length": 4)",
        R"("draft_model": "llama-3.2-1b", "tokens": 4, "acceptance": 0.7)"}) {
    const Workload workload = workload_with(fmt::format(R"("speculation": {{{}}})", members));
    const double tokens = workload.speculation->tokens_per_step();
    const double round = metric(workload, "spec_round");
    EXPECT_NEAR(metric(workload, "tpot_mean"), round / tokens, 1e-9 * round);
    EXPECT_NEAR(metric(workload, "tokens_per_round"), tokens, 1e-12);
    const double rounds = std::ceil(300 / tokens - 1e-9);
    EXPECT_NEAR(metric(workload, "latency_p50"), metric(workload, "ttft_p50") + rounds * round,
                1e-6);
    // A round takes longer than a step, and its tokens arrive faster.
    const Workload plain = workload_with("");
    EXPECT_GT(round, metric(plain, "tpot_mean"));
    EXPECT_LT(metric(workload, "tpot_mean"), metric(plain, "tpot_mean"));
    EXPECT_GT(metric(workload, "ttft_p50"), metric(plain, "ttft_p50"));
  }
}

TEST(StaticBatch, AFusedRoundSavesTheLaunchesBetweenItsParts) {
  const double launch = built_in_calibration()->parameters.decode_launch;
  const Workload apart =
      workload_with(R"("speculation": {"method": "eagle", "tokens": 4, "acceptance": 0.7})");
  const Workload fused = workload_with(
      R"("speculation": {"method": "eagle", "tokens": 4, "acceptance": 0.7, "fused": true})");
  EXPECT_NEAR(metric(apart, "spec_round") - metric(fused, "spec_round"), 4 * launch, 1e-9);
}

TEST(StaticBatch, OnePassForAllCandidatesIsFasterThanOneForEach) {
  const auto round = [](const char* method, int tokens) {
    return metric(workload_with(fmt::format(R"("speculation": {{"method": "{}", "tokens": {},
        "draft_layers": 4, "hidden_states": 3, "acceptance": 0.7}})",
                                            method, tokens)),
                  "spec_round");
  };
  EXPECT_LT(round("parallel", 7), round("eagle", 7));
  EXPECT_LT(round("parallel", 1), round("parallel", 7));
  EXPECT_LT(round("eagle", 1), round("eagle", 7));
}

TEST(StaticBatch, TheTraceOfRoundsAgreesWithTheClosedForm) {
  Workload workload =
      workload_with(R"("speculation": {"method": "eagle", "tokens": 3, "acceptance_length": 2.5})");
  workload.output_tokens = 51;
  const auto estimated = estimate_of(workload);
  ASSERT_TRUE(estimated);
  const Simulated shown = simulated(workload);
  const Trace& trace = *shown.trace;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kExecution) continue;
    ASSERT_EQ(track.slices.size(), 21u);  // the prefill and 50 / 2.5 rounds
    const double rounds = trace.to_seconds(track.slices.end(20) - track.slices.end(0));
    EXPECT_NEAR(rounds / 50 / estimated->find("tpot_mean")->value, 1, 1e-3);
    return;
  }
  FAIL() << "no track of executions";
}

TEST(StaticBatch, AnFp8CacheHasHalfTheBytes) {
  const char* const bf16 = R"("batch": 16, "input_tokens": 8000, "sequence_length": 16384)";
  const char* const fp8 =
      R"("batch": 16, "input_tokens": 8000, "sequence_length": 16384, "kv_dtype": "fp8")";
  const auto wide = estimate_of(workload_with(bf16));
  const auto narrow = estimate_of(workload_with(fp8));
  ASSERT_TRUE(wide && narrow);
  const auto cache = [](const SimulationResult& result) {
    for (const auto& item : result.memory.items) {
      if (item.name.english() == "KV cache") return item.bytes;
    }
    return 0.0;
  };
  EXPECT_NEAR(cache(*narrow), cache(*wide) / 2, 1);
  // The conversion of the elements costs most of the time that their transfer saves.
  EXPECT_LT(narrow->find("tpot_p50")->value, wide->find("tpot_p50")->value);
  EXPECT_LE(narrow->find("ttft_p50")->value, wide->find("ttft_p50")->value * 1.0001);
  EXPECT_LT(narrow->find("hbm_read_bytes_per_core")->value,
            wide->find("hbm_read_bytes_per_core")->value);
  // Every model and instance: never slower.
  for (const char* const model : {"llama-3.1-8b", "qwen3-30b-a3b", "llama-3.2-1b"}) {
    for (const int batch : {1, 32}) {
      const auto with = [&](const char* type) {
        return metric(
            workload_with(fmt::format(R"("batch": {}, "kv_dtype": "{}")", batch, type), model),
            "tpot_p50");
      };
      EXPECT_LE(with("fp8"), with("bf16") * 1.0001) << model << " " << batch;
      EXPECT_EQ(with("bf16"),
                metric(workload_with(fmt::format(R"("batch": {})", batch), model), "tpot_p50"));
    }
  }
  const auto unsupported =
      estimate_of(workload_with(R"("kv_dtype": "fp8")", "llama-3.1-8b", "trn1.32xlarge", 4));
  ASSERT_FALSE(unsupported);
  EXPECT_THAT(to_string(unsupported.error()),
              AllOf(HasSubstr("transformers-neuronx is not known to have an fp8 KV cache"),
                    HasSubstr("vllm-neuron")));
  const auto wider = estimate_of(workload_with(R"("kv_dtype": "fp32")"));
  ASSERT_FALSE(wider);
  EXPECT_THAT(to_string(wider.error()), HasSubstr("must be fp8 or the data type bf16"));
}

TEST(Workload, HasOnePlaceForSpeculation) {
  const Json json = Json::parse(R"({"schema": "nscope.workload/1", "model": "llama-3.1-8b",
    "instance": "trn2.48xlarge", "serving": {"requests": 3},
    "speculation": {"method": "eagle", "acceptance": 0.5}})");
  const auto workload = workload_from_json(json, "w.json");
  ASSERT_FALSE(workload);
  EXPECT_THAT(to_string(workload.error()), HasSubstr("a member of 'serving'"));
  Workload encoder{.model = "bert-base-cased", .instance = "inf2.xlarge", .kv_dtype = "fp8"};
  const auto refused = estimate_of(encoder);
  ASSERT_FALSE(refused);
  EXPECT_THAT(to_string(refused.error()), HasSubstr("apply only to models that generate tokens"));
}

TEST(Server, SpeculatesWithChunksPrefixesAndPages) {
  const Workload workload = workload_with(R"("batch": 8, "kv_dtype": "fp8",
    "serving": {"scheduler": "chunked", "chunk_tokens": 256, "paged": {},
      "prefix": {"shared_tokens": 256}, "requests": 60,
      "arrivals": {"process": "closed-loop", "users": 8},
      "speculation": {"method": "eagle", "tokens": 3, "acceptance_length": 2.6}})");
  const auto result = estimate_of(workload);
  ASSERT_TRUE(result) << to_string(result.error());
  Workload plain = workload;
  std::get<ServingSetup>(plain.kind).speculation.reset();
  const auto without = estimate_of(plain);
  ASSERT_TRUE(without);
  EXPECT_EQ(result->find("requests_completed")->value, 60);
  EXPECT_GT(result->find("prefix_hit_share")->value, 0.3);
  EXPECT_LT(result->find("tpot_mean")->value, without->find("tpot_mean")->value);
  EXPECT_GT(result->memory.required, without->memory.required);
  std::vector<std::string> outside;
  for (const Text& text : result->outside_domain) outside.push_back(text.english());
  EXPECT_THAT(outside, IsSupersetOf({"speculative decoding", "prefix cache", "fp8 KV cache"}));
}

TEST(Server, OfOneUserTakesTheRoundsOfAStaticBatch) {
  // All candidates are accepted, so that no draw differs from the mean.
  const char* const draft = R"({"method": "parallel", "tokens": 3, "acceptance_length": 4})";
  const Workload fixed = workload_with(fmt::format(R"("speculation": {})", draft));
  const Workload served = workload_with(fmt::format(
      R"("serving": {{"requests": 1, "arrivals": {{"process": "closed-loop"}}, "speculation": {}}})",
      draft));
  EXPECT_NEAR(metric(served, "ttft_p50") / metric(fixed, "ttft_p50"), 1, 1e-6);
  EXPECT_NEAR(metric(served, "latency_p50") / metric(fixed, "latency_p50"), 1, 1e-6);
}

TEST(Server, PrefillsOnAnotherInstanceAndMovesTheCacheOverItsNetwork) {
  const auto served = [](const char* split) {
    return workload_with(fmt::format(R"("batch": 8, "serving": {{"requests": 40, "replicas": 2,
      "arrivals": {{"process": "poisson", "rate": 2}}, "disaggregation": {}}})",
                                     split));
  };
  const auto same = estimate_of(served(R"({"prefill_replicas": 1})"));
  ASSERT_TRUE(same) << to_string(same.error());
  const auto wide = estimate_of(served(R"({"prefill_replicas": 1, "tensor_parallel": 16})"));
  ASSERT_TRUE(wide) << to_string(wide.error());
  EXPECT_LT(wide->find("ttft_p50")->value, same->find("ttft_p50")->value);
  EXPECT_EQ(wide->find("instances")->value, 1);
  EXPECT_EQ(wide->find("prefill_instances")->value, 1);
  const auto other = estimate_of(served(R"({"prefill_replicas": 5, "instance": "trn1.32xlarge"})"));
  ASSERT_TRUE(other) << to_string(other.error());
  EXPECT_EQ(other->find("prefill_instances")->value, 1);
  EXPECT_GT(other->find("kv_transferred_bytes")->value, 0);
  const auto none = estimate_of(served(R"({"prefill_replicas": 1, "instance": "inf2.48xlarge"})"));
  ASSERT_FALSE(none);
  EXPECT_THAT(to_string(none.error()), HasSubstr("inf2.48xlarge has no EFA"));
  const auto unknown = estimate_of(served(R"({"instance": "trn9.48xlarge"})"));
  ASSERT_FALSE(unknown);
  EXPECT_THAT(to_string(unknown.error()),
              AllOf(HasSubstr("the replicas that prefill"), HasSubstr("trn9.48xlarge")));
}

TEST(DisaggregationPlan, HasTheShareOfAReplicaInTheNetwork) {
  const Parameters parameters = built_in_calibration()->parameters;
  const auto link_of = [&](const Workload& workload) {
    const auto& setup = std::get<ServingSetup>(workload.kind);
    const auto server = prepare_server(catalogue(), workload, setup, parameters);
    EXPECT_TRUE(server);
    const auto plan = plan_serving(server->served, setup, parameters);
    EXPECT_TRUE(plan) << to_string(plan.error());
    return std::pair(plan->link_bandwidth, plan->link_latency);
  };
  const Workload quarter =
      workload_with(R"("serving": {"disaggregation": {}})", "llama-3.1-8b", "trn2.48xlarge", 16);
  // 3,200 Gbit/s of 64 logical cores.
  EXPECT_NEAR(link_of(quarter).first, parameters.efa_share * 3200e9 / 8 / 4, 1);
  EXPECT_EQ(link_of(quarter).second, parameters.network_hop);
  const Workload stated =
      workload_with(R"("serving": {"disaggregation": {"bandwidth": 5e9, "latency": 0.002}})",
                    "llama-3.1-8b", "trn2.48xlarge", 16);
  EXPECT_EQ(link_of(stated), std::pair(5e9, 0.002));
}

TEST(SpeculationRows, HaveTheAcceptanceOfTheirSource) {
  const std::string columns =
      "id,class,model,instance,cores,tp,batch,seq_len,stack,speculation,metric,value,unit,lnc,"
      "notes,"
      "repo_group\n";
  const std::string head = "decoder,llama-3.1-8b,trn2.48xlarge,8,4,1,2048,nkipy,";
  const std::string with_module = "decoder,qwen3-next-80b-a3b,trn2.48xlarge,16,16,1,2048,nkipy,";
  const auto rows = parse_validation_table(
      columns + "A," + head + "P-EAGLE K=2,acceptance_length,2.5,tokens,2,,g\n" +  //
          "A," + head + "P-EAGLE K=2,throughput,100,tokens/s,2,,g\n" +             //
          "B," + head + "P-EAGLE K=4,acceptance_length,3.5,tokens,2,,g\n" +        //
          "C," + head + "P-EAGLE K=3,throughput,100,tokens/s,2,,g\n" +             //
          "D," + head + "P-EAGLE K=7,throughput,100,tokens/s,2,,g\n" +             //
          "E," + head + "P-EAGLE K=3,throughput,100,tokens/s,2,,other\n" +         //
          "F," + with_module +
          "\"native MTP, 1.76 tokens a round\",throughput,100,tokens/s,2,,g\n" +  //
          "F," + with_module +
          "\"native MTP, 1.76 tokens a round\",spec_round,9,ms,2,one fused-speculation round,g\n" +
          "G," + head + "lookahead K=3,throughput,100,tokens/s,2,,g\n" +  //
          "H," + head + "\"EAGLE k=3, 2.2 tokens per round\",tpot_p50,10,ms,2,,g\n",
      "t.csv");
  ASSERT_TRUE(rows) << to_string(rows.error());
  const auto draft = [&](std::size_t row) { return (*rows)[row].draft; };
  ASSERT_TRUE(draft(1));
  EXPECT_EQ(draft(1)->method, DraftMethod::kParallel);
  EXPECT_EQ(draft(1)->tokens, 2);
  EXPECT_NEAR(draft(1)->tokens_per_step(), 2.5, 1e-6);
  ASSERT_TRUE(draft(3));
  EXPECT_NEAR(draft(3)->tokens_per_step(), 3, 1e-6);
  EXPECT_THAT((*rows)[3].draft_assumption.english(), HasSubstr("interpolated"));
  EXPECT_FALSE(draft(4));  // outside of the measured candidates
  EXPECT_FALSE(draft(5));  // another source
  ASSERT_TRUE(draft(6));
  EXPECT_EQ(draft(6)->method, DraftMethod::kMtp);
  EXPECT_EQ(draft(6)->tokens, 1);
  EXPECT_NEAR(draft(6)->tokens_per_step(), 1.76, 1e-6);
  EXPECT_TRUE(draft(6)->fused);
  EXPECT_FALSE(draft(1)->fused);
  EXPECT_FALSE(draft(8));  // an unknown method
  ASSERT_TRUE(draft(9));
  EXPECT_EQ(draft(9)->method, DraftMethod::kEagle);
  TaskControl control;
  const auto report = validate(catalogue(), *rows, *load_calibration(), control, false);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->rows[0].predicted);
  EXPECT_THAT(report->rows[0].reason.english(), HasSubstr("an input of predictions"));
  for (const std::size_t row : {1, 3, 6, 7, 9}) {
    EXPECT_TRUE(report->rows[row].predicted) << row << report->rows[row].reason.english();
  }
  EXPECT_THAT(report->rows[4].reason.english(), HasSubstr("'P-EAGLE K=7' are not stated"));
}

}  // namespace
}  // namespace nscope::sim
