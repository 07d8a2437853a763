#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/workload/collective_setup.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"
#include "simcore/engine/workload/training_setup.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace nscope::sim {

/// Runs the model on its inputs: with a static batch where it generates tokens, else in
/// calls of a fixed shape (runs_as_calls()). The members of the workload say how.
struct InferenceSetup {};

/// What a workload does, with what only that kind has. To decide by kind, visit it with
/// `Overloaded` and name every kind: the compiler then reports the places that a new kind needs.
using WorkloadKind = std::variant<InferenceSetup, ServingSetup, TrainingSetup, CollectiveSetup>;

/// One workload: inference, a server, a training step or job, or a collective alone. Read from
/// JSON (`nscope.workload/1`) or from command-line flags; plain data.
struct Workload {
  /// Of a server the batch is the slots of a replica; a collective alone has no model.
  WorkloadKind kind{};
  std::string model;                             ///< catalogue id, or the id of `custom_model`
  std::optional<catalog::Model> custom_model{};  ///< from a HF config.json
  std::string instance;                          ///< "inf2.48xlarge"
  int tensor_parallel = 1;                       ///< logical NeuronCores
  int batch = 1;
  int input_tokens = 128;
  int output_tokens = 128;
  int sequence_length = 0;            ///< compiled maximum; 0: input + output
  std::string dtype = "bf16";         ///< "bf16", "fp16", "fp32"
  std::string weight_dtype = "bf16";  ///< "bf16", "fp16", "fp32", "int8", "fp8"
  /// Serving software, where it changes the work: "transformers-neuronx" copies
  /// KV heads to every query head when there are fewer of them than cores,
  /// "nxd" keeps one per core. Empty: transformers-neuronx on NeuronCore-v2,
  /// nxd on later cores.
  std::string stack{};
  // Of models that run as calls of one fixed shape: encoders, image networks, diffusion.
  std::string task{};    ///< "generate" or "encode"; empty: decoders generate, others encode
  int copies = 1;        ///< of the model, running at the same time
  int cores = 0;         ///< NeuronCores that the copies share; 0: one each
  int image_height = 0;  ///< pixels; 0: as the model was published
  int image_width = 0;
  int steps = 0;  ///< of denoising; 0: as the model was published
  /// Of a server whose arrivals are a file: the requests in it. Not part of the JSON.
  std::shared_ptr<const RequestPlan> requests{};
  std::string software{};  ///< Neuron SDK, "2.21"; empty: the newest
  std::uint64_t seed = 1;  ///< kept with the run; a static batch draws nothing
};

/// Strict. Errors: kBadInput naming the member. A custom model is not part of
/// the JSON: its dimensions come from its own file.
Result<Workload> workload_from_json(const Json& json, std::string_view name);
Json to_json(const Workload& workload);

}  // namespace nscope::sim
