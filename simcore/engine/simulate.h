#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/cluster/collective_setup.h"
#include "simcore/engine/serving/request.h"
#include "simcore/engine/serving/serving_setup.h"
#include "simcore/engine/training/training_setup.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sim {

struct Calibration;

/// One workload: decoder inference with a static batch, or calls of a network of a
/// fixed shape. Read from JSON
/// (`nscope.workload/1`) or from command-line flags; plain data.
struct Workload {
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
  int steps = 0;                            ///< of denoising; 0: as the model was published
  std::optional<TrainingSetup> training{};  ///< trains the model; absent: runs it
  /// Serves the model: the batch is the slots of a replica. With the requests of a file where
  /// the arrivals are one; they are not part of the JSON.
  std::optional<ServingSetup> serving{};
  std::shared_ptr<const RequestPlan> requests{};
  std::optional<CollectiveSetup> collective{};  ///< a collective alone; there is no model
  std::string software{};                       ///< Neuron SDK, "2.21"; empty: the newest
  std::uint64_t seed = 1;                       ///< kept with the run; a static batch draws nothing
};

/// The workload's own model, or the catalogue's. Errors: kNotFound. Lives as long as both.
Result<const catalog::Model*> model_of(const catalog::Catalog& catalog, const Workload& workload);

/// Whether the workload passes over its input once in calls of a fixed shape, instead
/// of generating tokens.
bool runs_as_calls(const catalog::Model& model, const Workload& workload);

/// Strict. Errors: kBadInput naming the member. A custom model is not part of
/// the JSON: its dimensions come from its own file.
Result<Workload> workload_from_json(const Json& json, std::string_view name);
Json to_json(const Workload& workload);

/// What a run predicts. Metrics carry provenance `simulated` and a 90 % band
/// from the cross-validated residuals of their class; `outside_domain` says
/// which inputs lie outside what the parameters were fitted on.
struct SimulationResult {
  std::vector<Metric> metrics;  ///< tpot_p50 [s], ttft_p50 [s], throughput [tok/s], ...
  catalog::MemoryFit memory;
  std::vector<std::string> outside_domain;
  std::vector<std::pair<std::string, std::string>> unavailable{};  ///< metric, reason

  /// The metric of that name, or nullptr.
  const Metric* find(std::string_view name) const;
};

/// The memory of one core under a workload, whether it fits or not. Errors: as
/// estimate(), without kInfeasible.
Result<catalog::MemoryFit> memory_fit(const catalog::Catalog& catalog, const Workload& workload);

/// The closed form alone: fast enough to call on every keystroke (< 1 ms for a
/// decoder); no trace. Errors: kNotFound (names), kInvalidArgument (impossible
/// layout, or not modelled yet), kInfeasible with the HBM arithmetic where it
/// does not fit. The second form takes other parameters than the built-in ones.
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload);
Result<SimulationResult> estimate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration);

/// How much of a simulated run its trace shows.
struct TraceDetail {
  int cores = 2;  ///< symmetric ranks shown; all of them behave alike
  /// Decode steps of every bucket shown operator by operator: half of them at
  /// its start, half at its end. The others are one slice per engine.
  int steps_per_bucket = 2;
};

/// The event-driven run: the same prediction, and every engine interval, DMA
/// transfer, collective and host gap into `sink`. Deterministic: the same
/// workload gives the same batches. Errors as estimate(), kInvalidArgument for
/// more than 200,000 decode steps, and kCancelled.
Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  TraceSink& sink, TaskControl& control);
Result<SimulationResult> simulate(const catalog::Catalog& catalog, const Workload& workload,
                                  const Calibration& calibration, const TraceDetail& detail,
                                  TraceSink& sink, TaskControl& control);

}  // namespace nscope::sim
