#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/workload/collective_setup.h"
#include "simcore/engine/workload/kernel_setup.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"
#include "simcore/engine/workload/start_setup.h"
#include "simcore/engine/workload/training_setup.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace nscope::sim {

/// Inference with a static batch if the model generates tokens, or in calls of a fixed shape if not
/// (runs_as_calls()). The settings are members of the workload.
struct InferenceSetup {};

/// The kind of a workload with the settings of that kind. To distinguish the kinds, visit it with
/// `Overloaded` and one function for every kind, so that the compiler reports missing kinds.
using WorkloadKind =
    std::variant<InferenceSetup, ServingSetup, TrainingSetup, CollectiveSetup, KernelSetup>;

/// One workload: inference, a server, a training step or job, a collective, or a kernel. Read from
/// JSON
/// (`nscope.workload/1`) or from command-line options. Plain data.
struct Workload {
  /// The batch of a server is the number of slots of a replica; a collective has no model.
  WorkloadKind kind{};
  std::string model;                             ///< catalogue id, or the id of `custom_model`
  std::optional<catalog::Model> custom_model{};  ///< from a Hugging Face config.json
  std::string instance;                          ///< "inf2.48xlarge"
  int logical_core_size =
      0;                    ///< physical cores of a logical core ("lnc"); 0: default of the device
  int tensor_parallel = 1;  ///< logical NeuronCores
  int batch = 1;
  int input_tokens = 128;
  int output_tokens = 128;
  int sequence_length = 0;            ///< compiled maximum; 0: input + output
  std::string dtype = "bf16";         ///< "bf16", "fp16", "fp32"
  std::string weight_dtype = "bf16";  ///< "bf16", "fp16", "fp32", "int8", "fp8"
  std::string weight_scales{};        ///< of weights of 8 bits: "channels" or "blocks"; empty:
                                      ///< those of channels
  std::string kv_dtype{};             ///< of the KV cache: as dtype, or "fp8"; empty: `dtype`
  /// Speculative decoding of a static batch. Servers have it in their setup.
  std::optional<Speculation> speculation{};
  /// Id of the software (SoftwareStacks::find()), whose features change the work. Empty:
  /// default_stack() of the device.
  std::string stack{};
  // For models that run as calls of one fixed shape: encoders, image networks, diffusion.
  std::string task{};    ///< "generate" or "encode"; empty: decoders generate, others encode
  int copies = 1;        ///< concurrent copies of the model
  int cores = 0;         ///< NeuronCores that the copies share; 0: one per copy
  int image_height = 0;  ///< pixels; 0: as the model was published
  int image_width = 0;
  int frames = 1;            ///< of a video; the image has 1
  int images = 0;            ///< in each prompt of a decoder that reads images
  int context_parallel = 1;  ///< groups of `tensor_parallel` cores that share the rows of a sample
  /// Denoising passes of a step ("guidance_passes"): 2 with classifier-free guidance; 0: as the
  /// model was published.
  int guidance_passes = 0;
  /// Matrix products of an fp32 model run in bf16, while everything else stays fp32 ("auto_cast":
  /// "matmult").
  bool casts_matmuls = false;
  /// Attention writes its scores to HBM, although the compiler has a kernel without them.
  bool materialised_scores = false;
  int steps = 0;       ///< denoising steps; 0: as the model was published
  StartSetup start{};  ///< compilation and start of inference
  /// The requests of a server whose arrivals are a file. Not part of the JSON.
  std::shared_ptr<const RequestPlan> requests{};
  std::string software{};  ///< Neuron SDK, "2.21"; empty: the newest
  std::uint64_t seed = 1;  ///< stored with the run; a static batch has no random draws
};

/// Reads a workload strictly. Errors: kBadInput with the key. A custom model is not part of the
/// JSON; its dimensions come from a separate file.
Result<Workload> workload_from_json(const Json& json, std::string_view name);
Json to_json(const Workload& workload);

}  // namespace nscope::sim
