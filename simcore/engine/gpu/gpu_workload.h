#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/workload/fine_tuning.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::sim {

enum class GpuTask { kGenerate, kTrain, kEncode };
std::string_view to_string(GpuTask task);  ///< "generate", "train", "encode"

/// The software of a task.
enum class GpuStack {
  // Generation.
  kTensorRtLlm,  ///< "tensorrt-llm": in-flight batching, paged KV cache
  kVllm,         ///< "vllm": the same
  kSglang,       ///< "sglang": the same
  kGptFast,      ///< "gpt-fast": torch.compile, a static batch
  // Training.
  kLlmFoundry,  ///< "llm-foundry": PyTorch FSDP, no tensor or pipeline parallelism
  kMegatron,    ///< "megatron": Megatron-Core (NeMo, Megatron-Bridge)
  // Calls of one shape.
  kPyTorch,     ///< "pytorch": without compilation
  kTensorFlow,  ///< "tensorflow": graphs without XLA
};
/// All of them, in the order of messages.
inline constexpr std::array kGpuStacks{
    GpuStack::kTensorRtLlm, GpuStack::kVllm,     GpuStack::kSglang,  GpuStack::kGptFast,
    GpuStack::kLlmFoundry,  GpuStack::kMegatron, GpuStack::kPyTorch, GpuStack::kTensorFlow};
std::string_view to_string(GpuStack stack);
GpuTask task_of(GpuStack stack);
/// Whether sequences join and leave the batch between steps, with a paged KV cache.
bool batches_in_flight(GpuStack stack);
/// Whether the decode steps of a release ("" for the newest) are replayed as CUDA graphs, which
/// TensorRT-LLM does from 1.0 on.
bool captures_steps(GpuStack stack, std::string_view software);

/// The training state that is sharded over the data parallel ranks.
enum class Sharding {
  kFull,       ///< "full": parameters, gradients, optimizer (FSDP FULL_SHARD, ZeRO-3)
  kGradients,  ///< "gradients": parameters are gathered once per microbatch (SHARD_GRAD_OP)
  kOptimizer,  ///< "optimizer": gradients are reduced once per step (distributed optimizer)
};
std::string_view to_string(Sharding sharding);

/// Text generation or training of a decoder on GPUs of EC2 instances, or calls of one shape of
/// another model (encoder, image network, diffusion) on one GPU. Plain data. Its document has the
/// same schema as a NeuronCore workload (`nscope.workload/1`).
struct GpuWorkload {
  std::string model;                             ///< catalogue id, or the id of `custom_model`
  std::optional<catalog::Model> custom_model{};  ///< from a Hugging Face config.json
  std::string instance;                          ///< "p5.48xlarge"
  GpuTask task = GpuTask::kGenerate;
  std::optional<GpuStack> stack{};  ///< empty: tensorrt-llm or pytorch, or for training
                                    ///< llm-foundry, or megatron with tensor or pipeline
                                    ///< parallelism
  std::string software{};           ///< release of the stack, "0.9.0"; empty: the newest
  int tensor_parallel = 1;
  std::string dtype = "bf16";  ///< activations, attention, KV cache: "bf16", "fp16", "fp32"
  /// Type of the matrices: `dtype`, "fp8" or "fp4" (also for arithmetic; the KV cache is fp8 in
  /// TensorRT-LLM; fp4 for generation only), or "int8" or "int4" (converted when read; generation
  /// only).
  std::string weight_dtype = "bf16";
  int batch = 1;  ///< concurrent sequences; training: sequences of one step on all GPUs
  // Generation.
  bool saturated = false;  ///< as many sequences as memory and scheduler allow, instead of `batch`
  int input_tokens = 128;
  int output_tokens = 128;
  std::optional<ServingSetup> serving{};  ///< a server of replicas with up to `batch` sequences
  /// The requests of a server whose arrivals are a file. Not part of the JSON.
  std::shared_ptr<const RequestPlan> requests{};
  std::uint64_t seed = 1;  ///< of the requests of a server
  // Calls of one shape: `input_tokens` for encoders, and
  int image_height = 0;  ///< pixels; 0: as the model was published
  int image_width = 0;
  int steps = 0;  ///< denoising steps; 0: as the model was published
  // Training.
  int gpus = 0;  ///< of all instances; 0: one instance
  int pipeline_parallel = 1;
  int virtual_stages = 1;  ///< interleaved stages of each pipeline rank
  int micro_batch = 0;     ///< sequences; 0: the largest that fits
  int sequence_length = 2048;
  bool checkpointing = false;            ///< activation checkpointing
  std::optional<Sharding> sharding{};    ///< empty: full, or optimizer with megatron
  FineTuning tuning{};                   ///< full fine-tuning or LoRA
  std::optional<double> network_gbps{};  ///< Gbit/s of each node; empty: that of the instance
};

/// Refuses the method QLoRA and the type of its frozen weights in an object with the members of
/// read_fine_tuning(). Called first, so that no other error asks for what GPUs do not support.
void refuse_qlora(StrictObject& in);

/// Reads a workload strictly. Errors: kBadInput with the key, also for keys that do not apply to
/// the task. A custom model is not part of the JSON.
Result<GpuWorkload> gpu_workload_from_json(const Json& json, std::string_view name);
Json to_json(const GpuWorkload& workload);

}  // namespace nscope::sim
