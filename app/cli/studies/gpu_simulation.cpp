#include "app/cli/studies/gpu_simulation.h"

#include "app/cli/output/simulation_text.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/gpu/gpu_limits.h"
#include "simcore/engine/gpu/gpu_serving.h"

#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

Text title(const sim::GpuWorkload& w) {
  if (w.task == sim::GpuTask::kTrain) {
    return tr(
        "Training of {} on {}, batch size {}, {} tokens per sequence, matrix multiplications in {}",
        w.model, w.instance, w.batch, w.sequence_length, w.weight_dtype);
  }
  if (w.task == sim::GpuTask::kEncode) {
    return tr("{} on one GPU of {}, batch size {}, {} weights", w.model, w.instance, w.batch,
              w.weight_dtype);
  }
  const Text gpus = tr_plural(w.tensor_parallel, "{} GPU", "{} GPUs", w.tensor_parallel);
  if (w.serving) {
    return tr("Server with {} on {}, {} per replica, {} weights", w.model, w.instance, gpus,
              w.weight_dtype);
  }
  const Text batch = w.saturated ? tr("saturated") : tr("batch size {}", w.batch);
  return tr("{} on {}, {}, {}, {}, {} weights", w.model, w.instance, gpus, batch,
            lengths_text(w.input_tokens, w.output_tokens), w.weight_dtype);
}

std::string published_text(const std::optional<sim::PublishedGpuFigure>& published,
                           const Language& language) {
  if (!published) {
    return "\n" + language.say(tr("No figure is published for this model on this GPU.")) + "\n";
  }
  const sim::GpuMeasurement& measurement = *published->measurement;
  const Text figure =
      measurement.workload.task == sim::GpuTask::kEncode
          ? tr("Nearest published figure: {} samples/s (printed as {}; {}, row {})",
               as::exact(fmt::format("{:.4g}", measurement.value)), measurement.printed,
               measurement.source, measurement.id)
          : tr("Nearest published figure: {} tokens/s on all GPUs (printed as {}; {}, row {})",
               as::exact(fmt::format("{:.4g}", measurement.value)), measurement.printed,
               measurement.source, measurement.id);
  std::string text = "\n" + language.say(figure) + "\n";
  for (const Text& difference : published->differences) {
    text += "  " + language.say(difference) + "\n";
  }
  return text;
}

Json published_json(const std::optional<sim::PublishedGpuFigure>& published) {
  if (!published) return nullptr;
  Json json = sim::to_json(*published->measurement);
  json["differences"] = published->differences;
  return json;
}

/// A workload that does not fit, which is a result and not an error.
WorkloadRun rejected(const catalog::Catalog& catalog, const sim::GpuWorkload& workload,
                     const sim::GpuParameters& parameters, const Error& error,
                     const Language& language) {
  WorkloadRun run = rejected_run(workload.instance, error, language);
  const auto limits = sim::gpu_memory_limits(catalog, workload, parameters);
  run.text = language.say(title(workload)) + "\n" + run.text + limits_text(limits, language);
  run.json["workload"] = sim::to_json(workload);
  run.json["memory_limits"] = limits_json(limits);
  return run;
}

Result<WorkloadRun> run_server_on_gpus(const catalog::Catalog& catalog,
                                       const sim::GpuWorkload& workload,
                                       const sim::GpuCalibration& calibration,
                                       const Language& language, TaskControl& control) {
  const auto result = sim::serve_on_gpus(catalog, workload, calibration, control);
  if (!result && result.error().code == ErrorCode::kInfeasible) {
    return rejected(catalog, workload, calibration.parameters, result.error(), language);
  }
  if (!result) return fail(result.error());
  WorkloadRun run;
  run.instance = workload.instance;
  const Metric* const instances = result->find("instances");
  run.instances = instances == nullptr ? 1 : static_cast<int>(instances->value);
  run.metrics = result->metrics;
  run.outside_domain = result->outside_domain;
  const auto limits = sim::gpu_memory_limits(catalog, workload, calibration.parameters);
  run.text = language.say(title(workload)) + "\n\n" + metric_text(result->metrics, language) +
             "\n" + memory_text(result->memory, MemoryOf::kGpu, language) +
             limits_text(limits, language) + outside_text(result->outside_domain, language);
  run.json = Json{{"feasible", true},
                  {"workload", sim::to_json(workload)},
                  {"memory", memory_json(result->memory, MemoryOf::kGpu)},
                  {"memory_limits", limits_json(limits)},
                  {"outside_domain", result->outside_domain}};
  return run;
}

}  // namespace

Result<WorkloadRun> run_on_gpus(const catalog::Catalog& catalog, const sim::GpuWorkload& workload,
                                const Language& language, TaskControl& control) {
  const auto& calibration = sim::built_in_gpu_calibration();
  if (!calibration) return fail(calibration.error());
  if (workload.serving) {
    return run_server_on_gpus(catalog, workload, *calibration, language, control);
  }
  const auto result = sim::estimate_gpu(catalog, workload, *calibration);
  if (!result && result.error().code == ErrorCode::kInfeasible) {
    return rejected(catalog, workload, calibration->parameters, result.error(), language);
  }
  if (!result) return fail(result.error());
  const auto published = sim::find_published(catalog, calibration->measurements, result->workload);
  WorkloadRun run;
  run.instance = result->workload.instance;
  const int per_instance = (*catalog.instance(run.instance))->chips;
  run.instances = (result->workload.gpus + per_instance - 1) / per_instance;
  run.trains = result->workload.task == sim::GpuTask::kTrain;
  run.metrics = result->metrics;
  run.outside_domain = result->outside_domain;
  const auto limits = sim::gpu_memory_limits(catalog, workload, calibration->parameters);
  run.text = language.say(title(result->workload)) + "\n\n" +
             metric_text(result->metrics, language) + "\n" +
             memory_text(result->memory, MemoryOf::kGpu, language) + limits_text(limits, language) +
             outside_text(result->outside_domain, language) + published_text(published, language);
  run.json = Json{{"feasible", true},
                  {"workload", sim::to_json(result->workload)},
                  {"memory", memory_json(result->memory, MemoryOf::kGpu)},
                  {"memory_limits", limits_json(limits)},
                  {"outside_domain", result->outside_domain},
                  {"published", published_json(published)}};
  return run;
}

}  // namespace nscope::cli
