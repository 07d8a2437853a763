#include "app/cli/studies/workload_run.h"

#include "app/cli/output/simulation_text.h"
#include "app/cli/studies/gpu_simulation.h"
#include "profiler/base/format.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
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

std::string title(const catalog::Catalog& catalog, const ChosenWorkload& chosen) {
  const sim::Workload& w = chosen.workload;
  if (w.collective) {
    return fmt::format("{} on {}\n", sim::to_string(w.collective->kind), w.instance);
  }
  if (w.serving) {
    return fmt::format(
        "{} on {}, {} core{}{} a replica, {} slots, {} positions, scheduler {}, weights {}\n",
        w.model, w.instance, w.tensor_parallel, w.tensor_parallel == 1 ? "" : "s",
        chosen.tensor_parallel_chosen ? " (as many as can be used)" : "", w.batch,
        w.sequence_length > 0 ? w.sequence_length : w.input_tokens + w.output_tokens,
        sim::to_string(w.serving->scheduler), w.weight_dtype);
  }
  if (w.training) {
    return fmt::format(
        "training of {} on {} {}, tensor parallel {}{}, pipeline {}, {} tokens a "
        "sequence, {}\n",
        w.model, w.training->nodes, w.instance, w.tensor_parallel,
        chosen.tensor_parallel_chosen ? " (the fastest that fits)" : "",
        w.training->pipeline_parallel, w.input_tokens, w.dtype);
  }
  const auto model = sim::model_of(catalog, w);
  if (model && sim::runs_as_calls(**model, w)) return call_title(w, **model);
  return fmt::format("{} on {}, {} core{}{}, batch {}, {} tokens in, {} out, weights {}\n", w.model,
                     w.instance, w.tensor_parallel, w.tensor_parallel == 1 ? "" : "s",
                     chosen.tensor_parallel_chosen ? " (as many as can be used)" : "", w.batch,
                     w.input_tokens, w.output_tokens, w.weight_dtype);
}

/// What is paid for: the instances that train, or have room for the replicas of a server.
int instances_of(const sim::Workload& workload, const sim::SimulationResult& result) {
  if (workload.training) return workload.training->nodes;
  const Metric* const instances = result.find("instances");
  return instances == nullptr ? 1 : static_cast<int>(instances->value);
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
  if (!instance || workload.training || degree == 1) return;
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

/// Positions of the longest sequence.
int positions_of(const sim::Workload& w) {
  if (w.training) return w.input_tokens;
  return w.sequence_length > 0 ? w.sequence_length : w.input_tokens + w.output_tokens;
}

Result<WorkloadRun> run_on_neuron_cores(const catalog::Catalog& catalog,
                                        const ChosenWorkload& chosen, const std::string& output,
                                        TaskControl& control) {
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
  run.trains = chosen.workload.training.has_value();
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
  if (!chosen.workload.collective && !chosen.workload.custom_model) {
    add_context(catalog, chosen.workload.model, positions_of(chosen.workload), run);
    add_degree(catalog, chosen.workload, run);
  }
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
                                 const DescribedWorkload& described, const std::string& output,
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
  const auto chosen = read_workload(described, catalog, control);
  if (!chosen) return fail(chosen.error());
  return run_on_neuron_cores(catalog, *chosen, output, control);
}

}  // namespace nscope::cli
