#include "app/cli/command.h"
#include "app/cli/compile_study.h"
#include "app/cli/gpu_simulation.h"
#include "app/cli/simulation_text.h"
#include "app/cli/workload_options.h"
#include "profiler/analysis/summary.h"
#include "profiler/base/json.h"
#include "profiler/trace/session_file.h"
#include "profiler/trace/trace_builder.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/simulate.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct Options {
  WorkloadOptions workload;
  std::string output;
};

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

/// A guard said no: that is a result, with exit code 1.
CommandOutput refused(const catalog::Catalog& catalog, const ChosenWorkload& chosen,
                      const Error& error, bool as_json) {
  if (!as_json) {
    return {.text = title(catalog, chosen) + "Refused: " + to_string(error) + "\n",
            .note = {},
            .exit_code = 1};
  }
  Json json = analysis::summary_json({});
  json["feasible"] = false;
  json["reason"] = to_string(error);
  json["workload"] = sim::to_json(chosen.workload);
  return {.text = json.dump(2) + "\n", .note = {}, .exit_code = 1};
}

Json result_json(const ChosenWorkload& chosen, const sim::SimulationResult& result) {
  Json json = analysis::summary_json({.metrics = result.metrics, .unavailable = {}});
  json["feasible"] = true;
  json["workload"] = sim::to_json(chosen.workload);
  json["memory"] = memory_json(result.memory, "core");
  json["outside_domain"] = result.outside_domain;
  return json;
}

std::string result_text(const catalog::Catalog& catalog, const ChosenWorkload& chosen,
                        const sim::SimulationResult& result) {
  std::string text = title(catalog, chosen) + "\n" + metric_text(result.metrics);
  if (!result.memory.items.empty()) text += "\n" + memory_text(result.memory, "core");
  return text + outside_text(result.outside_domain);
}

/// The prediction; with an output also the run itself, saved as a session.
Result<sim::SimulationResult> predict(const catalog::Catalog& catalog, const Options& options,
                                      const sim::Workload& workload, TaskControl& control) {
  if (options.output.empty()) return sim::estimate(catalog, workload);
  TraceBuilder builder;
  auto result = sim::simulate(catalog, workload, builder, control);
  if (!result) return result;
  if (auto saved = session_file::save(*builder.finish(), options.output, control); !saved) {
    return fail(saved.error());
  }
  return result;
}

Result<CommandOutput> run(const Options& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  if (!options.workload.document.empty()) {
    const auto study =
        run_compile_study(options.workload, options.output, common, *catalog, control);
    if (!study) return fail(study.error());
    if (*study) return **study;
  }
  const auto gpus = read_gpu_workload(options.workload, common.seed, *catalog);
  if (!gpus) return fail(gpus.error());
  if (*gpus) return simulate_on_gpus(*catalog, **gpus, options.output, common.json);
  const auto chosen = read_workload(options.workload, common.seed, *catalog);
  if (!chosen) return fail(chosen.error());
  const auto result = predict(*catalog, options, chosen->workload, control);
  if (!result && result.error().code == ErrorCode::kInfeasible) {
    return refused(*catalog, *chosen, result.error(), common.json);
  }
  if (!result) return fail(result.error());
  CommandOutput output;
  output.text = common.json ? result_json(*chosen, *result).dump(2) + "\n"
                            : result_text(*catalog, *chosen, *result);
  if (!options.output.empty()) output.note = fmt::format("Saved {}\n", options.output);
  return output;
}

}  // namespace

CommandRun define_simulate(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  add_workload_options(app, options->workload);
  app.add_option("-o", options->output,
                 "Save the simulated run as a session (*.nscope); not on GPUs")
      ->option_text("FILE");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
