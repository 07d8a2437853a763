#include "app/pricing/simulate_item.h"

#include "app/documents/read_gpu_workload.h"
#include "app/documents/read_workload.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/gpu/gpu_serving.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/simulation/prediction.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::app {
namespace {

constexpr std::string_view kThroughput = "throughput";

/// The value of a metric; 0 if there is none.
int count_of(std::span<const Metric> metrics, std::string_view name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const Metric& metric) { return metric.name == name; });
  return found == metrics.end() ? 0 : static_cast<int>(found->value);
}

void multiply(Metric& metric, double factor) {
  metric.value *= factor;
  if (metric.low) *metric.low *= factor;
  if (metric.high) *metric.high *= factor;
}

/// The throughput of one of several instances.
cost::Throughput of_one(cost::Throughput whole, int instances) {
  whole.tokens_per_second /= instances;
  if (whole.low) *whole.low /= instances;
  if (whole.high) *whole.high /= instances;
  return whole;
}

/// Refuses models whose calls do not process tokens, because all prices are per token.
Result<> check_tokens(const catalog::Model& model) {
  if (model.architecture == catalog::Architecture::kEncoder ||
      model.architecture == catalog::Architecture::kDecoder) {
    return {};
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("{} is a model of the kind '{}' and has no token throughput, and prices are per "
                 "token; simulate it with 'nscope simulate', and state its throughput "
                 "(--tokens-per-second) with one image or sample counted as one token",
                 model.id, catalog::to_string(model.architecture)));
}

/// The calls per second of one copy or of all copies of an encoder as tokens per second of all.
std::vector<Metric> in_tokens(std::vector<Metric> metrics, int input_tokens, int copies) {
  for (Metric& metric : metrics) {
    if (metric.name != kThroughput) continue;
    multiply(metric, 1.0 * input_tokens * copies);
    metric.unit = "tokens/s";
    metric.note = {};
  }
  return metrics;
}

/// The source of the throughput of an encoder.
Text encoder_text(int copies, int batch, int input_tokens, const std::string& dtype) {
  return tr_plural(
      copies, "simulated: {} copy of the model, batch {}, {} input tokens, {}",
      "simulated: {} copies of the model, assumed not to slow each other, batch {}, {} input "
      "tokens, {}",
      copies, batch, as::count(input_tokens), dtype);
}

Result<ThroughputCache::Entry> entry_of(std::span<const Metric> metrics, const Text& source,
                                        std::optional<cost::CountedTokens> counted,
                                        int tensor_parallel, int instances) {
  auto throughput = cost::throughput_from_metrics(metrics, source);
  if (!throughput) return fail(throughput.error());
  if (counted) throughput->counted = *counted;
  return ThroughputCache::Entry{.throughput = of_one(std::move(*throughput), instances),
                                .tensor_parallel = tensor_parallel,
                                .instances = instances};
}

/// How a batch of equal requests divides its time: until the first tokens, and for the others.
/// Empty if the metrics are not those of such a batch.
std::optional<cost::TokenSplit> split_of_batch(std::span<const Metric> metrics, int input_tokens,
                                               int output_tokens) {
  const auto value_of = [&](std::string_view name) {
    const auto found = std::find_if(metrics.begin(), metrics.end(),
                                    [&](const Metric& metric) { return metric.name == name; });
    return found == metrics.end() ? 0.0 : found->value;
  };
  const double first = value_of("ttft_p50");
  const double whole = value_of("latency_p50");
  if (!(first > 0 && whole >= first) || input_tokens < 1 || output_tokens < 1) return std::nullopt;
  return cost::TokenSplit{.prefill_share = first / whole,
                          .input_tokens = 1.0 * input_tokens,
                          .output_tokens = 1.0 * output_tokens};
}

/// The share of the cores or GPUs of `instances` that copies with `each` of them use.
std::optional<double> share_of(double copies, int each, int instances, int per_instance) {
  const double all = 1.0 * instances * per_instance;
  if (!(copies > 0) || each < 1 || !(all > 0)) return std::nullopt;
  return std::min(1.0, copies * each / all);
}

/// The replicas of a server without separate prefill replicas; 0 otherwise.
double replicas_of(const sim::ServingSetup& setup) {
  return setup.disaggregation || setup.autoscaling ? 0.0 : 1.0 * setup.replicas;
}

Result<ThroughputCache::Entry> encode_on_gpus(const catalog::Catalog& catalog,
                                              const sim::GpuWorkload& workload,
                                              const sim::GpuCalibration& calibration) {
  const auto plan = sim::plan_gpu(catalog, workload, calibration.parameters);
  if (!plan) return fail(plan.error());
  if (auto tokens = check_tokens(*plan->model); !tokens) return fail(tokens.error());
  const auto result = sim::estimate_gpu(catalog, workload, calibration);
  if (!result) return fail(result.error());
  const int copies = plan->machine.gpus;
  return entry_of(
      in_tokens(result->metrics, workload.input_tokens, copies),
      encoder_text(copies, workload.batch, workload.input_tokens, workload.weight_dtype),
      cost::CountedTokens::kAll, 1, 1);
}

Result<ThroughputCache::Entry> simulate_on_gpus(const catalog::Catalog& catalog,
                                                const sim::GpuWorkload& workload,
                                                TaskControl& control) {
  const auto& calibration = sim::built_in_gpu_calibration();
  if (!calibration) return fail(calibration.error());
  if (workload.task == sim::GpuTask::kEncode) {
    return encode_on_gpus(catalog, workload, *calibration);
  }
  if (workload.serving) {
    const auto result = sim::serve_on_gpus(catalog, workload, *calibration, control);
    if (!result) return fail(result.error());
    auto entry = entry_of(result->metrics,
                          tr("simulated: servers with {} GPUs per replica, {}",
                             workload.tensor_parallel, workload.weight_dtype),
                          std::nullopt, workload.tensor_parallel,
                          std::max(1, count_of(result->metrics, "instances")));
    if (entry) {
      entry->throughput.used_share =
          share_of(replicas_of(*workload.serving), workload.tensor_parallel, entry->instances,
                   (*catalog.instance(workload.instance))->chips);
    }
    return entry;
  }
  const auto result = sim::estimate_gpu(catalog, workload, *calibration);
  if (!result) return fail(result.error());
  const sim::GpuWorkload& ran = result->workload;
  const std::string stack(sim::to_string(*ran.stack));
  if (ran.task == sim::GpuTask::kTrain) {
    const int per_instance = (*catalog.instance(ran.instance))->chips;
    return entry_of(
        result->metrics,
        tr("simulated: training on {} GPUs with {}, {} sequences of {} tokens, {}", ran.gpus, stack,
           as::count(ran.batch), as::count(ran.sequence_length), ran.weight_dtype),
        cost::CountedTokens::kAll, ran.tensor_parallel,
        (ran.gpus + per_instance - 1) / per_instance);
  }
  const int sequences = count_of(result->metrics, "sequences_at_a_time");
  auto entry = entry_of(result->metrics,
                        tr("simulated: TP {}, batch {}, {} input tokens, {} output tokens, {}, {}",
                           ran.tensor_parallel, sequences, as::count(ran.input_tokens),
                           as::count(ran.output_tokens), ran.weight_dtype, stack),
                        std::nullopt, ran.tensor_parallel, 1);
  if (entry) {
    entry->throughput.split = split_of_batch(result->metrics, ran.input_tokens, ran.output_tokens);
    entry->throughput.used_share =
        share_of(1, ran.tensor_parallel, 1, (*catalog.instance(ran.instance))->chips);
  }
  return entry;
}

Result<ThroughputCache::Entry> encode_on_cores(const catalog::Catalog& catalog, const Json& request,
                                               const catalog::Model& model, sim::Workload workload,
                                               TaskControl& control) {
  if (auto tokens = check_tokens(model); !tokens) return fail(tokens.error());
  if (!request.contains("copies")) {
    const auto instance = catalog.instance(workload.instance, workload.logical_core_size);
    if (!instance) return fail(instance.error());
    workload.copies = std::max(1, catalog.logical_cores_of(**instance));
    workload.cores = 0;
  }
  const auto result = sim::estimate(catalog, workload, control);
  if (!result) return fail(result.error());
  return entry_of(
      in_tokens(result->metrics, workload.input_tokens, 1),
      encoder_text(workload.copies, workload.batch, workload.input_tokens, workload.weight_dtype),
      cost::CountedTokens::kAll, workload.tensor_parallel, 1);
}

}  // namespace

const catalog::MemoryFit& tightest_memory(const sim::SimulationResult& result) {
  const catalog::MemoryFit* tightest = &result.memory;
  const auto spare = [](const catalog::MemoryFit& fit) { return fit.capacity - fit.required; };
  for (const sim::OtherMemory& other : result.other_memory) {
    if (spare(other.fit) < spare(*tightest)) tightest = &other.fit;
  }
  return *tightest;
}

int instances_of(const sim::Workload& workload, std::span<const Metric> metrics) {
  if (const auto* training = std::get_if<sim::TrainingSetup>(&workload.kind)) {
    return std::max(1, training->nodes);
  }
  const auto* const setup = std::get_if<sim::ServingSetup>(&workload.kind);
  const bool others = setup != nullptr && setup->disaggregation &&
                      !setup->disaggregation->instance.empty() &&
                      setup->disaggregation->instance != workload.instance;
  return std::max(
      1, count_of(metrics, "instances") + (others ? 0 : count_of(metrics, "prefill_instances")));
}

namespace {

/// Whether the model runs as calls of a fixed shape, of which copies use the whole instance.
bool runs_as_copies(const catalog::Catalog& catalog, const sim::Workload& workload) {
  const auto model = sim::model_of(catalog, workload);
  return model && std::holds_alternative<sim::InferenceSetup>(workload.kind) &&
         sim::runs_as_calls(**model, workload);
}

/// What was simulated, as the source of the throughput.
Text simulated_text(const sim::Workload& workload) {
  const auto* const training = std::get_if<sim::TrainingSetup>(&workload.kind);
  if (training == nullptr) {
    return tr("simulated: TP {}, batch {}, {} input tokens, {} output tokens, {}",
              workload.tensor_parallel, workload.batch, as::count(workload.input_tokens),
              as::count(workload.output_tokens), workload.weight_dtype);
  }
  const TextNumber length = as::count(workload.input_tokens);
  const std::int64_t sequences = std::max<std::int64_t>(1, training->sequences());
  switch (training->tuning.method) {
    case sim::TuningMethod::kLora:
      return tr("simulated: LoRA training, TP {}, {} sequences of {} tokens in a step, {}",
                workload.tensor_parallel, as::count(sequences), length, workload.weight_dtype);
    case sim::TuningMethod::kQlora:
      return tr("simulated: QLoRA training, TP {}, {} sequences of {} tokens in a step, {}",
                workload.tensor_parallel, as::count(sequences), length, workload.weight_dtype);
    case sim::TuningMethod::kFull: break;
  }
  return tr("simulated: training, TP {}, {} sequences of {} tokens in a step, {}",
            workload.tensor_parallel, as::count(sequences), length, workload.weight_dtype);
}

Result<ThroughputCache::Entry> entry_of_result(const catalog::Catalog& catalog,
                                               const sim::Workload& workload,
                                               const sim::SimulationResult& result) {
  auto entry = entry_of(result.metrics, simulated_text(workload), std::nullopt,
                        workload.tensor_parallel, instances_of(workload, result.metrics));
  if (!entry) return entry;
  entry->memory = std::make_shared<const catalog::MemoryFit>(tightest_memory(result));
  if (std::holds_alternative<sim::InferenceSetup>(workload.kind)) {
    entry->throughput.split =
        split_of_batch(result.metrics, workload.input_tokens, workload.output_tokens);
  }
  const auto instance = catalog.instance(workload.instance, workload.logical_core_size);
  if (instance && !std::holds_alternative<sim::TrainingSetup>(workload.kind)) {
    const auto* const setup = std::get_if<sim::ServingSetup>(&workload.kind);
    entry->throughput.used_share =
        share_of(setup != nullptr ? replicas_of(*setup) : 1.0,
                 workload.tensor_parallel * (setup != nullptr ? std::max(1, setup->nodes) : 1),
                 entry->instances, catalog.logical_cores_of(**instance));
  }
  return entry;
}

}  // namespace

Result<ThroughputCache::Entry> simulate_item(const catalog::Catalog& catalog, const Json& request,
                                             TaskControl& control) {
  const DescribedWorkload described{.json = request, .name = "simulate"};
  const auto gpus = read_gpu_workload(described, catalog);
  if (!gpus) return fail(gpus.error());
  if (*gpus) return simulate_on_gpus(catalog, **gpus, control);
  const auto chosen = read_workload(described, catalog, control);
  if (!chosen) return fail(chosen.error());
  const sim::Workload& workload = chosen->workload;
  if (runs_as_copies(catalog, workload)) {
    return encode_on_cores(catalog, request, **sim::model_of(catalog, workload), workload, control);
  }
  const auto result = sim::estimate(catalog, workload, control);
  if (!result) return fail(result.error());
  return entry_of_result(catalog, workload, *result);
}

Result<std::optional<ThroughputCache::Entry>> entry_of_prediction(
    const catalog::Catalog& catalog, const sim::Workload& workload,
    const sim::SimulationResult& prediction) {
  if (runs_as_copies(catalog, workload)) return std::nullopt;
  return entry_of_result(catalog, workload, prediction);
}

}  // namespace nscope::app
