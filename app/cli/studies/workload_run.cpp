#include "app/cli/studies/workload_run.h"

#include "app/cli/output/simulation_text.h"
#include "app/cli/studies/gpu_simulation.h"
#include "profiler/base/format.h"
#include "profiler/base/overloaded.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

/// Of models that run as calls of one fixed shape.
std::string call_title(const sim::Workload& w, const catalog::Model& model) {
  std::string text = fmt::format("{} on {}, batch {}", w.model, w.instance, w.batch);
  if (w.image_height > 0) text += fmt::format(", {}x{} pixels", w.image_height, w.image_width);
  const bool reads_text = model.architecture == catalog::Architecture::kEncoder ||
                          model.architecture == catalog::Architecture::kDecoder;
  if (reads_text) text += fmt::format(", {} tokens", w.input_tokens);
  if (w.copies > 1) text += fmt::format(", {} copies", w.copies);
  if (w.cores > 0) text += fmt::format(" on {} core{}", w.cores, w.cores == 1 ? "" : "s");
  return text + fmt::format(", weights {}\n", w.weight_dtype);
}

/// "8 cores (as many as can be used)"
std::string cores_text(const app::ChosenWorkload& chosen) {
  const int cores = chosen.workload.tensor_parallel;
  return fmt::format("{} core{}{}", cores, cores == 1 ? "" : "s",
                     chosen.tensor_parallel_chosen ? " (as many as can be used)" : "");
}

/// Positions of the longest sequence that is generated.
int generated_positions(const sim::Workload& w) {
  return w.sequence_length > 0 ? w.sequence_length : w.input_tokens + w.output_tokens;
}

std::string inference_title(const catalog::Catalog& catalog, const app::ChosenWorkload& chosen) {
  const sim::Workload& w = chosen.workload;
  const auto model = sim::model_of(catalog, w);
  if (model && sim::runs_as_calls(**model, w)) return call_title(w, **model);
  return fmt::format("{} on {}, {}, batch {}, {} tokens in, {} out, weights {}\n", w.model,
                     w.instance, cores_text(chosen), w.batch, w.input_tokens, w.output_tokens,
                     w.weight_dtype);
}

std::string title(const catalog::Catalog& catalog, const app::ChosenWorkload& chosen) {
  const sim::Workload& w = chosen.workload;
  return std::visit(
      Overloaded{
          [&](const sim::InferenceSetup&) { return inference_title(catalog, chosen); },
          [&](const sim::ServingSetup& setup) {
            return fmt::format(
                "{} on {}, {} a replica, {} slots, {} positions, scheduler {}, weights {}\n",
                w.model, w.instance, cores_text(chosen), w.batch, generated_positions(w),
                sim::to_string(setup.scheduler), w.weight_dtype);
          },
          [&](const sim::TrainingSetup& setup) {
            return fmt::format(
                "training of {} on {} {}, tensor parallel {}{}, pipeline {}, {} tokens a "
                "sequence, {}\n",
                w.model, setup.nodes, w.instance, w.tensor_parallel,
                chosen.tensor_parallel_chosen ? " (the fastest that fits)" : "",
                setup.pipeline_parallel, w.input_tokens, w.dtype);
          },
          [&](const sim::CollectiveSetup& setup) {
            return fmt::format("{} on {}\n", sim::to_string(setup.kind), w.instance);
          },
      },
      w.kind);
}

/// What is paid for: the instances that train, or have room for the replicas of a server.
int instances_of(const sim::Workload& workload, const sim::SimulationResult& result) {
  return std::visit(Overloaded{
                        [](const sim::InferenceSetup&) { return 1; },
                        [&](const sim::ServingSetup&) {
                          const Metric* const instances = result.find("instances");
                          return instances == nullptr ? 1 : static_cast<int>(instances->value);
                        },
                        [](const sim::TrainingSetup& setup) { return setup.nodes; },
                        [](const sim::CollectiveSetup&) { return 1; },
                    },
                    workload.kind);
}

/// The prediction; with an output also the run itself, saved as a session.
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

/// Says where a decoder's sequence is longer than its published positions. The prediction stands:
/// hardware does not mind, the answers do.
void add_context(const catalog::Catalog& catalog, const std::string& name, int tokens,
                 WorkloadRun& run) {
  const auto model = catalog.model(name);
  if (!model || (*model)->architecture != catalog::Architecture::kDecoder) return;
  const int positions = (*model)->max_positions;
  if (positions == 0 || tokens <= positions) return;
  run.text +=
      fmt::format("\nBeyond the model: {} positions, {} has {} by its published configuration.\n",
                  format_count(tokens), name, format_count(positions));
  run.json["beyond_model"] = Json{{"positions", tokens}, {"model_positions", positions}};
}

/// Says where inference is divided among more or fewer cores than the software can divide it
/// among. The prediction stands: another release may.
void add_degree(const catalog::Catalog& catalog, const sim::Workload& workload, WorkloadRun& run) {
  const int degree = workload.tensor_parallel;
  const auto instance = catalog.instance(workload.instance);
  if (!instance || degree == 1) return;
  const std::vector<catalog::Fact>& published = (*instance)->tensor_parallel_degrees;
  std::vector<int> supported;
  for (const catalog::Fact& fact : published) supported.push_back(static_cast<int>(fact.value));
  const bool listed = std::find(supported.begin(), supported.end(), degree) != supported.end();
  if (supported.empty() || listed) return;
  run.text += fmt::format(
      "\nNot supported as published: tensor parallel degree {}; on {} the software takes {} "
      "({}).\n",
      degree, workload.instance, fmt::join(supported, ", "), published.front().source);
  run.json["unsupported_degree"] = Json{{"tensor_parallel", degree}, {"supported", supported}};
}

/// Says where the published model, or the software as published, does not do this. What a
/// config.json describes is not published here.
void add_published_limits(const catalog::Catalog& catalog, const sim::Workload& workload,
                          WorkloadRun& run) {
  if (workload.custom_model) return;
  const auto inference = [&] {
    add_context(catalog, workload.model, generated_positions(workload), run);
    add_degree(catalog, workload, run);
  };
  std::visit(Overloaded{
                 [&](const sim::InferenceSetup&) { inference(); },
                 [&](const sim::ServingSetup&) { inference(); },
                 [&](const sim::TrainingSetup&) {
                   add_context(catalog, workload.model, workload.input_tokens, run);
                 },
                 [](const sim::CollectiveSetup&) {},
             },
             workload.kind);
}

Result<WorkloadRun> run_on_neuron_cores(const catalog::Catalog& catalog,
                                        const app::ChosenWorkload& chosen,
                                        const std::string& output, TaskControl& control) {
  const auto result = predict(catalog, chosen.workload, output, control);
  if (!result && result.error().code != ErrorCode::kInfeasible) return fail(result.error());
  const std::string heading = title(catalog, chosen);
  if (!result) {
    WorkloadRun run = refused_run(chosen.workload.instance, result.error());
    run.text = heading + run.text;
    run.json["workload"] = sim::to_json(chosen.workload);
    return run;
  }
  WorkloadRun run;
  run.instance = chosen.workload.instance;
  run.trains = std::holds_alternative<sim::TrainingSetup>(chosen.workload.kind);
  run.instances = instances_of(chosen.workload, *result);
  run.metrics = result->metrics;
  run.unavailable = result->unavailable;
  run.outside_domain = result->outside_domain;
  run.text = heading + "\n" + metric_text(result->metrics) + unavailable_text(result->unavailable);
  if (!result->memory.items.empty()) run.text += "\n" + memory_text(result->memory, "core");
  run.text += outside_text(result->outside_domain);
  run.json = Json{{"feasible", true},
                  {"workload", sim::to_json(chosen.workload)},
                  {"memory", memory_json(result->memory, "core")},
                  {"outside_domain", result->outside_domain}};
  add_published_limits(catalog, chosen.workload, run);
  return run;
}

}  // namespace

WorkloadRun refused_run(const std::string& instance, const Error& error) {
  WorkloadRun run;
  run.instance = instance;
  run.refusal = error;
  run.text = "Refused: " + to_string(error) + "\n";
  run.json = Json{{"feasible", false}, {"reason", to_string(error)}};
  return run;
}

Result<WorkloadRun> run_workload(const catalog::Catalog& catalog,
                                 const app::DescribedWorkload& described, const std::string& output,
                                 TaskControl& control) {
  const auto gpus = read_gpu_workload(described, catalog);
  if (!gpus) return fail(gpus.error());
  if (*gpus && !output.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                "-o: on GPUs there is a prediction only, no run to save");
  }
  if (*gpus) {
    auto run = run_on_gpus(catalog, **gpus);
    if (!run || run->refusal) return run;
    const bool trains = (*gpus)->task == sim::GpuTask::kTrain;
    const int answer = trains ? 0 : (*gpus)->output_tokens;
    add_context(catalog, (*gpus)->model, (*gpus)->input_tokens + answer, *run);
    return run;
  }
  const auto chosen = app::read_workload(described, catalog, control);
  if (!chosen) return fail(chosen.error());
  return run_on_neuron_cores(catalog, *chosen, output, control);
}

}  // namespace nscope::cli
