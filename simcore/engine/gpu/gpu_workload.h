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

/// Software whose efficiency was measured. The first two are for generation, the others for
/// training.
enum class GpuStack {
  kTensorRtLlm,  ///< "tensorrt-llm": in-flight batching, paged KV cache
  kGptFast,      ///< "gpt-fast": torch.compile, a static batch
  kLlmFoundry,   ///< "llm-foundry": PyTorch FSDP, no tensor or pipeline parallelism
  kMegatron,     ///< "megatron": Megatron-Core (NeMo, Megatron-Bridge)
};
std::string_view to_string(GpuStack stack);
GpuTask task_of(GpuStack stack);

/// The training state that is sharded over the data parallel ranks.
enum class Sharding {
  kFull,       ///< "full": parameters, gradients, optimizer (FSDP FULL_SHARD, ZeRO-3)
  kGradients,  ///< "gradients": parameters are gathered once per microbatch (SHARD_GRAD_OP)
  kOptimizer,  ///< "optimizer": gradients are reduced once per step (distributed optimizer)
};
std::string_view to_string(Sharding sharding);

/// Text generation or training of a decoder on GPUs of EC2 instances. Plain data. Its document has
/// the same schema as a NeuronCore workload (`nscope.workload/1`).
struct GpuWorkload {
  std::string model;                             ///< catalogue id, or the id of `custom_model`
  std::optional<catalog::Model> custom_model{};  ///< from a Hugging Face config.json
  std::string instance;                          ///< "p5.48xlarge"
  GpuTask task = GpuTask::kGenerate;
  std::optional<GpuStack> stack{};  ///< empty: tensorrt-llm, or for training llm-foundry, or
                                    ///< megatron with tensor or pipeline parallelism
  std::string software{};           ///< release of the stack, "0.9.0"; empty: the newest
  int tensor_parallel = 1;
  std::string dtype = "bf16";  ///< activations, attention, KV cache: "bf16", "fp16", "fp32"
  /// Type of the matrices: `dtype`, "fp8" (also for arithmetic, and for the KV cache in
  /// generation), or "int8" or "int4" (converted when read; generation only).
  std::string weight_dtype = "bf16";
  int batch = 1;  ///< concurrent sequences; training: sequences of one step on all GPUs
  // Generation.
  bool saturated = false;  ///< as many sequences as memory and scheduler allow, instead of `batch`
  int input_tokens = 128;
  int output_tokens = 128;
  // Training.
  int gpus = 0;  ///< of all instances; 0: one instance
  int pipeline_parallel = 1;
  int virtual_stages = 1;  ///< interleaved stages of each pipeline rank
  int micro_batch = 0;     ///< sequences; 0: the largest that fits
  int sequence_length = 2048;
  bool checkpointing = false;            ///< activation checkpointing
  std::optional<Sharding> sharding{};    ///< empty: full, or optimizer with megatron
  std::optional<double> network_gbps{};  ///< Gbit/s of each node; empty: that of the instance
};

/// Reads a workload strictly. Errors: kBadInput with the key, also for keys that do not apply to
/// the task. A custom model is not part of the JSON.
Result<GpuWorkload> gpu_workload_from_json(const Json& json, std::string_view name);
Json to_json(const GpuWorkload& workload);

}  // namespace nscope::sim
