#include "simcore/engine/training/training_metrics.h"

#include "profiler/base/format.h"

namespace nscope::sim {
namespace {

/// Number of matrix elements that process one token.
double active_elements(const TransformerShape& shape, const catalog::Model& model) {
  if (model.layers > 0) return model.active_matrix_parameters();
  return shape.layers * layer_weights(shape, 1, false, 1);
}

double exposed_seconds(const StepTotals& totals) {
  return totals.collective_seconds - totals.hidden_collective_seconds;
}

/// Seconds per step of one rank, mean over the stages.
double exposed_seconds(const TrainingStep& step, const TrainingTimes& times) {
  double sum = 0;
  for (const TrainingTimes::Part& part : times.parts) {
    sum += exposed_seconds(part.forward) + exposed_seconds(part.backward);
  }
  for (const StepTotals& pass : times.reference_parts) sum += exposed_seconds(pass);
  return sum * step.microbatches / step.setup.pipeline_parallel + times.end.reduction_seconds;
}

Text reductions_text(const TrainingSetup& setup, const StageEnd& end) {
  Text text;
  for (const auto& [name, reduction] : end.reductions) {
    const Text one = tr("{} of {} over {} ranks", to_string(reduction.kind),
                        as::exact(format_si(reduction.bytes, "B")), reduction.ranks);
    const bool experts = name == "expert_gradient_reduction";
    text = text.empty() ? one
           : experts    ? tr("{}; experts: {}", text, one)
                        : tr("{}; {}", text, one);
  }
  if (setup.zero >= 3 && text.empty()) return tr("ZeRO-3: layer by layer during the passes");
  return text.empty() ? tr("a single replica") : text;
}

Text layout_text(const TrainingStep& step) {
  const TrainingSetup& setup = step.setup;
  const Text cores = tr_plural(setup.nodes, "{} cores of {} node", "{} cores of {} nodes",
                               step.ranks(), setup.nodes);
  Text degrees = tr("tensor {} x pipeline {} x data {}", step.layout.tensor_parallel,
                    setup.pipeline_parallel, step.data_parallel);
  if (setup.context_parallel > 1) degrees = tr("{} x context {}", degrees, setup.context_parallel);
  if (setup.expert_parallel > 1) {
    degrees = tr("{}, experts over {} ranks", degrees, setup.expert_parallel);
  }
  return tr_plural(step.microbatches, "{}: {}, {} microbatch of {}",
                   "{}: {}, {} microbatches of {}", cores, degrees, step.microbatches,
                   setup.micro_batch);
}

/// Operations of the model for one token, without recomputation: forward and twice backward with
/// two operations each. Frozen weights have only one gradient.
double token_flops(const TrainingStep& step, const catalog::Model& model) {
  constexpr double kForward = 2;
  constexpr double kPasses = 3 * kForward;
  const double attention =
      2.0 * step.shape.layers * step.shape.heads * step.shape.head_dim * step.positions;
  const double active = active_elements(step.shape, model);
  const double reference = step.setup.tuning.has_reference() ? kForward : 0;
  double flops = (kPasses + reference) * attention;
  if (!step.layout.frozen) return flops + (kPasses + reference) * active;
  const double adapters = step.trainable_parameters();
  return flops + (kPasses - kForward + reference) * active + kPasses * adapters;
}

Text samples_text(const TrainingSetup& setup) {
  if (setup.tuning.objective == TuningObjective::kDpo) {
    return tr_plural(setup.global_batch, "{} pair of sequences per step",
                     "{} pairs of sequences per step", setup.global_batch);
  }
  return tr_plural(setup.global_batch, "{} sequence per step", "{} sequences per step",
                   setup.global_batch);
}

/// Adds what adapters and a reference change.
void add_tuning(MetricList& list, const TrainingStep& step, const TrainingTimes& times) {
  const FineTuning& tuning = step.setup.tuning;
  if (tuning.has_reference()) {
    list.add("reference_time", times.reference.seconds, "s", "",
             tr("forward passes of the frozen reference with the same sequences"));
  }
  if (!tuning.frozen_weights()) return;
  const double parameters = step.trainable_parameters();
  list.add("trainable_parameters", parameters, "count", "",
           tr("adapters of rank {}: the sum of rank x (inputs + outputs) of their matrices; {} of "
              "all parameters",
              tuning.adapters.rank, as::percent(parameters / step.shape.parameters, 3)));
  list.add("adapter_size", parameters * step.element_bytes, "B", "",
           tr("weights of all adapters, which a checkpoint stores with their optimizer state"));
}

}  // namespace

void add_training(MetricList& list, const TrainingStep& step, const TrainingTimes& times,
                  const catalog::Model& model, const Workload& workload) {
  const TrainingSetup& setup = step.setup;
  list.add_duration("step_time", times.step_seconds, layout_text(step));
  const bool pairs = setup.tuning.objective == TuningObjective::kDpo;
  list.add_rate("throughput", times.throughput, pairs ? "pairs/s" : "sequences/s",
                samples_text(setup));
  list.add_rate("tokens_per_second",
                times.throughput * step.positions * setup.tuning.sequences_of_sample(), "tokens/s",
                {});
  if (const auto peak = step.machine->device->peak.find(workload.dtype);
      peak != step.machine->device->peak.end()) {
    const double tokens = static_cast<double>(setup.sequences()) * step.positions;
    const double flops = tokens * token_flops(step, model);
    const double peak_of_job = peak->second.value / step.machine->logical_per_chip * step.ranks();
    list.add_rate("mfu_estimated_percent", flops / times.step_seconds / peak_of_job, "share",
                  tr("operations of the model without recomputation, divided by the published "
                     "peak"));
  }
  const int stages = setup.pipeline_parallel;
  list.add("pipeline_time", times.pipeline.seconds, "s", "",
           tr("all microbatches through all stages"));
  list.add("bubble_percent", times.bubble_share, "share", "",
           tr_plural(stages, "idle share of the pipeline time, mean of {} stage, schedule {}",
                     "idle share of the pipeline time, mean of {} stages, schedule {}", stages,
                     to_string(setup.schedule)));
  list.add(
      "exposed_collective_time", exposed_seconds(step, times), "s", "",
      tr("tensor parallelism and gradients of one rank and step, without the part that overlaps "
         "the computation of weight gradients"));
  list.add("gradient_reduction_time", times.end.reduction_seconds, "s", "",
           reductions_text(setup, times.end));
  list.add("optimizer_time", times.end.optimizer_seconds(), "s", "",
           setup.zero >= 1 ? tr("AdamW with ZeRO: each replica updates its share") : tr("AdamW"));
  add_tuning(list, step, times);
  list.add("data_time", times.data_seconds, "s", "", tr("as stated in the workload"));
}

}  // namespace nscope::sim
