#include "simcore/engine/gpu/gpu_estimate.h"

#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/text_matchers.h"

#include <array>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

GpuWorkload llama_70b_fp8() {
  return {.model = "llama-2-70b",
          .instance = "p5.48xlarge",
          .tensor_parallel = 4,
          .dtype = "fp16",
          .weight_dtype = "fp8",
          .batch = 512,
          .input_tokens = 128,
          .output_tokens = 2048};
}

GpuWorkload mpt_7b_on_one() {
  return {.model = "mpt-7b",
          .instance = "p5.48xlarge",
          .task = GpuTask::kTrain,
          .batch = 48,
          .micro_batch = 6,
          .sequence_length = 2048};
}

double value(const GpuEstimate& result, std::string_view name) {
  const Metric* metric = result.find(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? 0 : metric->value;
}

TEST(EstimateGpu, EveryMetricIsSimulatedAndItsBandHoldsIt) {
  for (const GpuWorkload& workload : {llama_70b_fp8(), mpt_7b_on_one()}) {
    const auto result = estimate_gpu(catalogue(), workload);
    ASSERT_TRUE(result) << to_string(result.error());
    EXPECT_THAT(result->outside_domain, IsEmpty());
    int bands = 0;
    for (const Metric& metric : result->metrics) {
      EXPECT_EQ(metric.provenance, Provenance::kSimulated) << metric.name;
      EXPECT_FALSE(metric.unit.empty()) << metric.name;
      EXPECT_GT(metric.value, 0) << metric.name;
      if (!metric.low) continue;
      ++bands;
      EXPECT_LE(*metric.low, metric.value) << metric.name;
      EXPECT_GE(*metric.high, metric.value) << metric.name;
    }
    EXPECT_GE(bands, 4);
    EXPECT_EQ(value(*result, "memory_per_gpu"), result->memory.required);
  }
}

// A lower rate corresponds to a longer time.
TEST(EstimateGpu, TimesHaveTheBandOfTheRateTurnedOver) {
  const auto result = estimate_gpu(catalogue(), mpt_7b_on_one());
  ASSERT_TRUE(result);
  const Metric& rate = *result->find("throughput");
  const Metric& step = *result->find("step_time");
  EXPECT_NEAR(*step.low * *rate.high, step.value * rate.value, 1e-6 * step.value * rate.value);
  EXPECT_NEAR(*step.high * *rate.low, step.value * rate.value, 1e-6 * step.value * rate.value);
  const GpuAccuracy& accuracy = *built_in_gpu_calibration()->find("llm-foundry", "throughput");
  EXPECT_DOUBLE_EQ(*rate.low, rate.value * accuracy.low_ratio);
  EXPECT_DOUBLE_EQ(*rate.high, rate.value * accuracy.high_ratio);
}

// Row G01324: 2725 tokens per second and GPU (TensorRT-LLM 0.9.0), part of the fit.
TEST(EstimateGpu, IsNearAPublishedFigure) {
  const auto result = estimate_gpu(catalogue(), llama_70b_fp8());
  ASSERT_TRUE(result);
  EXPECT_NEAR(value(*result, "throughput"), 4 * 2725, 0.15 * 4 * 2725);
  EXPECT_NEAR(value(*result, "latency_p50"),
              value(*result, "ttft_p50") + 2047 * value(*result, "tpot_p50"), 1e-9);
}

// Row G00114: 10643 tokens per second and GPU, 45.5 % of the peak.
TEST(EstimateGpu, TrainsNearAPublishedFigure) {
  const auto result = estimate_gpu(catalogue(), mpt_7b_on_one());
  ASSERT_TRUE(result);
  EXPECT_NEAR(value(*result, "throughput_per_gpu"), 10643, 0.08 * 10643);
  EXPECT_NEAR(value(*result, "throughput"), 8 * value(*result, "throughput_per_gpu"), 1e-6);
  EXPECT_NEAR(value(*result, "step_time"), 48 * 2048 / value(*result, "throughput"), 1e-9);
  const Metric* mfu = result->find("mfu_estimated_percent");
  ASSERT_NE(mfu, nullptr);
  EXPECT_EQ(mfu->unit, "share");
  EXPECT_NEAR(
      mfu->value,
      value(*result, "throughput_per_gpu") * (6 * 6.659e9 + 12.0 * 32 * 4096 * 2048) / 989e12,
      1e-9);
}

TEST(EstimateGpu, WidensBandsOutsideOfWhatWasMeasured) {
  GpuWorkload w{.model = "llama-2-7b",
                .instance = "g6e.xlarge",
                .dtype = "fp16",
                .weight_dtype = "fp8",
                .batch = 16};
  const auto outside = estimate_gpu(catalogue(), w);
  ASSERT_TRUE(outside) << to_string(outside.error());
  EXPECT_THAT(outside->outside_domain, Contains(TextWith("GPU l40s")));
  w.instance = "p5.48xlarge";
  const auto inside = estimate_gpu(catalogue(), w);
  ASSERT_TRUE(inside);
  EXPECT_THAT(inside->outside_domain, IsEmpty());
  const auto width = [](const GpuEstimate& result) {
    const Metric& metric = *result.find("throughput");
    return *metric.high / *metric.low;
  };
  EXPECT_NEAR(width(*outside), std::pow(width(*inside), 2), 1e-9 * width(*outside));
}

TEST(EstimateGpu, ListsInputsOutsideOfTheDomain) {
  GpuWorkload w = llama_70b_fp8();
  w.weight_dtype = "int8";
  EXPECT_THAT(estimate_gpu(catalogue(), w)->outside_domain,
              Contains(TextWith("matrices in int8 (measured:")));
  w = llama_70b_fp8();
  w.input_tokens = 60000;
  w.batch = 1;
  EXPECT_THAT(estimate_gpu(catalogue(), w)->outside_domain,
              Contains(TextWith("input tokens: 60,000 (measured: 128 to 20,000)")));
  w = llama_70b_fp8();
  w.model = "mixtral-8x7b";
  w.batch = 8;
  EXPECT_THAT(estimate_gpu(catalogue(), w)->outside_domain,
              Contains(TextWith("mixture of experts")));
}

// A100 with 40 GB and with 80 GB differ only in the memory, whose published size and bandwidth are
// used. Generation was measured only on the larger one.
TEST(EstimateGpu, TheSameChipWithAnotherMemoryIsInside) {
  GpuWorkload w = llama_70b_fp8();
  w.instance = "p4d.24xlarge";
  w.tensor_parallel = 8;
  w.weight_dtype = "fp16";
  w.batch = 64;
  const auto result = estimate_gpu(catalogue(), w);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_THAT(result->outside_domain, IsEmpty());
  w.dtype = w.weight_dtype = "bf16";  // as fast as fp16
  EXPECT_THAT(estimate_gpu(catalogue(), w)->outside_domain, IsEmpty());
}

TEST(EstimateGpu, AnotherChipOfTheGenerationIsOutside) {
  const GpuWorkload w{.model = "llama-2-7b", .instance = "g5.xlarge"};
  const auto result = estimate_gpu(catalogue(), w);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_THAT(result->outside_domain, Contains(TextWith("GPU a10g")));
}

TEST(EstimateGpu, TimesWithoutMeasurementsHaveNoBand) {
  GpuWorkload w{.model = "llama-2-7b",
                .instance = "p4de.24xlarge",
                .stack = GpuStack::kGptFast,
                .input_tokens = 5,
                .output_tokens = 200};
  const auto result = estimate_gpu(catalogue(), w);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_FALSE(result->find("ttft_p50")->low);
  EXPECT_THAT(result->find("ttft_p50")->note.english(), HasSubstr("not measured"));
  EXPECT_TRUE(result->find("tpot_p50")->low);
}

TEST(EstimateGpu, MoreGpusLowerTheTimeOfAToken) {
  double before = 1e9;
  for (const int degree : {1, 2, 4, 8}) {
    GpuWorkload w = llama_70b_fp8();
    w.tensor_parallel = degree;
    w.instance = "p5en.48xlarge";
    w.batch = 8;
    const auto result = estimate_gpu(catalogue(), w);
    ASSERT_TRUE(result) << to_string(result.error());
    EXPECT_LT(value(*result, "tpot_p50"), before);
    before = value(*result, "tpot_p50");
  }
}

// CUDA graphs: an early release launches the kernels of a step one by one.
TEST(EstimateGpu, TheReleaseDecidesTheCostOfALayer) {
  GpuWorkload w = llama_70b_fp8();
  w.batch = 1;
  const double captured = value(*estimate_gpu(catalogue(), w), "tpot_p50");
  w.software = "0.9.0";
  const double launched = value(*estimate_gpu(catalogue(), w), "tpot_p50");
  const GpuParameters& p = built_in_gpu_calibration()->parameters;
  EXPECT_NEAR(launched - captured, 80 * (p.launched_layer - p.captured_layer), 1e-9);
  w.software.clear();
  w.stack = GpuStack::kVllm;
  w.output_tokens = 1;
  const auto vllm = estimate_gpu(catalogue(), w);
  EXPECT_THAT(vllm->outside_domain, Contains(TextWith("no measurements with vllm")));
  EXPECT_TRUE(vllm->find("tpot_p50")->low);
}

TEST(EstimateGpu, EveryGpuInstanceAnswers) {
  const auto& calibration = built_in_gpu_calibration();
  ASSERT_TRUE(calibration) << to_string(calibration.error());
  int predicted = 0;
  for (const catalog::Instance& instance : catalogue().instances()) {
    if (!is_gpu_instance(catalogue(), instance.id)) continue;
    const GpuWorkload w{.model = "llama-3.2-1b",
                        .instance = instance.id,
                        .dtype = "fp16",
                        .weight_dtype = "fp16",
                        .batch = 4};
    const auto result = estimate_gpu(catalogue(), w, *calibration);
    ASSERT_TRUE(result) << instance.id << " " << to_string(result.error());
    EXPECT_GT(value(*result, "throughput"), 0) << instance.id;
    ++predicted;
  }
  EXPECT_GT(predicted, 30);
  EXPECT_FALSE(is_gpu_instance(catalogue(), "trn1.32xlarge"));
  EXPECT_FALSE(is_gpu_instance(catalogue(), "no-such"));
}

}  // namespace
}  // namespace nscope::sim
