#include "simcore/engine/run/prepared_run.h"

#include "simcore/engine/inference/fixed_call_memory.h"
#include "simcore/engine/training/training_memory.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

Result<> plan_batch(const catalog::Catalog& catalog, const Workload& workload,
                    const Parameters& parameters, PreparedRun& run) {
  if (workload.copies != 1 || workload.cores != 0 || workload.image_height != 0 ||
      workload.steps != 0) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("{} generates tokens: image, steps, copies and cores belong to models "
                            "that pass over their input once",
                            run.model->id));
  }
  if (run.machine->generation == CoreGeneration::kV1) {
    return fail(
        ErrorCode::kInvalidArgument,
        fmt::format("{} ({}): the simulation of decoders is not modelled yet for this device",
                    run.instance->id, run.machine->device->title));
  }
  if (auto modelled = check_modelled(*run.model, workload.tensor_parallel); !modelled) {
    return fail(modelled.error());
  }
  auto batch = plan_static_batch(*run.machine, *run.model, workload, parameters);
  if (!batch) return fail(batch.error());
  run.memory = catalog::inference_memory_fit(
      catalog, *run.model, *run.instance,
      {.tensor_parallel = workload.tensor_parallel,
       .batch = workload.batch,
       .sequence_length = batch->layout.sequence_length + batch->layout.encoder_tokens,
       .weight_bytes_per_element = batch->layout.weight_bytes,
       .kv_bytes_per_element = batch->layout.element_bytes,
       .replicate_kv_heads = batch->layout.replicate_kv});
  run.work = std::move(*batch);
  return {};
}

Result<> plan_call(const Workload& workload, PreparedRun& run) {
  auto call = plan_fixed_call(*run.machine, *run.model, workload);
  if (!call) return fail(call.error());
  run.memory = fixed_call_memory(*call, *run.model);
  run.work = std::move(*call);
  return {};
}

Result<> plan_step(const Workload& workload, PreparedRun& run) {
  if (run.machine->generation == CoreGeneration::kV1) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("{} ({}) runs models, it does not train them", run.instance->id,
                            run.machine->device->title));
  }
  auto step = plan_training(*run.machine, *run.model, workload);
  if (!step) return fail(step.error());
  run.memory = training_memory(*step);
  run.work = std::move(*step);
  return {};
}

}  // namespace

Result<const catalog::Model*> model_of(const catalog::Catalog& catalog, const Workload& workload) {
  if (workload.custom_model) return &*workload.custom_model;
  return catalog.model(workload.model);
}

bool runs_as_calls(const catalog::Model& model, const Workload& workload) {
  if (!workload.task.empty()) return workload.task == "encode";
  return model.architecture != catalog::Architecture::kDecoder &&
         model.architecture != catalog::Architecture::kEncoderDecoder;
}

int PreparedRun::ranks() const {
  if (const StaticBatch* const decoder = batch()) return decoder->layout.tensor_parallel;
  if (training() != nullptr) return training()->ranks();
  return call()->places() * call()->cores_per_copy;
}

std::string PreparedRun::class_name() const {
  if (batch() != nullptr) return batch()->encodes() ? "encoder-decoder" : "decoder";
  if (training() != nullptr) return training()->class_name();
  const bool real_time = call()->batch == 1;
  switch (model->architecture) {
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

std::map<std::string, double> PreparedRun::sizes() const {
  std::map<std::string, double> sizes;
  if (const StaticBatch* const decoder = batch()) {
    sizes["tensor parallel degree"] = decoder->layout.tensor_parallel;
    sizes["batch"] = decoder->layout.batch;
    sizes["prefill bucket"] = decoder->prefill_bucket;
    sizes["sequence length"] = decoder->layout.sequence_length;
    sizes["model parameters"] = model->parameters;
    return sizes;
  }
  if (training() != nullptr) return training()->sizes();
  sizes["batch"] = call()->batch;
  sizes[kCopiesOnACore] = std::ceil(1.0 * call()->copies / call()->places());
  sizes["multiply-accumulates"] = call()->macs();
  if (call()->images) {
    sizes["image pixels"] =
        static_cast<double>(call()->phases[0].input.height) * call()->phases[0].input.width;
  } else {
    sizes["tokens"] = call()->phases[0].network[0].rows;
  }
  return sizes;
}

Result<PreparedRun> plan_run(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters) {
  PreparedRun run;
  const auto instance = catalog.instance(workload.instance);
  if (!instance) return fail(instance.error());
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
  run.machine = std::make_unique<const Machine>(*machine);
  const auto planned = workload.training ? plan_step(workload, run)
                       : runs_as_calls(*run.model, workload)
                           ? plan_call(workload, run)
                           : plan_batch(catalog, workload, parameters, run);
  if (!planned) return fail(planned.error());
  return run;
}

Result<PreparedRun> prepare_run(const catalog::Catalog& catalog, const Workload& workload,
                                const Parameters& parameters) {
  auto run = plan_run(catalog, workload, parameters);
  if (!run || run->memory.fits) return run;
  std::string message = fmt::format("{} does not fit on {}", run->model->id, run->instance->id);
  if (run->batch() != nullptr) {
    message += fmt::format(" with tensor parallel degree {}", workload.tensor_parallel);
  }
  message += ": " + run->memory.explanation;
  if (!run->memory.smallest_change.empty()) {
    message += fmt::format("; it fits with {}", run->memory.smallest_change);
  }
  return fail(ErrorCode::kInfeasible, std::move(message));
}

std::optional<double> ClosedForm::value(const PreparedRun& run, std::string_view metric) const {
  if (const auto* const batch = std::get_if<StaticBatchTimes>(&times)) {
    if (metric == "tpot_p50") return batch->step_quantile(0.5);
    if (metric == "ttft_p50") return batch->first_token_seconds;
    if (metric == "latency_p50") return batch->total_seconds();
    if (metric == "throughput") {
      return run.batch()->layout.batch * run.batch()->output_tokens / batch->total_seconds();
    }
    return std::nullopt;
  }
  if (const auto* const step = std::get_if<TrainingTimes>(&times)) {
    if (metric == "throughput") return step->throughput;
    if (metric == "step_time") return step->step_seconds;
    return std::nullopt;
  }
  const auto& call = std::get<FixedCallTimes>(times);
  if (metric == "latency_p50") return call.latency;
  if (metric == "throughput") return call.throughput;
  return std::nullopt;
}

ClosedForm time_run(const PreparedRun& run, const Parameters& parameters) {
  if (const StaticBatch* const batch = run.batch()) return {time_static_batch(*batch, parameters)};
  if (run.training() != nullptr) return {time_training(*run.training(), parameters)};
  return {time_fixed_call(*run.call(), parameters)};
}

std::vector<Execution> executions_of(const PreparedRun& run, const ClosedForm& form,
                                     const Parameters& parameters) {
  std::vector<Execution> executions;
  if (const StaticBatch* const batch = run.batch()) {
    const auto& times = std::get<StaticBatchTimes>(form.times);
    executions.push_back({.name = batch->encodes() ? "encoder" : "prefill",
                          .bucket = batch->prefill_bucket,
                          .tokens = batch->input_tokens,
                          .launch = parameters.prefill_launch,
                          .totals = times.prefill});
    for (std::size_t i = 0; i < batch->decode.size(); ++i) {
      executions.push_back({.name = "decode",
                            .bucket = batch->decode[i].bucket,
                            .tokens = batch->decode[i].first_position,
                            .count = batch->decode[i].steps,
                            .launch = batch->step_launch(parameters),
                            .totals = times.decode[i].totals});
    }
    return executions;
  }
  const FixedCall& call = *run.call();
  const auto& times = std::get<FixedCallTimes>(form.times);
  for (std::size_t i = 0; i < call.phases.size(); ++i) {
    const FixedCall::Phase& phase = call.phases[i];
    double launch = call.launch_seconds(phase, parameters);
    if (phase.denoises) launch += parameters.denoise_host;
    executions.push_back(
        {.name = phase.name, .count = phase.passes, .launch = launch, .totals = times.phases[i]});
  }
  return executions;
}

StepGraph graph_of(const PreparedRun& run, std::size_t index, const Parameters& parameters) {
  if (const FixedCall* const call = run.call()) {
    return phase_graph(*call, call->phases[index], parameters);
  }
  const StaticBatch& batch = *run.batch();
  if (index == 0) {
    return prefill_graph(*run.machine, parameters, *run.model, batch.layout, batch.prefill_bucket);
  }
  return decode_graph(*run.machine, parameters, *run.model, batch.layout,
                      batch.decode[index - 1].bucket);
}

}  // namespace nscope::sim
