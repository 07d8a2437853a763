#include "simcore/engine/run/prepared_run.h"

#include "profiler/base/overloaded.h"
#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/documents/software.h"
#include "simcore/engine/inference/fixed_call_memory.h"
#include "simcore/engine/training/training_memory.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

Result<> plan_batch(const catalog::Catalog& catalog, const Workload& workload,
                    const Parameters& parameters, PreparedRun& run) {
  if (workload.copies != 1 || workload.cores != 0 || workload.steps != 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: steps, copies and cores do not apply to models that generate tokens",
                   run.model->id));
  }
  const auto images = prompt_images(*run.model, workload);
  if (!images) return fail(images.error());
  if (workload.context_parallel != 1 || workload.guidance_passes != 0 || workload.casts_matmuls ||
      workload.materialised_scores) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("{}: context_parallel, guidance_passes, auto_cast and materialised_scores do not "
           "apply to models that generate tokens",
           run.model->id));
  }
  if (run.machine->generation == CoreGeneration::kV1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("decoders are not supported on {}", run.machine->device->title));
  }
  if (auto modelled = check_modelled(*run.model, workload.tensor_parallel); !modelled) {
    return fail(modelled.error());
  }
  std::optional<Draft> draft;
  if (workload.speculation) {
    auto found = draft_of(catalog, *run.model, *workload.speculation, workload.tensor_parallel);
    if (!found) return fail(found.error());
    draft = std::move(*found);
  }
  auto batch = plan_static_batch(*run.machine, *run.model,
                                 *images ? with_image_tokens(workload, **images) : workload,
                                 parameters, std::move(draft));
  if (!batch) return fail(batch.error());
  batch->images = *images;
  const catalog::InferencePlacement placement = placement_of(*batch);
  run.memory = catalog::inference_memory_fit(catalog, *run.model, *run.instance, placement);
  if (batch->draft) {
    add_draft_memory(catalog, *run.instance, *batch->draft, placement, run.memory);
  }
  run.work = std::move(*batch);
  return {};
}

Result<> plan_call(const Workload& workload, PreparedRun& run) {
  if (workload.speculation || !workload.kv_dtype.empty() || !workload.weight_scales.empty() ||
      workload.images > 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: speculation, weight_scales, kv_dtype and images apply only to models that "
                   "generate tokens",
                   run.model->id));
  }
  auto call = plan_fixed_call(*run.machine, *run.model, workload);
  if (!call) return fail(call.error());
  run.memory = fixed_call_memory(*call, *run.model);
  run.work = std::move(*call);
  return {};
}

Result<> plan_step(const Workload& workload, const TrainingSetup& setup, PreparedRun& run) {
  if (run.machine->generation == CoreGeneration::kV1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("training is not supported on {}", run.machine->device->title));
  }
  auto step = plan_training(*run.machine, *run.model, workload, setup);
  if (!step) return fail(step.error());
  run.memory = training_memory(*step);
  run.work = std::move(*step);
  return {};
}

Result<> plan_inference(const catalog::Catalog& catalog, const Workload& workload,
                        const Parameters& parameters, PreparedRun& run) {
  if (runs_as_calls(*run.model, workload)) return plan_call(workload, run);
  return plan_batch(catalog, workload, parameters, run);
}

Result<> plan_work(const catalog::Catalog& catalog, const Workload& workload,
                   const Parameters& parameters, PreparedRun& run) {
  return std::visit(
      Overloaded{
          [&](const InferenceSetup&) { return plan_inference(catalog, workload, parameters, run); },
          [&](const ServingSetup&) { return plan_inference(catalog, workload, parameters, run); },
          [&](const TrainingSetup& setup) { return plan_step(workload, setup, run); },
          [](const CollectiveSetup&) -> Result<> {
            return fail(ErrorCode::kInvalidArgument,
                        tr("a workload with 'collective' has no model"));
          },
          [](const KernelSetup&) -> Result<> {
            return fail(ErrorCode::kInvalidArgument, tr("a workload with 'kernel' has no model"));
          },
      },
      workload.kind);
}

std::string class_of(const FixedCall& call, const catalog::Model& model) {
  const bool real_time = call.batch == 1;
  switch (model.architecture) {
    case catalog::Architecture::kDiffusion: return "diffusion";
    case catalog::Architecture::kVisionCnn:
      return real_time ? "vision-cnn-realtime" : "vision-cnn-batch";
    case catalog::Architecture::kVisionTransformer:
      return real_time ? "vision-transformer-realtime" : "vision-transformer-batch";
    case catalog::Architecture::kRecommender: return "recommender";
    case catalog::Architecture::kTimeSeries: return "time-series";
    default: return real_time ? "encoder-realtime" : "encoder-batch";
  }
}

std::map<std::string, double> sizes_of(const StaticBatch& batch, const catalog::Model& model) {
  return {{"tensor parallel degree", batch.layout.tensor_parallel},
          {"batch", batch.layout.batch},
          {"prefill bucket", batch.prefill_bucket},
          {"sequence length", batch.layout.sequence_length},
          {"model parameters", model.parameters}};
}

std::map<std::string, double> sizes_of(const FixedCall& call) {
  std::map<std::string, double> sizes{
      {"batch", call.batch},
      {kCopiesOnACore, std::ceil(1.0 * call.copies / call.places())},
      {"multiply-accumulates", call.macs()}};
  const FixedCall::Phase& first = call.phases[0];
  if (call.images) {
    sizes["image pixels"] = static_cast<double>(first.input.height) * first.input.width;
  } else {
    sizes["tokens"] = first.network[0].rows;
  }
  return sizes;
}

std::vector<Execution> executions_of(const StaticBatch& batch, const StaticBatchTimes& times,
                                     const Parameters& parameters) {
  std::vector<Execution> executions;
  executions.push_back({.name = batch.encodes() ? "encoder" : "prefill",
                        .bucket = batch.prefill_bucket,
                        .tokens = batch.input_tokens,
                        .launch = batch.prefill_launch(parameters),
                        .totals = times.prefill});
  for (std::size_t i = 0; i < batch.decode.size(); ++i) {
    executions.push_back({.name = batch.draft ? "speculation round" : "decode",
                          .bucket = batch.decode[i].bucket,
                          .tokens = batch.decode[i].first_position,
                          .growth = batch.tokens_per_step(),
                          .count = batch.decode[i].steps,
                          .launch = batch.step_launch(parameters),
                          .totals = times.decode[i].totals});
  }
  return executions;
}

std::vector<Execution> executions_of(const FixedCall& call, const FixedCallTimes& times,
                                     const Parameters& parameters) {
  std::vector<Execution> executions;
  for (std::size_t i = 0; i < call.phases.size(); ++i) {
    const FixedCall::Phase& phase = call.phases[i];
    double launch = call.launch_seconds(phase, parameters);
    if (phase.denoises) launch += parameters.denoise_host;
    executions.push_back(
        {.name = phase.name, .count = phase.passes, .launch = launch, .totals = times.phases[i]});
  }
  return executions;
}

StepGraph graph_of(const StaticBatch& batch, std::size_t index, const Parameters& parameters) {
  return index == 0 ? batch.prompt_graph(parameters)
                    : batch.step_graph(batch.decode[index - 1], parameters);
}

}  // namespace

Result<const catalog::Model*> model_of(const catalog::Catalog& catalog, const Workload& workload) {
  if (workload.custom_model) return &*workload.custom_model;
  return catalog.model(workload.model);
}

Result<> check_compile_host(const catalog::Catalog& catalog, const Workload& workload) {
  const std::string& host = workload.start.compile_host;
  if (host.empty()) return {};
  const auto known = catalog.instance(host);
  if (known) return {};
  return fail(ErrorCode::kNotFound,
              tr("{}; compile times are known only for the instance types of the catalogue, which "
                 "have accelerators",
                 known.error().message));
}

bool runs_as_calls(const catalog::Model& model, const Workload& workload) {
  if (!workload.task.empty()) return workload.task == "encode";
  return model.architecture != catalog::Architecture::kDecoder &&
         model.architecture != catalog::Architecture::kEncoderDecoder;
}

int PreparedRun::ranks() const {
  return std::visit(Overloaded{
                        [](const StaticBatch& batch) { return batch.layout.tensor_parallel; },
                        [](const FixedCall& call) { return call.places() * call.cores_per_copy; },
                        [](const TrainingStep& step) { return step.ranks(); },
                    },
                    work);
}

std::string PreparedRun::class_name() const {
  return std::visit(Overloaded{
                        [](const StaticBatch& batch) -> std::string {
                          return batch.encodes() ? "encoder-decoder" : "decoder";
                        },
                        [&](const FixedCall& call) { return class_of(call, *model); },
                        [](const TrainingStep& step) { return step.class_name(); },
                    },
                    work);
}

std::string PreparedRun::accuracy_class() const {
  return sim::accuracy_class(class_name(), *model);
}

std::string accuracy_class(std::string class_name, const catalog::Model& model) {
  if (model.architecture != catalog::Architecture::kDecoder || catalog::caches_keys(model)) {
    return class_name;
  }
  return class_name + (catalog::has_states(model) ? "-states" : "-latent");
}

std::map<std::string, double> PreparedRun::sizes() const {
  return std::visit(Overloaded{
                        [&](const StaticBatch& batch) { return sizes_of(batch, *model); },
                        [](const FixedCall& call) { return sizes_of(call); },
                        [](const TrainingStep& step) { return step.sizes(); },
                    },
                    work);
}

Result<PreparedRun> plan_run(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters) {
  PreparedRun run;
  const auto instance = catalog.instance(workload.instance, workload.logical_core_size);
  if (!instance) return fail(instance.error());
  if (auto known = check_compile_host(catalog, workload); !known) return fail(known.error());
  run.instance = *instance;
  const auto model = model_of(catalog, workload);
  if (!model) return fail(model.error());
  run.model = *model;
  if (workload.custom_model) {
    run.custom = std::make_unique<const catalog::Model>(*workload.custom_model);
    run.model = run.custom.get();
  }
  auto machine = machine_of(catalog, *run.instance);
  if (!machine) return fail(machine.error());
  machine->separate_pairs = !software_at_least(workload.software, kJointPairsSince);
  run.machine = std::make_unique<const Machine>(*machine);
  if (auto planned = plan_work(catalog, workload, parameters, run); !planned) {
    return fail(planned.error());
  }
  return run;
}

catalog::InferencePlacement placement_of(const StaticBatch& batch) {
  return {.tensor_parallel = batch.layout.tensor_parallel,
          .batch = batch.layout.batch,
          .sequence_length = batch.layout.sequence_length + batch.layout.encoder_tokens,
          .weight_bytes_per_element = batch.layout.weight_bytes,
          .kv_bytes_per_element = batch.layout.kv_bytes(),
          .replicate_kv_heads = batch.layout.replicate_kv};
}

Result<PreparedRun> prepare_run(const catalog::Catalog& catalog, const Workload& workload,
                                const Parameters& parameters) {
  auto run = plan_run(catalog, workload, parameters);
  if (!run) return run;
  if (auto fits = check_memory(*run); !fits) return fail(fits.error());
  return run;
}

namespace {

/// The text with the change that makes the run fit, if one is known.
Text with_change(Text message, const catalog::MemoryFit& memory) {
  if (memory.smallest_change.empty()) return message;
  return tr("{}; it fits with {}", message, memory.smallest_change);
}

}  // namespace

Text memory_shortage(const PreparedRun& run) {
  const auto* const batch = std::get_if<StaticBatch>(&run.work);
  return with_change(batch != nullptr ? tr("does not fit with tensor parallel degree {}: {}",
                                           batch->layout.tensor_parallel, run.memory.explanation)
                                      : tr("does not fit: {}", run.memory.explanation),
                     run.memory);
}

Result<> check_memory(const PreparedRun& run) {
  const catalog::MemoryFit& memory = run.memory;
  if (memory.fits) return {};
  const auto plain = [&] {
    return tr("{} does not fit on {}: {}", run.model->id, run.instance->id, memory.explanation);
  };
  Text message = std::visit(
      Overloaded{
          [&](const StaticBatch& batch) {
            return tr("{} does not fit on {} with tensor parallel degree {}: {}", run.model->id,
                      run.instance->id, batch.layout.tensor_parallel, memory.explanation);
          },
          [&](const FixedCall&) { return plain(); },
          [&](const TrainingStep&) { return plain(); },
      },
      run.work);
  return fail(ErrorCode::kInfeasible, with_change(std::move(message), memory));
}

std::optional<double> ClosedForm::value(const PreparedRun& run, std::string_view metric) const {
  using Value = std::optional<double>;
  return std::visit(Overloaded{
                        [&](const StaticBatch& batch) -> Value {
                          const auto& batch_times = std::get<StaticBatchTimes>(times);
                          if (metric == "tpot_p50") {
                            return batch_times.step_quantile(0.5) / batch.tokens_per_step();
                          }
                          if (metric == "ttft_p50") return batch_times.first_token_seconds;
                          if (metric == "latency_p50") return batch_times.total_seconds();
                          if (metric == "throughput") {
                            return batch.layout.batch * batch.output_tokens /
                                   batch_times.total_seconds();
                          }
                          return std::nullopt;
                        },
                        [&](const FixedCall& call) -> Value {
                          const auto& call_times = std::get<FixedCallTimes>(times);
                          if (metric == "step_latency" && call.denoising_steps() > 0)
                            return call_times.step_seconds;
                          if (!call.left_out.empty()) return std::nullopt;
                          if (metric == "latency_p50") return call_times.latency;
                          if (metric == "throughput") return call_times.throughput;
                          return std::nullopt;
                        },
                        [&](const TrainingStep&) -> Value {
                          const auto& step_times = std::get<TrainingTimes>(times);
                          if (metric == "throughput") return step_times.throughput;
                          if (metric == "step_time") return step_times.step_seconds;
                          return std::nullopt;
                        },
                    },
                    run.work);
}

ClosedForm time_run(const PreparedRun& run, const Parameters& parameters) {
  return std::visit(
      Overloaded{
          [&](const StaticBatch& batch) {
            return ClosedForm{time_static_batch(batch, parameters)};
          },
          [&](const FixedCall& call) { return ClosedForm{time_fixed_call(call, parameters)}; },
          [&](const TrainingStep& step) { return ClosedForm{time_training(step, parameters)}; },
      },
      run.work);
}

std::vector<Execution> executions_of(const PreparedRun& run, const ClosedForm& form,
                                     const Parameters& parameters) {
  return std::visit(
      Overloaded{
          [&](const StaticBatch& batch) {
            return executions_of(batch, std::get<StaticBatchTimes>(form.times), parameters);
          },
          [&](const FixedCall& call) {
            return executions_of(call, std::get<FixedCallTimes>(form.times), parameters);
          },
          [](const TrainingStep&) { return std::vector<Execution>(); },
      },
      run.work);
}

StepGraph graph_of(const PreparedRun& run, std::size_t index, const Parameters& parameters) {
  return std::visit(
      Overloaded{
          [&](const StaticBatch& batch) { return graph_of(batch, index, parameters); },
          [&](const FixedCall& call) { return phase_graph(call, call.phases[index], parameters); },
          [](const TrainingStep&) { return StepGraph(); },
      },
      run.work);
}

}  // namespace nscope::sim
