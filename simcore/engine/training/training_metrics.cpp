#include "simcore/engine/training/training_metrics.h"

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Matrix elements that a token meets.
double active_elements(const TransformerShape& shape, const catalog::Model& model) {
  if (model.layers > 0) return model.active_matrix_parameters();
  return shape.layers * layer_weights(shape, 1, false, 1);
}

double exposed_seconds(const StepTotals& totals) {
  return totals.collective_seconds - totals.hidden_collective_seconds;
}

/// Of one rank, mean over the stages.
double exposed_seconds(const TrainingStep& step, const TrainingTimes& times) {
  double sum = 0;
  for (const TrainingTimes::Part& part : times.parts) {
    sum += exposed_seconds(part.forward) + exposed_seconds(part.backward);
  }
  return sum * step.microbatches / step.setup.pipeline_parallel + times.end.reduction_seconds;
}

std::string reductions_text(const TrainingSetup& setup, const StageEnd& end) {
  if (setup.zero >= 3) return "ZeRO-3: layer by layer, within the passes";
  if (end.reductions.empty()) return "one replica";
  std::string text;
  for (const Collective& reduction : end.reductions) {
    if (!text.empty()) text += ", of the experts ";
    text += fmt::format("{} of {:.4g} B over {} ranks", to_string(reduction.kind), reduction.bytes,
                        reduction.ranks);
  }
  return text;
}

}  // namespace

void add_training(MetricList& list, const TrainingStep& step, const TrainingTimes& times,
                  const catalog::Model& model, const Workload& workload) {
  const TrainingSetup& setup = step.setup;
  const std::string layout = fmt::format(
      "{} cores of {} node{}: tensor {} x pipeline {} x data {}{}{}, {} microbatches of {}",
      step.ranks(), setup.nodes, setup.nodes == 1 ? "" : "s", step.layout.tensor_parallel,
      setup.pipeline_parallel, step.data_parallel,
      setup.context_parallel > 1 ? fmt::format(" x context {}", setup.context_parallel) : "",
      setup.expert_parallel > 1 ? fmt::format(", experts over {}", setup.expert_parallel) : "",
      step.microbatches, setup.micro_batch);
  list.add_duration("step_time", times.step_seconds, layout);
  list.add_rate("throughput", times.throughput, "sequences/s",
                fmt::format("{} sequences a step", setup.global_batch));
  list.add_rate("tokens_per_second", times.throughput * step.positions, "tokens/s", {});
  if (const auto peak = step.machine->device->peak.find(workload.dtype);
      peak != step.machine->device->peak.end()) {
    constexpr double kPasses = 6;  // forward and twice backward, two operations each
    const double attention =
        2.0 * kPasses * step.shape.layers * step.shape.heads * step.shape.head_dim * step.positions;
    const double tokens = setup.global_batch * step.positions;
    const double flops = tokens * (kPasses * active_elements(step.shape, model) + attention);
    const double peak_of_job = peak->second.value / step.machine->logical_per_chip * step.ranks();
    list.add_rate("mfu_estimated_percent", flops / times.step_seconds / peak_of_job, "share",
                  "operations of the model, without those computed again, over the published "
                  "peak");
  }
  const int stages = setup.pipeline_parallel;
  list.add("pipeline_time", times.pipeline.seconds, "s", "", "all microbatches through all stages");
  list.add("bubble_percent", times.bubble_share, "share", "",
           fmt::format("of the pipeline's time, mean over {} stage{}, schedule {}", stages,
                       stages == 1 ? "" : "s", to_string(setup.schedule)));
  list.add("exposed_collective_time", exposed_seconds(step, times), "s", "",
           "of one rank and step, tensor parallelism and gradients; what runs beside "
           "weight gradients is not counted");
  list.add("gradient_reduction_time", times.end.reduction_seconds, "s", "",
           reductions_text(setup, times.end));
  list.add("optimizer_time", times.end.optimizer_seconds(), "s", "",
           setup.zero >= 1 ? "AdamW, ZeRO: each replica updates its share" : "AdamW");
  list.add("data_time", times.data_seconds, "s", "", "as the workload states it");
}

}  // namespace nscope::sim
