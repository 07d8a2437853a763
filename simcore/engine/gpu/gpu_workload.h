#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::sim {

enum class GpuTask { kGenerate, kTrain };
std::string_view to_string(GpuTask task);  ///< "generate", "train"

/// Software whose efficiency was measured. The first two generate, the others train.
enum class GpuStack {
  kTensorRtLlm,  ///< "tensorrt-llm": in-flight batching, paged KV cache
  kGptFast,      ///< "gpt-fast": torch.compile, a static batch
  kLlmFoundry,   ///< "llm-foundry": PyTorch FSDP, no tensor or pipeline parallelism
  kMegatron,     ///< "megatron": Megatron-Core (NeMo, Megatron-Bridge)
};
std::string_view to_string(GpuStack stack);
GpuTask task_of(GpuStack stack);

/// What the data-parallel ranks of a training job share among themselves.
enum class Sharding {
  kFull,       ///< "full": parameters, gradients, optimizer (FSDP FULL_SHARD, ZeRO-3)
  kGradients,  ///< "gradients": parameters stay whole between the passes (SHARD_GRAD_OP)
  kOptimizer,  ///< "optimizer": gradients reduced once a step (distributed optimizer)
};
std::string_view to_string(Sharding sharding);

/// Text generation or training of a decoder on GPUs of EC2 instances; plain data. Read
/// from the same kind of document as a NeuronCore workload (`nscope.workload/1`).
struct GpuWorkload {
  std::string model;                             ///< catalogue id, or the id of `custom_model`
  std::optional<catalog::Model> custom_model{};  ///< from a HF config.json
  std::string instance;                          ///< "p5.48xlarge"
  GpuTask task = GpuTask::kGenerate;
  std::optional<GpuStack> stack{};  ///< none: tensorrt-llm; training: llm-foundry, or megatron
                                    ///< where the model is cut over several GPUs
  std::string software{};           ///< its release, "0.9.0"; empty: the newest
  int tensor_parallel = 1;
  std::string dtype = "bf16";  ///< activations, attention, KV cache: "bf16", "fp16", "fp32"
  /// Matrices: as dtype, "fp8" (arithmetic in fp8 too, KV cache too when generating),
  /// "int8" or "int4" (widened while they are read; generation only).
  std::string weight_dtype = "bf16";
  int batch = 1;  ///< sequences at a time; training: of one step, all GPUs
  // Generation.
  bool saturated = false;  ///< as many sequences as fit and the scheduler runs, not `batch`
  int input_tokens = 128;
  int output_tokens = 128;
  // Training.
  int gpus = 0;  ///< of all instances; 0: one instance
  int pipeline_parallel = 1;
  int virtual_stages = 1;  ///< of each pipeline rank, interleaved
  int micro_batch = 0;     ///< sequences; 0: the largest that fits
  int sequence_length = 2048;
  bool checkpointing = false;            ///< recomputes activations
  std::optional<Sharding> sharding{};    ///< none: full; optimizer with megatron
  std::optional<double> network_gbps{};  ///< Gbit/s of each node; none: the instance's own
};

/// Strict. Errors: kBadInput naming the member; members that do not belong to the task.
/// A custom model is not part of the JSON.
Result<GpuWorkload> gpu_workload_from_json(const Json& json, std::string_view name);
Json to_json(const GpuWorkload& workload);

}  // namespace nscope::sim
