#include "simcore/engine/gpu/gpu_plan.h"

#include "simcore/engine/gpu/gpu_job.h"
#include "simcore/engine/gpu/gpu_memory.h"
#include "simcore/engine/gpu/gpu_times.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/gpu_jobs.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

Result<GpuPlan> plan(const GpuWorkload& workload) {
  return plan_gpu(catalogue(), workload, initial_values(gpu_parameter_table()));
}

std::string error_of(const GpuWorkload& workload, ErrorCode code) {
  const auto result = plan(workload);
  if (result) return "none";
  EXPECT_EQ(result.error().code, code) << to_string(result.error());
  return to_string(result.error());
}

GpuWorkload llama_70b() {
  return {.model = "llama-2-70b",
          .instance = "p4d.24xlarge",
          .tensor_parallel = 8,
          .dtype = "fp16",
          .weight_dtype = "fp16",
          .batch = 8};
}

GpuWorkload mpt_7b() {
  return {.model = "mpt-7b",
          .instance = "p5.48xlarge",
          .task = GpuTask::kTrain,
          .batch = 64,
          .micro_batch = 4,
          .sequence_length = 2048};
}

double bytes_of(const catalog::MemoryFit& fit, std::string_view name) {
  for (const catalog::MemoryItem& item : fit.items) {
    if (item.name.english() == name) return item.bytes;
  }
  ADD_FAILURE() << "no item " << name;
  return 0;
}

TEST(GpuMachine, IsWhatTheCatalogueSays) {
  const auto machine = gpu_machine_of(catalogue(), **catalogue().instance("p5.48xlarge"));
  ASSERT_TRUE(machine);
  EXPECT_EQ(machine->gpus, 8);
  EXPECT_TRUE(machine->hopper_on);
  EXPECT_DOUBLE_EQ(machine->memory, 80.0 * (1 << 30));
  EXPECT_DOUBLE_EQ(machine->memory_bandwidth, 3350e9);
  EXPECT_DOUBLE_EQ(machine->link, 450e9);
  EXPECT_DOUBLE_EQ(machine->network, 400e9);
  EXPECT_DOUBLE_EQ(*gpu_peak(*machine, "fp8"), 1978e12);
  const auto alone = gpu_machine_of(catalogue(), **catalogue().instance("g5.xlarge"));
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->link, 0);
  EXPECT_FALSE(alone->hopper_on);
}

TEST(GpuMachine, IsNoNeuronCore) {
  const auto machine = gpu_machine_of(catalogue(), **catalogue().instance("inf2.xlarge"));
  ASSERT_FALSE(machine);
  EXPECT_THAT(to_string(machine.error()), HasSubstr("has no GPUs"));
}

TEST(GpuPlan, FillsInWhatIsLeftOpen) {
  const auto serving = plan(llama_70b());
  ASSERT_TRUE(serving) << to_string(serving.error());
  EXPECT_EQ(serving->stack, GpuStack::kTensorRtLlm);
  EXPECT_EQ(serving->workload.gpus, 8);
  EXPECT_DOUBLE_EQ(serving->peak, 312e12);
  EXPECT_DOUBLE_EQ(serving->gemm_peak, 312e12);
  const auto training = plan(mpt_7b());
  ASSERT_TRUE(training) << to_string(training.error());
  EXPECT_EQ(training->stack, GpuStack::kLlmFoundry);
  EXPECT_EQ(training->workload.sharding, Sharding::kFull);
  EXPECT_EQ(training->workload.gpus, 8);
  EXPECT_EQ(training->data_parallel, 8);
  EXPECT_EQ(training->micro_batches, 2);
}

TEST(GpuPlan, ChecksTheTypesOfTheGpu) {
  GpuWorkload w = llama_70b();
  w.weight_dtype = "fp8";
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument),
              HasSubstr("A100 SXM 40 GB has no published peak for fp8; published: bf16, fp16, "
                        "int8"));
  w.instance = "p5.48xlarge";
  const auto fp8 = plan(w);
  ASSERT_TRUE(fp8) << to_string(fp8.error());
  EXPECT_DOUBLE_EQ(fp8->gemm_peak, 1978e12);
  EXPECT_DOUBLE_EQ(fp8->peak, 989e12);
  EXPECT_EQ(fp8->weight_bytes, 1);
  EXPECT_EQ(fp8->kv_bytes, 1);
  w.dtype = w.weight_dtype = "fp32";
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("no published peak for fp32"));
  w.dtype = "bf16";
  w.weight_dtype = "fp16";
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("bf16 with weights in fp16"));
  w = llama_70b();
  w.instance = "g4dn.12xlarge";
  w.dtype = w.weight_dtype = "bf16";
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("no published peak for bf16"));
  GpuWorkload training = mpt_7b();
  training.weight_dtype = "int8";
  EXPECT_THAT(error_of(training, ErrorCode::kInvalidArgument),
              HasSubstr("bf16 with weights in int8"));
}

TEST(GpuPlan, RejectsImpossibleTensorParallelism) {
  GpuWorkload w = llama_70b();
  w.tensor_parallel = 16;
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument),
              HasSubstr("tensor parallel degree 16 exceeds the 8 GPUs of p4d.24xlarge"));
  w.tensor_parallel = 6;
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("64 attention heads"));
}

// The GPUs of G types are connected by PCIe, whose rate is in the catalogue.
TEST(GpuPlan, SplitsAModelOverPcie) {
  for (const char* const instance : {"g5.12xlarge", "g6.12xlarge", "g6e.12xlarge"}) {
    GpuWorkload w = llama_70b();
    w.model = "llama-2-13b";
    w.instance = instance;
    w.tensor_parallel = 4;
    const auto placed = plan(w);
    ASSERT_TRUE(placed) << instance << " " << to_string(placed.error());
    EXPECT_TRUE(placed->machine.pcie) << instance;
    EXPECT_DOUBLE_EQ(placed->machine.link, 32e9) << instance;
  }
  GpuWorkload w = llama_70b();
  EXPECT_FALSE(plan(w)->machine.pcie);
}

TEST(GpuPlan, RejectsUnknownNamesAndUnsupportedModels) {
  GpuWorkload w = llama_70b();
  w.model = "llama-9";
  error_of(w, ErrorCode::kNotFound);
  w = llama_70b();
  w.instance = "p9.48xlarge";
  error_of(w, ErrorCode::kNotFound);
  w = llama_70b();
  w.model = "resnet50";
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("only decoders"));
}

// The model of a user can be so small that any length fits.
TEST(GpuPlan, RejectsValuesOutOfRange) {
  GpuWorkload w = llama_70b();
  w.custom_model = **catalogue().model("gpt2");
  w.tensor_parallel = 1;
  w.output_tokens = 1 << 30;
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("must have at most"));
  w.output_tokens = 128;
  w.custom_model->layers = 1'000'000;
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("the number of layers"));
}

// 68.98e9 x 2 B / 8 = 17.24 GB of weights; a position is 2 x 80 layers x 1 KV head x 128
// x 2 B = 40,960 B on each GPU.
TEST(GpuMemory, AddsUpAGeneration) {
  const auto placed = plan(llama_70b());
  ASSERT_TRUE(placed);
  EXPECT_NEAR(bytes_of(placed->memory, "weights"), 68.977e9 * 2 / 8, 1e7);
  EXPECT_DOUBLE_EQ(gpu_sequence_memory(*placed->model, 8).bytes(1, 2), 40960);
  EXPECT_DOUBLE_EQ(gpu_sequence_memory(*placed->model, 1).bytes(1, 2), 8 * 40960);
  EXPECT_DOUBLE_EQ(bytes_of(placed->memory, "KV cache"), 8 * (128 + 64) * 40960.0);
  EXPECT_DOUBLE_EQ(placed->memory.capacity, 0.9 * 40 * (1 << 30));
  EXPECT_EQ(placed->sequences, 8);
}

// 12 of 48 layers have a cache: on four GPUs one of two KV heads each. The others have 8 states of
// 128 x 128 on each GPU and the last three inputs of 4 key and 8 value heads.
TEST(GpuMemory, StatesDoNotGrowWithTheSequence) {
  GpuWorkload w = llama_70b();
  w.model = "qwen3-next-80b-a3b";
  w.instance = "p5.48xlarge";
  w.tensor_parallel = 4;
  const auto placed = plan(w);
  ASSERT_TRUE(placed) << placed.error().message.english();
  EXPECT_DOUBLE_EQ(bytes_of(placed->memory, "KV cache"), 8 * (128 + 64) * 12 * 2 * 256 * 2.0);
  EXPECT_DOUBLE_EQ(bytes_of(placed->memory, "windows and states"),
                   8 * 36 * (8 * 128 * 128 * 4.0 + 3 * (2 * 4 + 8) * 128 * 2.0));
}

TEST(GpuMemory, ErrorsContainTheCalculation) {
  GpuWorkload w = llama_70b();
  w.tensor_parallel = 2;
  const std::string error = error_of(w, ErrorCode::kInfeasible);
  EXPECT_THAT(error, HasSubstr("does not fit: each NVIDIA A100 SXM 40 GB needs"));
  EXPECT_THAT(error, HasSubstr("weights"));
  EXPECT_THAT(error, HasSubstr("too little"));
  EXPECT_THAT(error, HasSubstr("tensor parallel degree 4"));
}

TEST(GpuMemory, InFlightBatchingRunsWhatFits) {
  GpuWorkload w = llama_70b();
  w.batch = 100000;
  const auto placed = plan(w);
  ASSERT_TRUE(placed) << to_string(placed.error());
  const double free = placed->memory.capacity - bytes_of(placed->memory, "weights") -
                      bytes_of(placed->memory, "activations") -
                      bytes_of(placed->memory, "runtime and collectives");
  EXPECT_EQ(placed->sequences, std::floor(free / (192 * 40960.0)));
  EXPECT_LE(placed->memory.required, placed->memory.capacity);
  w.stack = GpuStack::kGptFast;
  EXPECT_THAT(error_of(w, ErrorCode::kInfeasible), HasSubstr("KV cache"));
}

TEST(GpuMemory, OneSequenceMustFit) {
  GpuWorkload w = llama_70b();
  w.batch = 1;
  w.input_tokens = 2'000'000;
  EXPECT_THAT(error_of(w, ErrorCode::kInfeasible), HasSubstr("KV cache"));
}

TEST(GpuPlan, ASaturatedServerRunsWhatItsSchedulerAllows) {
  GpuWorkload w = llama_70b();
  w.saturated = true;
  const auto placed = plan(w);
  ASSERT_TRUE(placed);
  EXPECT_EQ(placed->sequences, 512);
  w.stack = GpuStack::kGptFast;
  EXPECT_THAT(error_of(w, ErrorCode::kInvalidArgument), HasSubstr("static batch"));
}

// 16 B x 6.659e9 / 8 ranks and two gathered layers of 32; 4 x 2048 tokens keep
// 32 B x 32 layers x 4096 and 6 B x 50368 words.
TEST(GpuMemory, AddsUpATraining) {
  const auto placed = plan(mpt_7b());
  ASSERT_TRUE(placed);
  const double parameters = 6.659e9;
  EXPECT_DOUBLE_EQ(bytes_of(placed->memory, "training state"),
                   16 * parameters / 8 + 2 * 2 * parameters / 32);
  EXPECT_DOUBLE_EQ(bytes_of(placed->memory, "activations"), 8192.0 * 32 * 32 * 4096);
  EXPECT_DOUBLE_EQ(bytes_of(placed->memory, "logits"), 8192.0 * 6 * 50368);
  GpuWorkload w = mpt_7b();
  w.checkpointing = true;
  EXPECT_DOUBLE_EQ(bytes_of(plan(w)->memory, "activations"), 8192.0 * 4096 * (2 * 32 + 32));
}

TEST(GpuMemory, SharesTheOptimizerAmongRanks) {
  GpuWorkload w = pipelined_llama_70b();
  const auto placed = plan(w);
  ASSERT_TRUE(placed) << to_string(placed.error());
  EXPECT_EQ(placed->stack, GpuStack::kMegatron);
  EXPECT_DOUBLE_EQ(bytes_of(placed->memory, "training state"), 70.554e9 / 32 * (6 + 12.0 / 2));
  // Ten layers, eight microbatches in flight and 7/40 more of them for interleaving.
  EXPECT_NEAR(bytes_of(placed->memory, "activations"),
              8192.0 * 8192 / 4 * 32 * 10 * 8 * (1 + 7.0 / 40), 1);
}

TEST(GpuMemory, NoMoreMicrobatchesAreInFlightThanThereAre) {
  GpuWorkload w{.model = "llama-3-8b",
                .instance = "p5.48xlarge",
                .task = GpuTask::kTrain,
                .batch = 3,
                .pipeline_parallel = 8,
                .micro_batch = 1,
                .sequence_length = 2048};
  EXPECT_DOUBLE_EQ(bytes_of(plan(w)->memory, "activations"), 2048.0 * 4096 * 32 * 4 * 3);
  w.batch = 64;
  EXPECT_DOUBLE_EQ(bytes_of(plan(w)->memory, "activations"), 2048.0 * 4096 * 32 * 4 * 8);
}

TEST(GpuPlan, TakesTheLargestMicrobatchThatFits) {
  GpuWorkload w = mpt_7b();
  w.batch = 8 * 64;
  w.micro_batch = 0;
  const auto placed = plan(w);
  ASSERT_TRUE(placed) << to_string(placed.error());
  EXPECT_EQ(placed->workload.micro_batch * placed->micro_batches, 64);
  w.micro_batch = placed->workload.micro_batch * 2;
  EXPECT_THAT(error_of(w, ErrorCode::kInfeasible), HasSubstr("checkpointing"));
}

TEST(GpuPlan, RejectsImpossibleTraining) {
  const auto refusal = [](auto change) {
    GpuWorkload w = mpt_7b();
    change(w);
    return error_of(w, ErrorCode::kInvalidArgument);
  };
  EXPECT_THAT(refusal([](GpuWorkload& w) { w.batch = 12; }),
              HasSubstr("among 8 data parallel ranks"));
  EXPECT_THAT(refusal([](GpuWorkload& w) { w.micro_batch = 3; }), HasSubstr("microbatch of 3"));
  EXPECT_THAT(refusal([](GpuWorkload& w) { w.gpus = 12; }),
              HasSubstr("12 GPUs are not a multiple of the 8 GPUs"));
  EXPECT_THAT(refusal([](GpuWorkload& w) { w.pipeline_parallel = 3; }),
              HasSubstr("not a multiple of tensor parallel degree 1 x pipeline parallel degree 3"));
  EXPECT_THAT(refusal([](GpuWorkload& w) { w.virtual_stages = 2; }),
              HasSubstr("virtual stages require pipeline parallelism"));
  EXPECT_THAT(refusal([](GpuWorkload& w) {
                w.pipeline_parallel = 8;
                w.virtual_stages = 8;
              }),
              HasSubstr("fewer than 64 pipeline stages"));
  EXPECT_THAT(refusal([](GpuWorkload& w) {
                w.stack = GpuStack::kLlmFoundry;
                w.tensor_parallel = 2;
              }),
              HasSubstr("use megatron"));
  EXPECT_THAT(refusal([](GpuWorkload& w) {
                w.tensor_parallel = 2;
                w.sharding = Sharding::kFull;
              }),
              HasSubstr("full sharding"));
  EXPECT_THAT(refusal([](GpuWorkload& w) { w.model = "mixtral-8x7b"; }),
              HasSubstr("mixtures of experts"));
}

TEST(GpuPlan, AdaptersLeaveTheWeightsWithoutState) {
  GpuWorkload workload{.model = "llama-3-8b", .instance = "p5.48xlarge", .task = GpuTask::kTrain};
  workload.batch = 64;
  workload.micro_batch = 1;
  const auto full = plan(workload);
  workload.tuning.method = TuningMethod::kLora;
  workload.tuning.adapters.rank = 16;
  const auto lora = plan(workload);
  ASSERT_TRUE(full) << to_string(full.error());
  ASSERT_TRUE(lora) << to_string(lora.error());
  EXPECT_EQ(full->adapters, 0);
  EXPECT_EQ(lora->adapters, 41'943'040);
  // Eight ranks share 2 B of each frozen parameter and the whole state of adapters, and gather two
  // of 32 layers.
  const GpuParameters parameters = initial_values(gpu_parameter_table());
  const double all = lora->model->parameters;
  EXPECT_NEAR(lora->memory.items[0].bytes,
              (2 * all + 41'943'040 * parameters.state_bytes) / 8 + 4 * all / 32, 1);
  EXPECT_EQ(lora->memory.items[0].arithmetic.english(),
            "41.94 million parameters / 1 x 16 B / 8 ranks, plus two gathered layers; 8.03 billion "
            "frozen parameters / 1 x 2 B / 8 ranks");
  const GpuTimes slow = time_gpu(*full, parameters);
  const GpuTimes fast = time_gpu(*lora, parameters);
  const double active = lora->model->active_matrix_parameters();
  EXPECT_NEAR(fast.work.gemm / slow.work.gemm, (4 * active + 6 * 41'943'040) / (6 * active), 1e-9);
  EXPECT_LT(fast.work.collectives, slow.work.collectives);
  EXPECT_LT(fast.step, slow.step);
}

TEST(GpuPlan, ACheckpointHasTheStateOfEachParameterOnce) {
  // Megatron-Core: a replica has 32 GPUs, so that four of eight nodes share its 16-bit weights.
  const auto split = plan(pipelined_llama_70b());
  ASSERT_TRUE(split) << to_string(split.error());
  const double weights = split->model->parameters;
  const CheckpointBytes bytes = gpu_checkpoint_bytes(*split);
  EXPECT_DOUBLE_EQ(bytes.written, 14 * weights);
  EXPECT_DOUBLE_EQ(bytes.written_by_node, 12 * weights / 8 + 2 * weights / 4);
  EXPECT_DOUBLE_EQ(bytes.read_by_node, bytes.written_by_node);
  EXPECT_DOUBLE_EQ(bytes.read, 8 * bytes.read_by_node) << "two replicas read the weights";
  // FSDP: fp32 weights and two moments, evenly on the one node.
  const auto full = plan(mpt_7b());
  ASSERT_TRUE(full);
  EXPECT_DOUBLE_EQ(gpu_checkpoint_bytes(*full).written, 12 * full->model->parameters);
  EXPECT_DOUBLE_EQ(gpu_checkpoint_bytes(*full).read_by_node, 12 * full->model->parameters);
  const JobStep step = gpu_job_step(*full, 2.5);
  EXPECT_EQ(step.nodes, 1);
  EXPECT_EQ(step.global_batch, 64);
  EXPECT_EQ(step.sequence_length, 2048);
}

}  // namespace
}  // namespace nscope::sim
