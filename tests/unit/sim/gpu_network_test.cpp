#include "simcore/engine/gpu/gpu_network.h"

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

GpuWorkload call(std::string model, int batch = 1, std::string instance = "p4de.24xlarge") {
  return {.model = std::move(model),
          .instance = std::move(instance),
          .task = GpuTask::kEncode,
          .dtype = "fp16",
          .weight_dtype = "fp16",
          .batch = batch,
          .input_tokens = 128};
}

GpuCall planned(const GpuWorkload& workload) {
  const auto plan = plan_gpu(catalogue(), workload, initial_values(gpu_parameter_table()));
  EXPECT_TRUE(plan) << to_string(plan.error());
  return plan ? plan->call : GpuCall();
}

double operations(const GpuCall& call) {
  return call.gemm + call.convolution;
}

double throughput(const GpuWorkload& workload) {
  const auto result = estimate_gpu(catalogue(), workload);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? result->find("throughput")->value : 0;
}

TEST(GpuCallTimes, TakeTheLongerOfGpuAndHost) {
  EXPECT_NEAR((GpuCallTimes{.products = 1, .host = 100}.seconds()), 100, 1e-6);
  EXPECT_NEAR((GpuCallTimes{.products = 1, .elementwise = 98, .floor = 1, .host = 1}.seconds()),
              100, 1e-6);
  EXPECT_DOUBLE_EQ((GpuCallTimes{.products = 1, .host = 1}.seconds()), std::pow(2, 0.25));
  EXPECT_EQ(GpuCallTimes().seconds(), 0);
}

// 24 layers of 12 x 1024^2 elements and 2 x 128 x 1024 for each of scores and values, for 128
// tokens.
TEST(GpuCall, CountsTheOperationsOfAnEncoder) {
  const double expected = 2.0 * 24 * 128 * (12.0 * 1024 * 1024 + 2 * 128 * 1024);
  EXPECT_NEAR(operations(planned(call("bert-large-uncased"))), expected, 0.01 * expected);
  EXPECT_DOUBLE_EQ(operations(planned(call("bert-large-uncased", 8))),
                   8 * operations(planned(call("bert-large-uncased"))));
}

// 4.11e9 multiply-accumulates for an image of 224 x 224 pixels.
TEST(GpuCall, CountsTheOperationsOfAnImageNetwork) {
  const GpuCall one = planned(call("resnet50"));
  EXPECT_NEAR(operations(one), 2 * 4.11e9, 0.05 * 2 * 4.11e9);
  EXPECT_EQ(one.images, 1);
  EXPECT_NEAR(one.weights, 2 * 25.56e6, 0.05 * 2 * 25.56e6);
}

TEST(GpuCall, KeepsScoresOnTheChipFromPyTorch2On) {
  GpuWorkload w = call("bert-large-uncased", 8);
  w.input_tokens = 384;
  const auto traffic = [](const GpuCall& call) { return call.operands + call.elementwise; };
  const double fused = traffic(planned(w));
  w.software = "1.13";
  const double stored = traffic(planned(w));
  // Four accesses of the softmax and two of the products, 2 B each.
  EXPECT_NEAR(stored - fused, 24.0 * 8 * 16 * 384 * 384 * (2 * 2 + 4 * 2), 1);
  w.software.clear();
  w.stack = GpuStack::kTensorFlow;
  EXPECT_DOUBLE_EQ(traffic(planned(w)), stored);
}

// The text encoder twice, both halves of 25 steps of the denoiser, the decoder once.
TEST(GpuCall, RepeatsTheDenoiser) {
  GpuWorkload w = call("stable-diffusion-2.1");
  w.steps = 25;
  const double few = operations(planned(w));
  w.steps = 50;
  const double many = operations(planned(w));
  EXPECT_GT(many, 1.8 * few);
  EXPECT_LT(many, 2 * few);
  const auto result = estimate_gpu(catalogue(), w);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_THAT(result->outside_domain, Contains(TextWith("a diffusion model")));
}

TEST(GpuCall, SmallBatchesWaitForTheHost) {
  const GpuWorkload w = call("resnet50");
  EXPECT_NEAR(throughput(call("resnet50", 4)), 4 * throughput(w), 0.02 * 4 * throughput(w));
  EXPECT_LT(throughput(call("resnet50", 512)), 1.3 * throughput(call("resnet50", 256)));
}

TEST(GpuCall, EveryGpuPredictsEveryKindOfModel) {
  for (const catalog::Instance& instance : catalogue().instances()) {
    if (!is_gpu_instance(catalogue(), instance.id)) continue;
    for (const char* const model :
         {"bert-base-uncased", "resnet50", "vit-base-patch16-224", "stable-diffusion-1.5"}) {
      const auto result = estimate_gpu(catalogue(), call(model, 1, instance.id));
      ASSERT_TRUE(result) << instance.id << " " << model << " " << to_string(result.error());
      const Metric& rate = *result->find("throughput");
      EXPECT_GT(rate.value, 0);
      ASSERT_TRUE(rate.low) << model;
      EXPECT_LT(*rate.low, rate.value);
      EXPECT_LE(result->find("mfu_estimated_percent")->value, 1);
    }
  }
}

TEST(GpuCall, ReportsWhatIsImpossible) {
  GpuWorkload w = call("resnet50");
  w.tensor_parallel = 2;
  const auto split = estimate_gpu(catalogue(), w);
  ASSERT_FALSE(split);
  EXPECT_THAT(to_string(split.error()), HasSubstr("tensor parallelism is supported only"));
  w = call("resnet50", 1 << 20, "g4dn.xlarge");
  const auto large = estimate_gpu(catalogue(), w);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::kInfeasible);
  EXPECT_THAT(to_string(large.error()), HasSubstr("a smaller batch"));
}

}  // namespace
}  // namespace nscope::sim
