// Images in the prompts of vision-language models: tokens, time of the vision tower, memory.
#include "simcore/engine/inference/prompt_images.h"

#include "simcore/engine/run/prepared_run.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/simulated.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

struct Place {
  const char* model;
  const char* instance;
  int degree;
};

Workload workload_of(const Place& place, const std::string& members) {
  Json json{{"schema", "nscope.workload/1"},   {"model", place.model}, {"instance", place.instance},
            {"tensor_parallel", place.degree}, {"input_tokens", 100},  {"output_tokens", 20}};
  json.update(Json::parse("{" + members + "}"));
  auto workload = workload_from_json(json, "w.json");
  EXPECT_TRUE(workload) << to_string(workload.error());
  return workload ? std::move(*workload) : Workload();
}

constexpr Place kLlava{"llava-v1.5-7b", "inf2.8xlarge", 2};
constexpr Place kQwen{"qwen2.5-vl-7b", "trn2.48xlarge", 4};

std::string refusal_of(const Place& place, const std::string& members) {
  const auto result = estimate_of(workload_of(place, members));
  EXPECT_FALSE(result) << members;
  return result ? std::string() : to_string(result.error());
}

double metric_of(const SimulationResult& result, std::string_view name) {
  const Metric* const metric = result.find(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? 0 : metric->value;
}

TEST(PromptImages, AddTheirTokensAndTheTimeOfTheTower) {
  const Workload plain = workload_of(kLlava, "");
  const Workload with_image = workload_of(kLlava, R"("images": 1)");
  // The same prompt without a tower: 576 more tokens of text.
  const Workload longer = workload_of(kLlava, R"("input_tokens": 676)");
  const auto calibration = built_in_calibration();
  ASSERT_TRUE(calibration);
  const Parameters& parameters = calibration->parameters;
  const auto run = plan_run(catalogue(), with_image, parameters);
  ASSERT_TRUE(run) << to_string(run.error());
  const auto& batch = std::get<StaticBatch>(run->work);
  EXPECT_EQ(batch.input_tokens, 676);
  ASSERT_TRUE(batch.images);
  const double tower = image_seconds(*batch.machine, parameters, batch.layout, *batch.images, 1);
  EXPECT_GT(tower, parameters.call_launch);
  const double ttft = metric_of(*estimate_of(with_image), "ttft_p50");
  EXPECT_NEAR(ttft, metric_of(*estimate_of(longer), "ttft_p50") + tower, 1e-9 + 1e-4 * ttft);
  EXPECT_GT(ttft, metric_of(*estimate_of(plain), "ttft_p50"));
  EXPECT_DOUBLE_EQ(metric_of(*estimate_of(with_image), "tpot_p50"),
                   metric_of(*estimate_of(longer), "tpot_p50"))
      << "decode steps do not use the tower";
}

TEST(PromptImages, MoreImagesAndLargerImagesTakeLonger) {
  double before = 0;
  for (const char* const members :
       {R"("images": 1, "image": "224x224")", R"("images": 1, "image": "448x448")",
        R"("images": 1, "image": "896x896")", R"("images": 2, "image": "896x896")",
        R"("images": 4, "image": "896x896")"}) {
    const auto result = estimate_of(workload_of(kQwen, members));
    ASSERT_TRUE(result) << to_string(result.error());
    const double ttft = metric_of(*result, "ttft_p50");
    EXPECT_GT(ttft, before) << members;
    before = ttft;
  }
}

TEST(PromptImages, TheTraceHasThePredictedTime) {
  for (const Place& place : {kLlava, kQwen, Place{"gemma-3-4b-it", "trn1.2xlarge", 2},
                             Place{"llama-3.2-11b-vision", "trn2.48xlarge", 8}}) {
    const Workload workload = workload_of(place, R"("images": 2, "batch": 2)");
    const auto predicted = estimate_of(workload);
    ASSERT_TRUE(predicted) << to_string(predicted.error());
    const Simulated run = simulated(workload);
    for (const char* const name : {"ttft_p50", "latency_p50"}) {
      EXPECT_NEAR(metric_of(run.result, name) / metric_of(*predicted, name), 1.0, 1e-3) << name;
    }
    const double seconds = static_cast<double>((run.trace->end() - run.trace->begin()).value()) /
                           run.trace->time_base().ticks_per_ns / 1e9;
    EXPECT_NEAR(seconds / metric_of(*predicted, "latency_p50"), 1.0, 1e-3) << place.model;
  }
}

TEST(PromptImages, TheTowerIsPartOfTheMemory) {
  const auto item = [](const SimulationResult& result) {
    for (const catalog::MemoryItem& each : result.memory.items) {
      if (each.name.english() == "vision tower") return each.bytes;
    }
    return 0.0;
  };
  const double parameters = (*catalogue().model("llava-v1.5-7b"))->vision->parameters;
  EXPECT_NEAR(item(*estimate_of(workload_of(kLlava, ""))), parameters * 2 / 2, 1)
      << "two cores share 2 B for each parameter, even without images";
  EXPECT_NEAR(item(*estimate_of(workload_of(kLlava, R"("weight_dtype": "int8")"))),
              parameters * 2 / 2, 1)
      << "the tower keeps 16 bits";
  EXPECT_EQ(item(*estimate_of(workload_of({"llama-2-7b", "inf2.8xlarge", 2}, ""))), 0);
}

TEST(PromptImages, CrossAttentionDoesNotExtendThePrompt) {
  const Place place{"llama-3.2-11b-vision", "trn2.48xlarge", 8};
  const auto run = plan_run(catalogue(), workload_of(place, R"("images": 1)"),
                            built_in_calibration()->parameters);
  ASSERT_TRUE(run) << to_string(run.error());
  EXPECT_EQ(std::get<StaticBatch>(run->work).input_tokens, 100);
  EXPECT_EQ(std::get<StaticBatch>(run->work).images->input.positions, 1601);
}

TEST(PromptImages, AServerProcessesTheImagesOfEveryRequest) {
  const std::string serving = R"("serving": {"scheduler": "continuous", "requests": 20,
    "arrivals": {"process": "poisson", "rate": 0.2}}, "batch": 4)";
  const auto plain = estimate_of(workload_of(kQwen, serving));
  const auto images =
      estimate_of(workload_of(kQwen, R"("images": 2, "image": "448x448", )" + serving));
  ASSERT_TRUE(plain) << to_string(plain.error());
  ASSERT_TRUE(images) << to_string(images.error());
  EXPECT_GT(metric_of(*images, "ttft_p50"), metric_of(*plain, "ttft_p50"));
  EXPECT_LT(metric_of(*images, "capacity"), metric_of(*plain, "capacity"));
  const auto chunked = estimate_of(workload_of(
      kQwen, R"("images": 2, "image": "448x448", "batch": 4, "serving": {"scheduler": "chunked",
      "chunk_tokens": 256, "requests": 20, "arrivals": {"process": "poisson", "rate": 0.2}})"));
  ASSERT_TRUE(chunked) << to_string(chunked.error());
  EXPECT_GT(metric_of(*chunked, "ttft_p50"), metric_of(*plain, "ttft_p50"));
}

TEST(PromptImages, HostileCountsAreRefusedWithoutOverflow) {
  EXPECT_THAT(refusal_of(kQwen, R"("images": 1000, "image": "224x224", "batch": 1000000)"),
              HasSubstr("use a smaller batch or fewer images"));
  EXPECT_THAT(refusal_of(kQwen, R"("images": 1, "input_tokens": 2147483647)"),
              HasSubstr("input and output tokens must be at most"));
  EXPECT_THAT(
      refusal_of(kQwen, R"("images": 1, "input_tokens": 2147483000, "output_tokens": 2147483647,
                           "sequence_length": 2147483647)"),
      HasSubstr("must be at most"));
}

TEST(PromptImages, AreOutsideOfTheMeasuredDomain) {
  const auto says = [](const Workload& workload) {
    const auto result = estimate_of(workload);
    EXPECT_TRUE(result) << to_string(result.error());
    for (const Text& text : result->outside_domain) {
      if (text.english() == "images in prompts") return true;
    }
    return false;
  };
  EXPECT_TRUE(says(workload_of(kQwen, R"("images": 1)")));
  EXPECT_FALSE(says(workload_of(kQwen, "")));
  EXPECT_TRUE(says(workload_of(kQwen, R"("images": 1, "serving": {"requests": 5})")));
}

TEST(PromptImages, AreProcessedByTheReplicasThatPrefill) {
  // Prefill replicas with more cores process the same images faster.
  const auto ttft = [](int degree) {
    const auto result = estimate_of(
        workload_of(kQwen, fmt::format(R"("images": 4, "image": "896x896", "batch": 4, "serving": {{
          "requests": 10, "arrivals": {{"process": "constant", "rate": 0.01}},
          "disaggregation": {{"tensor_parallel": {}}}}})",
                                       degree)));
    EXPECT_TRUE(result) << to_string(result.error());
    return metric_of(*result, "ttft_p50");
  };
  const auto tower = [](int degree) {
    const Place place{kQwen.model, kQwen.instance, degree};
    const auto run = plan_run(catalogue(), workload_of(place, R"("images": 4, "image": "896x896")"),
                              built_in_calibration()->parameters);
    const auto& batch = std::get<StaticBatch>(run->work);
    return image_seconds(*batch.machine, built_in_calibration()->parameters, batch.layout,
                         *batch.images, 1);
  };
  ASSERT_GT(tower(1), 1.5 * tower(4));
  EXPECT_GT(ttft(1) - ttft(4), tower(1) - tower(4));
}

TEST(PromptImages, RefusesWhatDoesNotApply) {
  const Place text{"llama-2-7b", "inf2.8xlarge", 2};
  EXPECT_THAT(refusal_of(text, R"("images": 1)"), HasSubstr("has no vision tower of the model"));
  EXPECT_THAT(refusal_of(text, R"("image": "224x224")"), HasSubstr("read no images"));
  EXPECT_THAT(refusal_of(kLlava, R"("image": "224x224")"),
              HasSubstr("an image size requires 'images'"));
  EXPECT_THAT(refusal_of(kLlava, R"("images": 1, "image": "224x224x8")"),
              HasSubstr("videos are not supported"));
  EXPECT_THAT(refusal_of(kLlava, R"("images": 1001)"), HasSubstr("at most 1000 images"));
  EXPECT_THAT(refusal_of({"bert-base-cased", "inf2.xlarge", 1}, R"("images": 1)"),
              HasSubstr("apply only to models that generate tokens"));
}

}  // namespace
}  // namespace nscope::sim
