#include "simcore/engine/gpu/gpu_times.h"

#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/gpu_jobs.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

/// All work runs at the published rates without overheads.
GpuParameters ideal() {
  GpuParameters p = initial_values(gpu_parameter_table());
  p.train_gemm = p.train_gemm_hopper = p.train_fp8 = 1;
  p.train_attention = p.train_attention_hopper = p.fused_attention = 1;
  p.train_elementwise = p.logit_traffic = 0;
  p.train_link = p.serve_link = 1;
  p.train_straggler = 0;
  p.serve_memory = p.serve_gemm = p.serve_fp4 = 1;
  p.serve_elementwise = p.serve_sequence = p.launched_layer = p.captured_layer = 0;
  p.serve_all_reduce = p.pcie_all_reduce = 0;
  p.int8_stream = p.int4_stream = 1;
  p.network_gemm = p.network_convolution = p.network_elementwise = 1;
  p.network_kernel = p.pytorch_launch = p.tensorflow_launch = p.tensorflow_image = 0;
  return p;
}

GpuPlan plan_of(const GpuWorkload& workload) {
  auto plan = plan_gpu(catalogue(), workload, initial_values(gpu_parameter_table()));
  EXPECT_TRUE(plan) << to_string(plan.error());
  return plan ? std::move(*plan) : GpuPlan();
}

GpuWorkload llama_7b(std::string instance = "p4de.24xlarge") {
  return {.model = "llama-2-7b",
          .instance = std::move(instance),
          .dtype = "fp16",
          .weight_dtype = "fp16",
          .batch = 1,
          .input_tokens = 128,
          .output_tokens = 128};
}

GpuWorkload mpt_7b(int gpus) {
  return {.model = "mpt-7b",
          .instance = "p4de.24xlarge",
          .task = GpuTask::kTrain,
          .batch = 8 * gpus,
          .gpus = gpus,
          .micro_batch = 4,
          .sequence_length = 2048,
          .checkpointing = true};
}

// llm-foundry @ 8c8dd48f7 states 1007 tokens per second and GPU and an MFU of 41.25 % for MPT-70B
// on H100 (989 TFLOP/s) with 2048 tokens.
TEST(TrainingFlops, FollowTheConventionOfPublishedMfu) {
  const catalog::Model& model = **catalogue().model("mpt-70b");
  const double flops = training_flops_per_token(model, 2048);
  EXPECT_DOUBLE_EQ(flops, 6 * 64.862e9 + 12.0 * 80 * 8192 * 2048);
  EXPECT_NEAR(1007 * flops / 989e12, 0.4125, 0.0005);
}

// 2 of the 8 experts of each layer, of 3 x 4,096 x 14,336 elements.
TEST(TrainingFlops, CountTheExpertsOfAToken) {
  const catalog::Model& model = **catalogue().model("mixtral-8x7b");
  const double idle = 32.0 * 6 * 3 * 4096 * 14336;
  EXPECT_NEAR(training_flops_per_token(model, 2048),
              6 * (model.parameters - idle) + 12.0 * 32 * 4096 * 2048, 1e6);
}

// 6.607e9 matrix elements (without the input embedding) x 2 B at 2,039 GB/s.
TEST(DecodeWork, StreamsTheWeightsOnce) {
  const GpuPlan plan = plan_of(llama_7b());
  const GpuWork work = decode_work(plan, ideal(), 1, 0);
  EXPECT_NEAR(work.weights, 6.607e9 * 2 / 2039e9, 1e-5);
  EXPECT_EQ(work.cache, 0);
  EXPECT_EQ(work.collectives, 0);
  // One token has two operations per element, which take 1/153 of the time for reading the weights.
  EXPECT_NEAR(work.gemm, 2 * 6.607e9 / 312e12, 1e-7);
  EXPECT_DOUBLE_EQ(work.generation_seconds(), work.gemm + work.weights);
}

// 32 layers x 32 heads x 128 x 2 (keys and values) x 2 B = 524,288 B a position.
TEST(DecodeWork, ReadsTheCacheOfEverySequence) {
  const GpuPlan plan = plan_of(llama_7b());
  EXPECT_DOUBLE_EQ(decode_work(plan, ideal(), 16, 1000).cache, 16 * 1000 * 524288.0 / 2039e9);
}

TEST(DecodeWork, ReadsTheCacheAgainForSharedHeadsBefore09) {
  GpuWorkload w{.model = "llama-2-70b",
                .instance = "p4de.24xlarge",
                .tensor_parallel = 4,
                .dtype = "fp16",
                .weight_dtype = "fp16"};
  GpuParameters p = ideal();
  p.reread_before_0_9 = 0.5;
  w.software = "0.9.0";
  const double shared = decode_work(plan_of(w), p, 8, 1000).cache;
  w.software = "0.5";
  // Eight query heads share a key head: seven additional reads, each with half the cost.
  EXPECT_DOUBLE_EQ(decode_work(plan_of(w), p, 8, 1000).cache, shared * (1 + 0.5 * 7));
  w.software.clear();
  EXPECT_DOUBLE_EQ(decode_work(plan_of(w), p, 8, 1000).cache, shared);
}

TEST(DecodeWork, NarrowWeightsAreReadAtTheirOwnRate) {
  GpuWorkload w = llama_7b();
  w.stack = GpuStack::kGptFast;
  GpuParameters p = ideal();
  const double wide = decode_work(plan_of(w), p, 1, 0).weights;
  w.weight_dtype = "int8";
  p.int8_stream = 0.8;
  EXPECT_DOUBLE_EQ(decode_work(plan_of(w), p, 1, 0).weights, wide / 2 / 0.8);
  w.weight_dtype = "int4";
  p.int4_stream = 0.5;
  EXPECT_DOUBLE_EQ(decode_work(plan_of(w), p, 1, 0).weights, wide * 0.625 / 2 / 0.5);
}

// Two all-reduces in each of 32 layers; each sends 3/4 of 10 rows x 4096 x 2 B twice over 300 GB/s,
// after 7 us.
TEST(DecodeWork, ReducesTwiceALayer) {
  GpuWorkload w = llama_7b();
  w.tensor_parallel = 4;
  GpuParameters p = ideal();
  p.serve_all_reduce = 7e-6;
  const double one = 7e-6 + 2 * 0.75 * (10 * 4096 * 2) / 300e9;
  EXPECT_DOUBLE_EQ(decode_work(plan_of(w), p, 10, 0).collectives, 64 * one);
}

TEST(PrefillWork, CountsProductsAndHalfTheSquareOfScores) {
  const GpuPlan plan = plan_of(llama_7b());
  const GpuWork work = prefill_work(plan, ideal(), 128, 1);
  const double head = 32000.0 * 4096;
  EXPECT_NEAR(work.gemm, 2 * ((6.607e9 - head) * 128 + head) / 312e12, 1e-6);
  // Two products of 32 heads x 128, 32 layers, 128 tokens with 64 positions each.
  EXPECT_DOUBLE_EQ(work.attention, 2.0 * 2 * 32 * 128 * 32 * 128 * 64 / 312e12);
}

TEST(TimeGpu, GeneratesTheFirstTokenInThePrefill) {
  const GpuPlan plan = plan_of(llama_7b());
  const GpuTimes times = time_gpu(plan, ideal());
  EXPECT_DOUBLE_EQ(times.total, times.first_token + 127 * times.step);
  EXPECT_DOUBLE_EQ(times.throughput, 128 / times.total);
  EXPECT_EQ(*times.value(GpuTask::kGenerate, "tpot_p50"), times.step);
  EXPECT_FALSE(times.value(GpuTask::kGenerate, "step_time"));
  EXPECT_FALSE(times.value(GpuTask::kTrain, "ttft_p50"));
}

TEST(TimeGpu, LongPrefillsTakeSeveralSteps) {
  GpuWorkload w = llama_7b();
  w.batch = 64;
  w.input_tokens = 256;  // 16,384 tokens: two steps of 8,192
  GpuParameters p = ideal();
  const double before = time_gpu(plan_of(w), p).first_token;
  p.launched_layer = 100e-6;
  EXPECT_NEAR(time_gpu(plan_of(w), p).first_token - before, 2 * 32 * 100e-6, 1e-9);
}

// 6 operations per matrix element and token; a third more with checkpointing.
TEST(TrainingWork, CountsForwardAndBackward) {
  GpuParameters p = ideal();
  p.train_recompute = 1.0 / 3;
  const GpuPlan plan = plan_of(mpt_7b(8));
  const double tokens = 4 * 2048;
  const double elements = (*catalogue().model("mpt-7b"))->active_matrix_parameters();
  EXPECT_NEAR(elements, 6.65e9, 0.02e9);
  const GpuWork work = training_work(plan, p);
  EXPECT_DOUBLE_EQ(work.gemm, 6 * elements * tokens * (1 + p.train_recompute) / 312e12);
  // Two products of 32 heads x 128, 32 layers, half of 2,048 positions.
  EXPECT_DOUBLE_EQ(work.attention,
                   6 * (2.0 * 32 * 128 * 32 * tokens * 1024) * (1 + p.train_recompute) / 312e12);
}

// Eight ranks receive 7/8 of 6 B per parameter over NVLink, or on two nodes over the slower
// network, 400 Gbit/s for all eight GPUs.
TEST(TrainingWork, ShardedParametersMoveEveryMicrobatch) {
  const double parameters = 6.659e9;
  EXPECT_DOUBLE_EQ(training_work(plan_of(mpt_7b(8)), ideal()).collectives,
                   7.0 / 8 * 6 * parameters / 300e9);
  EXPECT_DOUBLE_EQ(training_work(plan_of(mpt_7b(16)), ideal()).collectives,
                   15.0 / 16 * 6 * parameters / 50e9);
  GpuWorkload faster = mpt_7b(16);
  faster.network_gbps = 1600;
  EXPECT_DOUBLE_EQ(training_work(plan_of(faster), ideal()).collectives,
                   15.0 / 16 * 6 * parameters / 200e9);
  GpuWorkload gradients = mpt_7b(8);
  gradients.sharding = Sharding::kGradients;
  EXPECT_DOUBLE_EQ(training_work(plan_of(gradients), ideal()).collectives,
                   7.0 / 8 * 4 * parameters / 300e9);
}

// Eight groups of a node share its 3,200 Gbit/s; gradients are sent once per 64 microbatches, and
// ten layers reduce four times over NVLink.
TEST(TrainingWork, GroupsOfANodeShareItsNetwork) {
  const GpuPlan plan = plan_of(pipelined_llama_70b());
  const double gradients = 0.5 * 6 * (70.554e9 / 32) / 64 / 50e9;
  const double rows = 8192.0 * 8192 * 2;
  EXPECT_DOUBLE_EQ(training_work(plan, ideal()).collectives,
                   gradients + 4 * 10 * 2 * 0.75 * rows / 450e9);
}

TEST(TrainingWork, CollectivesHideBehindTheRest) {
  GpuWork work;
  work.gemm = 3;
  work.collectives = 4;
  EXPECT_DOUBLE_EQ(work.training_seconds(), 5);
}

TEST(TimeGpu, APipelineStandsStillWhileItFills) {
  GpuWorkload w = pipelined_llama_70b();
  const GpuPlan plan = plan_of(w);
  EXPECT_EQ(plan.data_parallel, 2);
  EXPECT_EQ(plan.micro_batches, 64);
  const GpuTimes times = time_gpu(plan, ideal());
  EXPECT_DOUBLE_EQ(times.step, times.work.training_seconds() * (64 + 7.0 / 5));
  EXPECT_DOUBLE_EQ(times.throughput, 128 * 8192 / times.step);
  GpuParameters p = ideal();
  p.train_straggler = 0.02;  // eight nodes: three doublings
  EXPECT_DOUBLE_EQ(time_gpu(plan, p).step, times.step * 1.06);
}

TEST(TimeGpu, SlowerEverythingIsNeverFaster) {
  const GpuWorkload serving = llama_7b();
  const GpuWorkload call{.model = "resnet50",
                         .instance = "p4de.24xlarge",
                         .task = GpuTask::kEncode,
                         .stack = GpuStack::kTensorFlow,
                         .dtype = "fp16",
                         .weight_dtype = "fp16",
                         .batch = 8};
  for (const GpuWorkload& workload : {serving, mpt_7b(16), call}) {
    const GpuPlan plan = plan_of(workload);
    const GpuParameters start = initial_values(gpu_parameter_table());
    const double before = time_gpu(plan, start).throughput;
    for (const GpuParameterInfo& info : gpu_parameter_table()) {
      if (info.kind != ParameterKind::kFitted) continue;
      GpuParameters worse = start;
      const bool rate = info.unit != "s" && info.unit != "B" && info.name != "train_recompute" &&
                        info.name != "train_straggler" && info.name != "reread_before_0_9" &&
                        info.name != "network_elementwise";
      worse.*info.member *= rate ? 0.9 : 1.1;
      EXPECT_LE(time_gpu(plan, worse).throughput, before) << info.name;
    }
  }
}

}  // namespace
}  // namespace nscope::sim
