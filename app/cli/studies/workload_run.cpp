#include "app/cli/studies/workload_run.h"

#include "app/cli/output/simulation_text.h"
#include "app/cli/output/start_up_text.h"
#include "app/cli/studies/gpu_simulation.h"
#include "app/documents/model_files.h"
#include "app/documents/read_gpu_workload.h"
#include "profiler/base/overloaded.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "simcore/engine/inference/fixed_call.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/simulation/workload_limits.h"
#include "simcore/engine/start_up/start_up.h"
#include "simcore/engine/workload/software_stack.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

/// The size of the images of a call: that of the workload, or the one that is assumed.
std::vector<Text> image_texts(const sim::Workload& w, const catalog::Model& model) {
  using enum catalog::Architecture;
  const auto kind = model.architecture;
  const bool images = kind == kVisionCnn || kind == kVisionTransformer || kind == kDiffusion;
  const auto size = images ? sim::used_image_size(model, w) : std::nullopt;
  if (!size) return {};
  std::vector<Text> texts{tr("{}x{} pixels", size->height, size->width)};
  if (size->frames > 1) texts.push_back(tr("{} frames", size->frames));
  return texts;
}

/// The description of a model that runs as calls of one fixed shape.
Text call_title(const sim::Workload& w, const catalog::Model& model) {
  std::vector<Text> facts{tr("batch size {}", w.batch)};
  for (Text& text : image_texts(w, model)) facts.push_back(std::move(text));
  const bool reads_text = model.architecture == catalog::Architecture::kEncoder ||
                          model.architecture == catalog::Architecture::kDecoder;
  if (reads_text) {
    facts.push_back(tr_plural(w.input_tokens, "{} token", "{} tokens", w.input_tokens));
  }
  if (w.tensor_parallel > 1) facts.push_back(tr("tensor parallel degree {}", w.tensor_parallel));
  if (w.copies > 1) facts.push_back(tr("{} copies", w.copies));
  if (w.cores > 0) facts.push_back(tr_plural(w.cores, "{} core", "{} cores", w.cores));
  facts.push_back(tr("{} weights", w.weight_dtype));
  return tr("{} on {}, {}", w.model, w.instance, joined(facts));
}

/// "8 cores (the largest possible number)"; if the degree depends on the batch, why.
Text cores_text(const app::ChosenWorkload& chosen) {
  const int cores = chosen.workload.tensor_parallel;
  const Text text = tr_plural(cores, "{} core", "{} cores", cores);
  if (!chosen.tensor_parallel_chosen) return text;
  if (chosen.too_small > 0) {
    return tr("{} (because {}, the default for smaller batches, have too little memory)", text,
              chosen.too_small);
  }
  return tr("{} (the largest possible number)", text);
}

/// The number of positions of the longest generated sequence.
int generated_positions(const sim::Workload& w) {
  return w.sequence_length > 0 ? w.sequence_length : w.input_tokens + w.output_tokens;
}

/// The number of positions of the longest sequence: of the input alone if nothing is generated.
int positions_of(const catalog::Catalog& catalog, const sim::Workload& w) {
  const auto model = sim::model_of(catalog, w);
  if (model && (*model)->encoder_positions > 0) return w.output_tokens;
  return model && sim::runs_as_calls(**model, w) ? w.input_tokens : generated_positions(w);
}

Text inference_title(const catalog::Catalog& catalog, const app::ChosenWorkload& chosen) {
  const sim::Workload& w = chosen.workload;
  const auto model = sim::model_of(catalog, w);
  if (model && sim::runs_as_calls(**model, w)) return call_title(w, **model);
  const Text lengths =
      model && (*model)->encoder_positions > 0
          ? tr("{}, {}", tr("{} positions of the encoder", as::count(w.input_tokens)),
               tr_plural(w.output_tokens, "{} output token", "{} output tokens", w.output_tokens))
          : lengths_text(w.input_tokens, w.output_tokens);
  return tr("{} on {}, {}, batch size {}, {}, {} weights", w.model, w.instance, cores_text(chosen),
            w.batch, lengths, w.weight_dtype);
}

/// Positions of a sequence that a training step computes: image models have their own.
int trained_positions(const catalog::Catalog& catalog, const sim::Workload& w) {
  const auto run = sim::plan_run(catalog, w, sim::initial_parameters());
  const auto* const step = run ? std::get_if<sim::TrainingStep>(&run->work) : nullptr;
  return step == nullptr ? w.input_tokens : static_cast<int>(step->positions);
}

Text training_title(const catalog::Catalog& catalog, const app::ChosenWorkload& chosen,
                    const sim::TrainingSetup& setup) {
  const sim::Workload& w = chosen.workload;
  const Text degree =
      chosen.tensor_parallel_chosen
          ? tr("tensor parallel degree {} (the fastest that fits)", w.tensor_parallel)
          : tr("tensor parallel degree {}", w.tensor_parallel);
  return tr(
      "Training of {} on {} x {}, {}, pipeline parallel degree {}, {} tokens per sequence, {}",
      w.model, setup.nodes, w.instance, degree, setup.pipeline_parallel,
      trained_positions(catalog, w), w.dtype);
}

/// "Kernel gemm_gelu on trn2, m 4096, k 512, n 2048, bf16, fused".
Text kernel_title(const sim::Workload& w, const sim::KernelSetup& setup) {
  std::string sizes;
  for (const sim::KernelSize& size : sim::kernel_sizes()) {
    if (!sim::has_size(setup.name, size.key)) continue;
    sizes += fmt::format("{} {}, ", size.key, setup.sizes.*size.member);
  }
  return tr("Kernel {} on {}, {}{}, {}", setup.name, w.instance, sizes, setup.dtype,
            sim::to_string(setup.variant));
}

Text title(const catalog::Catalog& catalog, const app::ChosenWorkload& chosen) {
  const sim::Workload& w = chosen.workload;
  return std::visit(
      Overloaded{
          [&](const sim::InferenceSetup&) { return inference_title(catalog, chosen); },
          [&](const sim::ServingSetup& setup) {
            const Text slots = tr_plural(w.batch, "{} batch slot", "{} batch slots", w.batch);
            if (setup.nodes > 1) {
              return tr(
                  "{} on {} x {} per replica ({}), {} on each, {}, {} positions, "
                  "scheduler {}, {} weights",
                  w.model, setup.nodes, w.instance, sim::to_string(setup.node_parallelism),
                  cores_text(chosen), slots, generated_positions(w),
                  sim::to_string(setup.scheduler), w.weight_dtype);
            }
            return tr("{} on {}, {} per replica, {}, {} positions, scheduler {}, {} weights",
                      w.model, w.instance, cores_text(chosen), slots, generated_positions(w),
                      sim::to_string(setup.scheduler), w.weight_dtype);
          },
          [&](const sim::TrainingSetup& setup) { return training_title(catalog, chosen, setup); },
          [&](const sim::CollectiveSetup& setup) {
            return tr("{} on {}", sim::to_string(setup.kind), w.instance);
          },
          [&](const sim::KernelSetup& setup) { return kernel_title(w, setup); },
      },
      w.kind);
}

/// The number of instances that are paid for: those that train, or those of the replicas of a
/// server.
int instances_of(const sim::Workload& workload, const sim::SimulationResult& result) {
  return std::visit(
      Overloaded{
          [](const sim::InferenceSetup&) { return 1; },
          [&](const sim::ServingSetup& setup) {
            const auto count = [&](const char* name) {
              const Metric* const metric = result.find(name);
              return metric == nullptr ? 0 : static_cast<int>(metric->value);
            };
            const bool others = setup.disaggregation && !setup.disaggregation->instance.empty() &&
                                setup.disaggregation->instance != workload.instance;
            return std::max(1, count("instances") + (others ? 0 : count("prefill_instances")));
          },
          [](const sim::TrainingSetup& setup) {
            return setup.nodes + (setup.rollout ? setup.rollout->nodes : 0);
          },
          [](const sim::CollectiveSetup&) { return 1; },
          [](const sim::KernelSetup&) { return 1; },
      },
      workload.kind);
}

/// The prediction. With an output, the run is simulated event by event and saved as a session.
Result<sim::SimulationResult> predict(const catalog::Catalog& catalog,
                                      const sim::Workload& workload, const std::string& output,
                                      TaskControl& control) {
  if (output.empty()) return sim::estimate(catalog, workload, control);
  TraceBuilder builder;
  auto result = sim::simulate(catalog, workload, builder, control);
  if (!result) return result;
  if (auto saved = session_file::save(*builder.finish(), output, control); !saved) {
    return fail(saved.error());
  }
  return result;
}

/// Adds a note if the sequence is longer than the published positions of the model. The prediction
/// remains valid: a decoder only loses quality, and an encoder can be trained with more positions.
void add_context(const catalog::Catalog& catalog, const std::string& name, int tokens,
                 const Language& language, WorkloadRun& run) {
  const auto model = catalog.model(name);
  const bool sequences = model && ((*model)->architecture == catalog::Architecture::kDecoder ||
                                   (*model)->architecture == catalog::Architecture::kEncoder ||
                                   (*model)->encoder_positions > 0);  // Whisper: of the decoder
  if (!sequences) return;
  const int positions = (*model)->max_positions;
  if (positions == 0 || tokens <= positions) return;
  const Text note =
      tr("The sequence has {} positions; the published configuration of {} allows {}.",
         as::count(tokens), name, as::count(positions));
  run.text += "\n" + language.say(note) + "\n";
  run.json["beyond_model"] = Json{{"positions", tokens}, {"model_positions", positions}};
}

/// Adds a note if the software does not support the tensor parallel degree. The prediction remains
/// valid, because another release can support it.
void add_degree(const catalog::Catalog& catalog, const sim::Workload& workload,
                const Language& language, WorkloadRun& run) {
  const int degree = workload.tensor_parallel;
  const auto instance = catalog.instance(workload.instance, workload.logical_core_size);
  if (!instance || degree == 1) return;
  const std::vector<catalog::Fact>& published = (*instance)->tensor_parallel_degrees;
  std::vector<int> supported;
  for (const catalog::Fact& fact : published) supported.push_back(static_cast<int>(fact.value));
  const bool listed = std::find(supported.begin(), supported.end(), degree) != supported.end();
  if (supported.empty() || listed) return;
  const Text note =
      tr("The published software does not support tensor parallel degree {} on {}; it supports {} "
         "({}).",
         degree, workload.instance, fmt::format("{}", fmt::join(supported, ", ")),
         published.front().source);
  run.text += "\n" + language.say(note) + "\n";
  run.json["unsupported_degree"] = Json{{"tensor_parallel", degree}, {"supported", supported}};
}

/// Adds notes if the software that generates text is not or no longer supported on the device. The
/// prediction remains valid for older releases.
void add_support(const catalog::Catalog& catalog, const sim::Workload& workload,
                 const Language& language, WorkloadRun& run) {
  const auto model = sim::model_of(catalog, workload);
  const auto instance = catalog.instance(workload.instance);
  const auto& stacks = sim::built_in_software_stacks();
  if (!model || !instance || !stacks || sim::runs_as_calls(**model, workload)) return;
  const catalog::Device& device = catalog.device_of(**instance);
  const auto generation = sim::parse_generation(device.generation);
  if (!generation) return;
  const auto* const stack = stacks->find(workload.stack.empty() ? sim::default_stack(*generation)
                                                                : std::string_view(workload.stack));
  if (stack == nullptr) return;
  const auto notes = sim::support_notes(*stack, *generation, device.title, workload.software);
  for (const Text& note : notes) run.text += "\n" + language.say(note) + "\n";
  if (!notes.empty()) run.json["software_support"] = notes;
}

/// Adds a note if prefills run on another type of instance, whose price is not included.
void add_prefill_price(const sim::ServingSetup& setup, const std::string& instance,
                       const Language& language, WorkloadRun& run) {
  if (!setup.disaggregation || setup.disaggregation->instance.empty()) return;
  const std::string& other = setup.disaggregation->instance;
  if (other == instance) return;
  const Text note =
      tr("Prices are those of the instances that decode. The instances of {} that "
         "prefill (prefill_instances) are not included.",
         other);
  run.text += "\n" + language.say(note) + "\n";
  run.json["not_in_price"] = Json{{"instance", other}};
}

/// Says that the model is read from a file, and what the file does not state and is assumed.
void add_configuration(const app::DescribedWorkload& described, const Language& language,
                       WorkloadRun& run) {
  const auto name = described.json.find("model");
  for (const auto& [file, note] : described.model_files) {
    if (name == described.json.end() || *name != file) continue;
    run.text += "\n" + language.say(app::model_file_text(file, note)) + "\n";
    run.json["model_file"] = file;
    if (!note.empty()) run.json["model_note"] = note;
  }
  const auto& model = described.custom_model;
  if (!model || model->note.empty()) return;
  run.text += "\n" + language.say(tr("{}: {}.", model->id, model->note)) + "\n";
  run.json["model_note"] = model->note;
}

/// Adds notes if the workload exceeds limits of the published model or software. A model from a
/// config.json has no published limits.
void add_published_limits(const catalog::Catalog& catalog, const sim::Workload& workload,
                          const Language& language, WorkloadRun& run) {
  const auto inference = [&] {
    if (!workload.custom_model) {
      add_context(catalog, workload.model, positions_of(catalog, workload), language, run);
    }
    add_degree(catalog, workload, language, run);
    add_support(catalog, workload, language, run);
  };
  std::visit(Overloaded{
                 [&](const sim::InferenceSetup&) { inference(); },
                 [&](const sim::ServingSetup& setup) {
                   inference();
                   add_prefill_price(setup, workload.instance, language, run);
                 },
                 [&](const sim::TrainingSetup&) {
                   if (!workload.custom_model) {
                     add_context(catalog, workload.model, workload.input_tokens, language, run);
                   }
                   add_degree(catalog, workload, language, run);
                 },
                 [](const sim::CollectiveSetup&) {},
                 [](const sim::KernelSetup&) {},
             },
             workload.kind);
}

/// Adds the compilation, the start and the memory of the host, also if the run does not fit on the
/// device. Inference without them, such as a model without dimensions, states why.
void add_start_up(const catalog::Catalog& catalog, const sim::Workload& workload,
                  const Language& language, WorkloadRun& run) {
  const auto start = sim::start_up(catalog, workload);
  if (!start) {
    const Text note = tr("Compilation and start are not predicted: {}", start.error().message);
    run.text += "\n" + language.say(note) + "\n";
    run.json["start_up"] = Json{{"reason", start.error().message}};
    return;
  }
  if (!*start) return;
  run.text += "\n" + start_up_text(**start, language);
  run.json["start_up"] = sim::to_json(**start);
}

/// Adds the memory of instances that have another share of the work.
void add_other_memory(const sim::SimulationResult& result, const Language& language,
                      WorkloadRun& run) {
  for (const sim::OtherMemory& other : result.other_memory) {
    run.text += "\n" + language.say(tr("On {}:", other.title)) + "\n" +
                memory_text(other.fit, MemoryOf::kCore, language);
    run.json["other_memory"].push_back({{"title", other.title},
                                        {"instance", other.instance},
                                        {"memory", memory_json(other.fit, MemoryOf::kCore)}});
  }
}

/// Adds the largest sizes that fit in memory, also if the run does not fit.
void add_limits(const catalog::Catalog& catalog, const sim::Workload& workload,
                const Language& language, WorkloadRun& run) {
  auto limits = sim::memory_limits(catalog, workload);
  if (limits && !*limits) return;
  const Result<catalog::MemoryLimits> known =
      limits ? Result<catalog::MemoryLimits>(std::move(**limits)) : fail(limits.error());
  run.text += limits_text(known, language);
  run.json["memory_limits"] = limits_json(known);
}

Result<WorkloadRun> run_on_neuron_cores(const catalog::Catalog& catalog,
                                        const app::ChosenWorkload& chosen,
                                        const std::string& output, const Language& language,
                                        TaskControl& control) {
  const auto result = predict(catalog, chosen.workload, output, control);
  if (!result && result.error().code != ErrorCode::kInfeasible) return fail(result.error());
  const std::string heading = language.say(title(catalog, chosen)) + "\n";
  if (!result) {
    WorkloadRun run = rejected_run(chosen.workload.instance, result.error(), language);
    run.text = heading + run.text;
    run.json["workload"] = sim::to_json(chosen.workload);
    add_limits(catalog, chosen.workload, language, run);
    add_start_up(catalog, chosen.workload, language, run);
    return run;
  }
  WorkloadRun run;
  run.instance = chosen.workload.instance;
  run.trains = std::holds_alternative<sim::TrainingSetup>(chosen.workload.kind);
  run.instances = instances_of(chosen.workload, *result);
  run.metrics = result->metrics;
  run.unavailable = result->unavailable;
  run.outside_domain = result->outside_domain;
  run.text = heading + "\n" + metric_text(result->metrics, language) +
             unavailable_text(result->unavailable, language);
  if (!result->memory.items.empty()) {
    run.text += "\n" + memory_text(result->memory, MemoryOf::kCore, language);
  }
  run.json = Json{{"feasible", true},
                  {"workload", sim::to_json(chosen.workload)},
                  {"memory", memory_json(result->memory, MemoryOf::kCore)}};
  add_other_memory(*result, language, run);
  add_limits(catalog, chosen.workload, language, run);
  run.text += outside_text(result->outside_domain, language);
  run.json["outside_domain"] = result->outside_domain;
  add_start_up(catalog, chosen.workload, language, run);
  add_published_limits(catalog, chosen.workload, language, run);
  return run;
}

}  // namespace

WorkloadRun rejected_run(const std::string& instance, const Error& error,
                         const Language& language) {
  WorkloadRun run;
  run.instance = instance;
  run.rejection = error;
  run.text = language.say(tr("Rejected: {}", to_string(error, language))) + "\n";
  run.json = Json{{"feasible", false}, {"reason", to_string(error)}};
  return run;
}

namespace {

Result<WorkloadRun> run_without_note(const catalog::Catalog& catalog,
                                     const app::DescribedWorkload& described,
                                     const std::string& output, const Language& language,
                                     TaskControl& control) {
  const auto gpus = app::read_gpu_workload(described, catalog);
  if (!gpus) return fail(gpus.error());
  if (*gpus && !output.empty()) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("-o cannot be used with GPUs, because their predictions have no events to save"));
  }
  if (*gpus) {
    auto run = run_on_gpus(catalog, **gpus, language, control);
    if (!run || run->rejection) return run;
    const bool generates = (*gpus)->task == sim::GpuTask::kGenerate;
    const int output_tokens = generates ? (*gpus)->output_tokens : 0;
    if (!described.custom_model) {
      add_context(catalog, (*gpus)->model, (*gpus)->input_tokens + output_tokens, language, *run);
    }
    return run;
  }
  const auto chosen = app::read_workload(described, catalog, control);
  if (!chosen) return fail(chosen.error());
  return run_on_neuron_cores(catalog, *chosen, output, language, control);
}

}  // namespace

Result<WorkloadRun> run_workload(const catalog::Catalog& catalog,
                                 const app::DescribedWorkload& described, const std::string& output,
                                 const Language& language, TaskControl& control) {
  auto run = run_without_note(catalog, described, output, language, control);
  if (run) add_configuration(described, language, *run);
  return run;
}

}  // namespace nscope::cli
