#include "simcore/engine/simulation/prediction.h"

#include "profiler/base/resources.h"
#include "simcore/catalog/roofline.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/text_matchers.h"

#include <string_view>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Workload llama_70b() {
  return {.model = "llama-2-70b",
          .instance = "inf2.48xlarge",
          .tensor_parallel = 24,
          .batch = 1,
          .input_tokens = 128,
          .output_tokens = 128};
}

double metric(const SimulationResult& result, std::string_view name) {
  const Metric* metric = result.find(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? 0 : metric->value;
}

// The published values of this row are 32.9 ms and 76.6 ms (SDK 2.18, calibration table NI01074).
// It is part of the fit.
TEST(Estimate, Llama70bOnInf2) {
  const auto result = estimate_of(llama_70b());
  ASSERT_TRUE(result) << result.error().message.english();
  EXPECT_NEAR(metric(*result, "tpot_p50"), 32.9e-3, 0.03 * 32.9e-3);
  EXPECT_NEAR(metric(*result, "ttft_p50"), 76.6e-3, 0.2 * 76.6e-3);
  EXPECT_THAT(result->outside_domain, IsEmpty());
  EXPECT_TRUE(result->memory.fits);
  EXPECT_DOUBLE_EQ(metric(*result, "memory_per_core"), result->memory.required);
  EXPECT_DOUBLE_EQ(metric(*result, "latency_p50"),
                   metric(*result, "ttft_p50") + 127 * metric(*result, "tpot_mean"));
  EXPECT_NEAR(metric(*result, "throughput"), 128 / metric(*result, "latency_p50"), 1e-9);
}

TEST(Estimate, EveryMetricIsSimulatedAndItsBandHoldsIt) {
  const auto result = estimate_of(llama_70b());
  ASSERT_TRUE(result);
  for (const Metric& metric : result->metrics) {
    EXPECT_EQ(metric.provenance, Provenance::kSimulated) << metric.name;
    EXPECT_FALSE(metric.unit.empty()) << metric.name;
    EXPECT_GT(metric.value, 0) << metric.name;
    if (!metric.low) continue;
    EXPECT_LE(*metric.low, metric.value) << metric.name;
    EXPECT_GE(*metric.high, metric.value) << metric.name;
  }
  EXPECT_TRUE(result->find("tpot_p50")->low);
  EXPECT_TRUE(result->find("ttft_p50")->low);
  EXPECT_TRUE(result->find("latency_p50")->low);
}

/// The bands of two metrics are the inverse of each other.
void expect_inverse(const Metric& rate, const Metric& time) {
  ASSERT_TRUE(rate.low && rate.high) << rate.note.english();
  ASSERT_TRUE(time.low && time.high) << time.note.english();
  EXPECT_NEAR(*rate.low / rate.value, time.value / *time.high, 1e-9);
  EXPECT_NEAR(*rate.high / rate.value, time.value / *time.low, 1e-9);
}

// The rates of decoders with states have no band: all of them are of a class with assumed lengths.
TEST(MetricListTest, ARateWithoutABandOfItsOwnHasThatOfItsTime) {
  const auto& calibration = built_in_calibration();
  ASSERT_TRUE(calibration);
  MetricList list(*calibration, "decoder-states", "v3", true);
  const Metric time{.name = "latency_p50", .value = 0.1, .unit = "s", .low = 0.05, .high = 0.3};
  list.add_rate_of("throughput", 10, "tokens/s", time, Text());
  expect_inverse(list.back(), time);
}

// The class "encoder" has measured rates only.
TEST(MetricListTest, ATimeWithoutABandOfItsOwnHasThatOfItsRate) {
  const auto& calibration = built_in_calibration();
  ASSERT_TRUE(calibration);
  MetricList list(*calibration, "encoder", "v2", true);
  list.add_latency("latency_p50", 0.1, Text());
  const Metric latency = list.back();
  list.add_rate("throughput", 10, "inferences/s", Text());
  expect_inverse(list.back(), latency);
}

TEST(Estimate, RefusesWhatDoesNotFit) {
  Workload workload = llama_70b();
  workload.tensor_parallel = 8;
  const auto result = estimate_of(workload);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInfeasible);
  EXPECT_THAT(result.error().message.english(), HasSubstr("does not fit"));
  EXPECT_THAT(result.error().message.english(), HasSubstr("parameters x 2 B"));
}

TEST(Estimate, RefusesWhatIsNotModelled) {
  Workload workload = llama_70b();
  for (const std::string_view name : {"evo2-7b", "gemma-4-e2b"}) {
    workload.model = name;
    const auto result = estimate_of(workload);
    ASSERT_FALSE(result) << name;
    if (result.error().code == ErrorCode::kNotFound) continue;  // not in the catalogue
    EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument) << name;
    EXPECT_THAT(result.error().message.english(), HasSubstr("not supported")) << name;
  }
  workload = llama_70b();
  workload.instance = "inf1.24xlarge";
  EXPECT_THAT(estimate_of(workload).error().message.english(), HasSubstr("not supported"));
}

TEST(Estimate, AnEncoderDecoderTakesAStepForEveryToken) {
  const Workload workload{.model = "t5-3b",
                          .instance = "inf2.24xlarge",
                          .tensor_parallel = 8,
                          .input_tokens = 128,
                          .output_tokens = 84};
  const auto result = estimate_of(workload);
  ASSERT_TRUE(result) << to_string(result.error());
  const double step = result->find("tpot_mean")->value;
  const double first = result->find("ttft_p50")->value;
  EXPECT_GT(first, step);  // the encoder, then a step
  EXPECT_NEAR(result->find("latency_p50")->value, first + 83 * step, 1e-9);
  EXPECT_NEAR(result->find("throughput")->value, 84 / (first + 83 * step), 1e-6);
  Workload longer = workload;
  longer.sequence_length = 100;
  const auto refused = estimate_of(longer);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("exceed the sequence length of 100"));
}

TEST(Estimate, RefusesImpossibleLayouts) {
  const auto code = [](const Workload& workload) {
    const auto result = estimate_of(workload);
    return result ? ErrorCode::kInternal : result.error().code;
  };
  Workload workload = llama_70b();
  workload.model = "no-such-model";
  EXPECT_EQ(code(workload), ErrorCode::kNotFound);
  workload = llama_70b();
  workload.instance = "inf2.49xlarge";
  EXPECT_EQ(code(workload), ErrorCode::kNotFound);
  workload = llama_70b();
  workload.sequence_length = 255;  // input and output are 256
  EXPECT_EQ(code(workload), ErrorCode::kInvalidArgument);
  workload = llama_70b();
  workload.batch = 0;
  EXPECT_EQ(code(workload), ErrorCode::kInvalidArgument);
  workload = llama_70b();
  workload.dtype = "int4";
  EXPECT_EQ(code(workload), ErrorCode::kInvalidArgument);
  workload = llama_70b();
  workload.output_tokens = std::numeric_limits<int>::max();
  EXPECT_EQ(code(workload), ErrorCode::kInvalidArgument);
  workload = llama_70b();
  workload.tensor_parallel = 32;  // inf2.48xlarge has 24 cores
  EXPECT_EQ(code(workload), ErrorCode::kInfeasible);
  workload.tensor_parallel = 100;  // the 64 heads could be padded, but the cores are missing
  EXPECT_EQ(code(workload), ErrorCode::kInfeasible);
}

TEST(Estimate, OneOutputTokenHasNoDecodeMetrics) {
  Workload workload = llama_70b();
  workload.output_tokens = 1;
  const auto result = estimate_of(workload);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->find("tpot_p50"), nullptr);
  EXPECT_NE(result->find("ttft_p50"), nullptr);
}

// Physical relations that must hold for all parameters.
TEST(Estimate, RespectsTheRoofline) {
  for (const int batch : {1, 4, 16}) {
    Workload workload = llama_70b();
    workload.batch = batch;
    workload.input_tokens = 1000;
    workload.output_tokens = 1000;
    const auto result = estimate_of(workload);
    ASSERT_TRUE(result) << result.error().message.english();
    const catalog::Device& chip = **catalogue().device("inferentia2");
    const catalog::Model& model = **catalogue().model("llama-2-70b");
    const double bytes = catalog::decode_step_bytes(model, batch, 1000, 2.0);
    const double throughput = metric(*result, "throughput");
    EXPECT_LT(throughput,
              catalog::decode_memory_bound(bytes, chip.memory_bandwidth.value * 12, batch));
    EXPECT_LT(throughput,
              chip.peak.at("bf16").value * 12 / catalog::decode_flops_per_token(model, 1000));
    EXPECT_LT(metric(*result, "mfu_estimated_percent"), 1);
    EXPECT_LT(metric(*result, "mbu_estimated_percent"), 1);
  }
}

TEST(Estimate, MovesTheRightWay) {
  const auto run = [](const Workload& workload) {
    auto result = estimate_of(workload);
    EXPECT_TRUE(result) << result.error().message.english();
    return result ? std::move(*result) : SimulationResult();
  };
  const SimulationResult base = run(llama_70b());
  Workload workload = llama_70b();
  workload.batch = 4;
  const SimulationResult batched = run(workload);
  EXPECT_GT(metric(batched, "throughput"), 3 * metric(base, "throughput"));
  EXPECT_GT(metric(batched, "tpot_p50"), metric(base, "tpot_p50"));
  workload = llama_70b();
  workload.weight_dtype = "int8";
  EXPECT_LT(metric(run(workload), "tpot_p50"), 0.8 * metric(base, "tpot_p50"));
  workload = llama_70b();
  workload.instance = "trn1.32xlarge";
  workload.tensor_parallel = 32;
  EXPECT_LT(metric(run(workload), "tpot_p50"), metric(base, "tpot_p50"));
  workload = llama_70b();
  workload.input_tokens = 3000;
  EXPECT_GT(metric(run(workload), "ttft_p50"), 10 * metric(base, "ttft_p50"));
}

// Attention grows with the square of the prompt, so a long prompt must cost more per token than a
// short one.
TEST(Estimate, LongPromptsCostMorePerToken) {
  const auto per_token = [](int tokens) {
    const auto result = estimate_of({.model = "llama-3-8b",
                                     .instance = "trn1.32xlarge",
                                     .tensor_parallel = 32,
                                     .input_tokens = tokens,
                                     .output_tokens = 16});
    EXPECT_TRUE(result) << result.error().message.english();
    return result ? metric(*result, "ttft_p50") / tokens : 0;
  };
  // Both messages exceed 56 MB, so that collectives use the same algorithm.
  EXPECT_GT(per_token(32768), 1.3 * per_token(8192));
}

TEST(Estimate, Trainium2IsBoundedByItsMemory) {
  const auto result = estimate_of({.model = "llama-3-70b",
                                   .instance = "trn2.48xlarge",
                                   .tensor_parallel = 64,
                                   .input_tokens = 1024,
                                   .output_tokens = 128});
  ASSERT_TRUE(result) << result.error().message.english();
  EXPECT_THAT(result->outside_domain, Not(Contains(TextWith("NeuronCore v3"))));
  // 141 GB over 64 x 725 GB/s are 3.0 ms, plus launch and 160 collectives of 16 chips with 75 us.
  const double tpot = metric(*result, "tpot_p50");
  EXPECT_GT(tpot, 3.0e-3);
  EXPECT_LT(tpot, 18e-3);
  const Metric* metric = result->find("tpot_p50");
  ASSERT_TRUE(metric->low);
  EXPECT_GT(*metric->high / *metric->low, 1.2);
}

TEST(Estimate, TakesAModelOfItsOwn) {
  Workload workload = llama_70b();
  workload.custom_model = **catalogue().model("llama-2-70b");
  workload.custom_model->id = "mine";
  workload.custom_model->layers = 40;
  workload.custom_model->parameters /= 2;
  workload.model = "mine";
  const auto half = estimate_of(workload);
  ASSERT_TRUE(half) << half.error().message.english();
  const auto whole = estimate_of(llama_70b());
  EXPECT_NEAR(metric(*half, "tpot_p50") / metric(*whole, "tpot_p50"), 0.53, 0.04);
}

TEST(Estimate, TransformersNeuronxHasAKernelForLongPromptsOfEqualHeads) {
  // Llama-2-7B has as many KV heads as query heads; optimum-tgi has the kernel from 2,048 tokens
  // on.
  const auto ttft = [](const char* stack, const char* model, int tokens, int bucket) {
    Workload workload{.model = model, .instance = "inf2.48xlarge", .tensor_parallel = 8};
    workload.input_tokens = tokens;
    workload.sequence_length = bucket;
    workload.output_tokens = 2;
    workload.stack = stack;
    const auto result = estimate_of(workload);
    EXPECT_TRUE(result) << to_string(result.error());
    return result ? metric(*result, "ttft_p50") : 0;
  };
  const auto slower = [&](const char* model, int tokens, int bucket) {
    return ttft("transformers-neuronx", model, tokens, bucket) /
           ttft("optimum-tgi", model, tokens, bucket);
  };
  EXPECT_DOUBLE_EQ(slower("llama-2-7b", 1024, 1026), 1);
  EXPECT_GT(slower("llama-2-7b", 4096, 4098), 1.02);
  EXPECT_DOUBLE_EQ(slower("llama-2-7b", 8190, 8192), 1);
  // Not a multiple of 2,048, and 4 query heads for each KV head of a core.
  EXPECT_GT(slower("llama-2-7b", 9000, 9100), 1.02);
  EXPECT_GT(slower("llama-3-8b", 8190, 8192), 1.02);
}

TEST(Estimate, RefusesDimensionsBeyondAnyModel) {
  Workload workload = llama_70b();
  workload.custom_model = **catalogue().model("llama-2-70b");
  workload.custom_model->layers = std::numeric_limits<int>::max();
  const auto result = estimate_of(workload);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(result.error().message.english(), HasSubstr("the number of layers must be at most"));
}

TEST(MemoryFit, CountsEveryCopyOfTheKvHeads) {
  // 8 KV heads on 24 cores: transformers-neuronx has one copy for each of the 3 query heads of a
  // core, NxD one per core.
  Workload copied = llama_70b();
  copied.stack = "transformers-neuronx";
  Workload shared = llama_70b();
  shared.stack = "nxd";
  const auto kv = [](const Workload& workload) {
    const auto fit = memory_fit(catalogue(), workload);
    EXPECT_TRUE(fit) << fit.error().message.english();
    for (const catalog::MemoryItem& item : fit->items) {
      if (item.name.english() == "KV cache") return item.bytes;
    }
    return 0.0;
  };
  // 256 positions x 80 layers x K and V x 128 x 2 B
  EXPECT_DOUBLE_EQ(kv(shared), 256.0 * 80 * 2 * 128 * 2);
  EXPECT_DOUBLE_EQ(kv(copied), 3 * kv(shared));
}

TEST(MemoryFit, HasTheArithmeticOfWhatDoesNotFit) {
  Workload workload = llama_70b();
  workload.tensor_parallel = 8;
  const auto fit = memory_fit(catalogue(), workload);
  ASSERT_TRUE(fit);
  EXPECT_FALSE(fit->fits);
  EXPECT_GT(fit->required, fit->capacity);
}

TEST(WorkloadJson, RoundTrip) {
  Workload workload = llama_70b();
  workload.sequence_length = 512;
  workload.weight_dtype = "int8";
  workload.stack = "nxd";
  workload.seed = 7;
  const Json json = to_json(workload);
  const auto back = workload_from_json(json, "test");
  ASSERT_TRUE(back) << back.error().message.english();
  EXPECT_EQ(to_json(*back), json);
  EXPECT_EQ(back->sequence_length, 512);
  EXPECT_EQ(back->weight_dtype, "int8");
}

TEST(WorkloadJson, ErrorsNameTheKey) {
  const auto error = [](std::string_view member, Json value) {
    Json json = to_json(llama_70b());
    json[std::string(member)] = std::move(value);
    const auto result = workload_from_json(json, "w.json");
    EXPECT_FALSE(result) << member;
    return result ? std::string() : to_string(result.error());
  };
  EXPECT_THAT(error("batch", 0), HasSubstr("w.json: /batch: must be a positive whole number"));
  EXPECT_THAT(error("dtype", "int4"), HasSubstr("/dtype: must be one of bf16, fp16, fp32"));
  EXPECT_THAT(error("tensor_paralel", 8), HasSubstr("/tensor_paralel"));
  EXPECT_THAT(error("schema", "nscope.workload/2"), HasSubstr("/schema"));
  EXPECT_THAT(error("model", 5), HasSubstr("/model"));
  EXPECT_THAT(error("output_tokens", 5000000000), HasSubstr("/output_tokens"));
}

/// The example with a key that makes it another kind of workload.
Result<Workload> of_kind(const char* key, const char* setup) {
  Json json{
      {"schema", "nscope.workload/1"}, {"model", "llama-3-8b"}, {"instance", "trn1.32xlarge"}};
  if (std::string_view(key) == "collective") json.erase("model");
  if (*key != '\0') json[key] = Json::parse(setup);
  return workload_from_json(json, "w.json");
}

TEST(WorkloadJson, HasOneKindAndRoundTrips) {
  const auto inference = of_kind("", "");
  const auto serving = of_kind("serving", R"({"arrivals": {"process": "poisson", "rate": 1}})");
  const auto training = of_kind("training", R"({"nodes": 2})");
  const auto collective = of_kind(
      "collective", R"({"kind": "all_reduce", "ranks": 8, "bytes": 1024, "dtype": "bf16"})");
  ASSERT_TRUE(inference && serving && training && collective);
  EXPECT_TRUE(std::holds_alternative<InferenceSetup>(inference->kind));
  EXPECT_TRUE(std::holds_alternative<ServingSetup>(serving->kind));
  EXPECT_TRUE(std::holds_alternative<TrainingSetup>(training->kind));
  EXPECT_TRUE(std::holds_alternative<CollectiveSetup>(collective->kind));
  for (const auto& workload : {inference, serving, training, collective}) {
    const Json json = to_json(*workload);
    const auto again = workload_from_json(json, "again");
    ASSERT_TRUE(again) << to_string(again.error());
    EXPECT_EQ(again->kind.index(), workload->kind.index());
    EXPECT_EQ(to_json(*again), json);
  }
}

TEST(WorkloadJson, RejectsTwoKinds) {
  Json json = to_json(*of_kind("training", R"({"nodes": 2})"));
  json["serving"] = Json::object();
  EXPECT_THAT(workload_from_json(json, "w.json").error().message.english(),
              HasSubstr("'serving' and 'training' cannot be combined"));
}

// A collective has no model memory, even if the workload has a model.
TEST(MemoryFit, IsNoMatterOfACollective) {
  auto workload = of_kind("collective",
                          R"({"kind": "all_reduce", "ranks": 8, "bytes": 1024, "dtype": "bf16"})");
  ASSERT_TRUE(workload);
  workload->model = "llama-3-8b";
  const auto fit = memory_fit(catalogue(), *workload);
  ASSERT_FALSE(fit);
  EXPECT_EQ(fit.error().code, ErrorCode::kInvalidArgument);
}

TEST(WorkloadJson, BuiltInWorkloadsRun) {
  int count = 0;
  for (const Resource& resource : list_resources("workloads/")) {
    if (!resource.path.ends_with(".workload.json")) continue;
    ++count;
    const auto json = parse_json(resource.content, resource.path);
    ASSERT_TRUE(json) << json.error().message.english();
    const auto workload = workload_from_json(*json, resource.path);
    ASSERT_TRUE(workload) << to_string(workload.error());
    const auto result = estimate_of(*workload);
    EXPECT_TRUE(result) << resource.path << ": " << result.error().message.english();
  }
  EXPECT_GE(count, 3);
}

}  // namespace
}  // namespace nscope::sim
