#include "simcore/engine/training/training_times.h"

#include "simcore/engine/graph/compiler_slowdown.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/training/training_weights.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

Rates rates_of(const TrainingStep& step, const Parameters& parameters) {
  return {*step.machine, parameters, step.element_bytes, step.element_bytes > kBf16};
}

Parameters compiled(const TrainingStep& step, const Parameters& parameters) {
  const CompilerStretch stretch =
      compiler_slowdown(*step.machine, step.software, step.shape.positions > 0, parameters);
  Parameters stretched = parameters;
  stretched.engine_stretch *= stretch.all * parameters.train_stretch;
  stretched.weight_efficiency /= stretch.all;
  stretched.memory_share *= step.stream_share;
  return stretched;
}

/// A collective among the ranks with the same weights. plan_training() has checked that it is
/// supported.
Collective among(const TrainingStep& step, const HeldWeights& held, CollectiveKind kind,
                 double bytes, const Parameters& parameters) {
  const auto plan = plan_collective(*step.machine, parameters,
                                    {.kind = kind, .group = held.holders, .bytes = bytes});
  return plan ? plan->summary : Collective();
}

/// ZeRO-3: gathers weights from the other ranks before `pass`.
void gather(const TrainingStep& step, const std::vector<HeldWeights>& weights,
            const Parameters& parameters, std::vector<Operator>& pass) {
  std::vector<Operator> gathers;
  for (const HeldWeights& held : weights) {
    if (held.shares(step.setup.zero, 3) <= 1) continue;
    gathers.push_back({held.experts ? "experts_all_gather" : "weights_all_gather",
                       {},
                       among(step, held, CollectiveKind::kAllGather, held.bytes(step.element_bytes),
                             parameters)});
  }
  pass.insert(pass.begin(), gathers.begin(), gathers.end());
}

/// ZeRO-3: reduce-scatters gradients to the other ranks after `pass`.
void scatter(const TrainingStep& step, const std::vector<HeldWeights>& weights,
             const Parameters& parameters, std::vector<Operator>& pass) {
  for (const HeldWeights& held : weights) {
    if (held.shares(step.setup.zero, 3) <= 1 || held.trained() <= 0) continue;
    pass.push_back({held.experts ? "experts_gradient_reduce_scatter" : "gradient_reduce_scatter",
                    {},
                    among(step, held, CollectiveKind::kReduceScatter,
                          held.trained() * step.layout.gradient_bytes, parameters)});
  }
}

void share_layer(const TrainingStep& step, const Parameters& parameters, bool experts,
                 std::vector<Operator>& forward, std::vector<Operator>& backward) {
  if (forward.empty()) return;
  const std::vector<HeldWeights> weights = weights_of_layer(step, experts);
  gather(step, weights, parameters, forward);
  gather(step, weights, parameters, backward);
  scatter(step, weights, parameters, backward);
}

/// The gradient of the embedding does not need weights. If embedding and head share their weights,
/// their gradients are reduced together.
void share_ends(const TrainingStep& step, const Parameters& parameters, TrainingGraphs& graphs) {
  const std::vector<HeldWeights> weights = weights_of_embedding(step);
  gather(step, weights, parameters, graphs.embedding);
  scatter(step, weights, parameters, graphs.embedding_gradient);
  gather(step, weights, parameters, graphs.head);
  gather(step, weights, parameters, graphs.head_gradient);
  const bool one = step.shape.tied && step.setup.pipeline_parallel == 1;
  if (!one) scatter(step, weights, parameters, graphs.head_gradient);
}

}  // namespace

PartGraphs part_graphs(const TrainingStep& step, int part, const Parameters& parameters) {
  const Parameters stretched = compiled(step, parameters);
  TrainingGraphs graphs = training_graphs(rates_of(step, stretched), step.shape, step.layout);
  PartGraphs out;
  out.forward.overlap = out.backward.overlap = overlap_of(rates_of(step, stretched));
  share_layer(step, parameters, false, graphs.layer, graphs.layer_gradient);
  share_layer(step, parameters, true, graphs.moe_layer, graphs.moe_layer_gradient);
  share_ends(step, parameters, graphs);
  if (part == 0) {
    out.forward.before = graphs.embedding;
    out.backward.after = graphs.embedding_gradient;
  }
  const PartLayers layers = step.layers_in(part);
  if (layers.dense > 0) out.forward.layers.push_back({graphs.layer, layers.dense});
  if (layers.experts > 0) {
    out.forward.layers.push_back({graphs.moe_layer, layers.experts});
    out.backward.layers.push_back({graphs.moe_layer_gradient, layers.experts});
  }
  if (layers.dense > 0) out.backward.layers.push_back({graphs.layer_gradient, layers.dense});
  if (part == step.parts() - 1) {
    out.forward.after = graphs.head;
    out.backward.before = graphs.head_gradient;
  }
  return out;
}

TrainingStep reference_of(const TrainingStep& step) {
  TrainingStep reference = step;
  // No operator stores anything for a backward pass.
  reference.layout.checkpointing = Checkpointing::kFull;
  reference.layout.adapters.rank = 0;
  return reference;
}

Operator optimizer_of(const TrainingStep& step, int stage, const Parameters& parameters) {
  double updated = 0;
  for (const HeldWeights& held : weights_of(step, stage)) {
    updated += held.trained() / held.shares(step.setup.zero, 1);
  }
  return optimizer_update(rates_of(step, compiled(step, parameters)), updated,
                          step.layout.gradient_bytes, step.setup.master_weights);
}

StageEnd end_of(const TrainingStep& step, int stage, const Parameters& parameters) {
  StageEnd end;
  const auto add = [&](std::string_view name, const Collective& collective) {
    end.reductions.push_back({name, collective});
    end.reduction_seconds += collective.seconds;
  };
  if (const double repeated = repeated_adapters(step, stage); repeated > 0) {
    add("adapter_gradient_reduction",
        plan_collective(*step.machine, parameters, CollectiveKind::kAllReduce,
                        step.layout.tensor_parallel, repeated * step.layout.gradient_bytes));
  }
  for (const HeldWeights& held : weights_of(step, stage)) {
    if (step.setup.zero >= 3 || held.holders.ranks() <= 1 || held.trained() <= 0) continue;
    add(held.experts ? "expert_gradient_reduction" : "gradient_reduction",
        among(step, held, CollectiveKind::kAllReduce, held.trained() * step.layout.gradient_bytes,
              parameters));
  }
  end.optimizer = optimizer_of(step, stage, parameters);
  const Parameters stretched = compiled(step, parameters);
  end.optimizer_timing = time_operator(end.optimizer, overlap_of(rates_of(step, stretched)));
  return end;
}

std::vector<double> send_seconds(const TrainingStep& step, const Parameters& parameters) {
  const RankLayout ranks = step.rank_layout();
  std::vector<double> sends(static_cast<std::size_t>(ranks.stages), 0.0);
  if (ranks.stages == 1) return sends;
  const double bytes = step.layout.samples * step.layout.positions * step.shape.hidden *
                       step.element_bytes / (ranks.tensor * ranks.context);
  const auto seconds = [&](bool leaves) {
    const auto plan = plan_collective(
        *step.machine, parameters,
        {.kind = CollectiveKind::kSend, .group = ranks.send_group(leaves), .bytes = bytes});
    return plan ? plan->seconds() : 0;  // plan_training() has checked that it is supported
  };
  const double over_network = step.setup.nodes > 1 ? seconds(true) : 0;
  const double inside = ranks.stages_of_node() > 1 ? seconds(false) : 0;
  for (int stage = 0; stage < ranks.stages; ++stage) {
    sends[static_cast<std::size_t>(stage)] = ranks.leaves_node(stage) ? over_network : inside;
  }
  return sends;
}

namespace {

/// Whether part `part` has the same passes as the part before it: parts between the first and the
/// last differ only in their layers.
bool repeats(const TrainingStep& step, int part) {
  return part >= 2 && part + 1 < step.parts() && step.layers_in(part) == step.layers_in(part - 1);
}

/// Runs passes of the given times in s through the pipeline of the step.
PipelineRun run_passes(const TrainingStep& step, const Parameters& parameters,
                       PipelineSchedule schedule, const std::vector<double>& forward,
                       const std::vector<double>& backward) {
  Pipeline pipeline = step.pipeline();
  pipeline.schedule = schedule;
  pipeline.forward = forward;
  pipeline.backward = backward;
  const std::vector<double> sends = send_seconds(step, parameters);
  pipeline.send = sends;
  return run_pipeline(pipeline);
}

/// Fills `times.parts` and `times.pipeline`.
void time_passes(const TrainingStep& step, const Parameters& parameters, TrainingTimes& times) {
  std::vector<double> forward;
  std::vector<double> backward;
  for (int part = 0; part < step.parts(); ++part) {
    if (repeats(step, part)) {
      times.parts.push_back(times.parts.back());
    } else {
      const PartGraphs graphs = part_graphs(step, part, parameters);
      times.parts.push_back({total(graphs.forward), total(graphs.backward)});
    }
    const auto& passes = times.parts.back();
    forward.push_back((passes.forward.seconds + times.forward_launch) * times.straggle);
    backward.push_back((passes.backward.seconds + times.backward_launch) * times.straggle);
  }
  times.pipeline = run_passes(step, parameters, step.setup.schedule, forward, backward);
}

/// Fills the times of the reference: the forward passes of all microbatches.
void time_reference(const TrainingStep& step, const Parameters& parameters, TrainingTimes& times) {
  const TrainingStep reference = reference_of(step);
  std::vector<double> forward;
  for (int part = 0; part < step.parts(); ++part) {
    if (repeats(step, part)) {
      times.reference_parts.push_back(times.reference_parts.back());
    } else {
      times.reference_parts.push_back(total(part_graphs(reference, part, parameters).forward));
    }
    forward.push_back((times.reference_parts.back().seconds + times.reference_launch) *
                      times.straggle);
  }
  // GPipe begins with all forward passes; the backward passes are removed.
  times.reference = run_passes(step, parameters, PipelineSchedule::kGpipe, forward,
                               std::vector<double>(forward.size(), 0.0));
  times.reference.seconds = 0;
  for (std::vector<PipelinePass>& passes : times.reference.stages) {
    std::erase_if(passes, [](const PipelinePass& pass) { return pass.backward; });
    times.reference.seconds = std::max(times.reference.seconds, passes.back().end);
  }
}

/// The longest end of all stages, which start at the same time.
StageEnd longest_end(const TrainingStep& step, const Parameters& parameters) {
  StageEnd longest;
  for (int stage = 0; stage < step.setup.pipeline_parallel; ++stage) {
    StageEnd end = end_of(step, stage, parameters);
    if (stage == 0 || end.seconds() > longest.seconds()) longest = std::move(end);
  }
  return longest;
}

/// Operators of a pass as PyTorch counts them.
double plain_operators(const StepGraph& pass) {
  // A norm has five operators, a softmax five with its conversions, a product one.
  constexpr double kPlainPerOperator = 3;
  double count = static_cast<double>(pass.before.size() + pass.after.size());
  for (const StepGraph::Layers& layers : pass.layers) {
    count += layers.count * static_cast<double>(layers.operators.size());
  }
  return kPlainPerOperator * count;
}

/// Fills the launches. If the host launches operators, those of the first part count.
void time_launches(const TrainingStep& step, const Parameters& parameters, TrainingTimes& times) {
  const bool pipelined = step.setup.pipeline_parallel > 1;
  times.forward_launch = times.reference_launch = parameters.train_launch;
  if (pipelined) times.backward_launch = parameters.train_launch;
  if (step.operator_launch <= 0) return;
  const PartGraphs graphs = part_graphs(step, 0, parameters);
  const double backward = step.operator_launch * plain_operators(graphs.backward);
  times.forward_launch += step.operator_launch * plain_operators(graphs.forward);
  (pipelined ? times.backward_launch : times.forward_launch) += backward;
  if (!step.setup.tuning.has_reference()) return;
  const PartGraphs reference = part_graphs(reference_of(step), 0, parameters);
  times.reference_launch += step.operator_launch * plain_operators(reference.forward);
}

}  // namespace

TrainingTimes time_training(const TrainingStep& step, const Parameters& parameters) {
  TrainingTimes times;
  const TrainingSetup& setup = step.setup;
  time_launches(step, parameters, times);
  times.straggle = setup.straggler *
                   (1 + parameters.node_straggle * std::log2(static_cast<double>(setup.nodes)));
  time_passes(step, parameters, times);
  if (setup.tuning.has_reference()) time_reference(step, parameters, times);
  double busy = 0;
  for (int stage = 0; stage < setup.pipeline_parallel; ++stage) {
    busy += times.pipeline.busy(stage);
  }
  times.bubble_share = 1 - busy / (setup.pipeline_parallel * times.pipeline.seconds);
  times.end = longest_end(step, parameters);
  times.data_seconds = setup.data_seconds;
  times.step_seconds = times.data_seconds + times.reference.seconds + times.pipeline.seconds +
                       times.end.reduction_seconds + times.end.optimizer_seconds();
  times.throughput = setup.global_batch / times.step_seconds;
  return times;
}

}  // namespace nscope::sim
