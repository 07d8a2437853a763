#include "simcore/engine/training/training_times.h"

#include "simcore/engine/compiler_stretch.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr double kBf16 = 2;

Rates rates_of(const TrainingStep& step, const Parameters& parameters) {
  return {*step.machine, parameters, step.element_bytes, step.element_bytes > kBf16};
}

Parameters compiled(const TrainingStep& step, const Parameters& parameters) {
  const CompilerStretch stretch =
      compiler_stretch(*step.machine, step.software, step.shape.positions > 0, parameters);
  Parameters stretched = parameters;
  stretched.engine_stretch *= stretch.all * parameters.train_stretch;
  stretched.weight_efficiency /= stretch.all;
  return stretched;
}

/// The same rank of the next stage: on another node where there are several, since a
/// stage fills whole nodes.
double send_seconds(const TrainingStep& step, const Parameters& parameters) {
  if (step.setup.pipeline_parallel <= 1) return 0;
  const double bytes = step.layout.samples * step.layout.positions * step.shape.hidden *
                       step.element_bytes /
                       (step.layout.tensor_parallel * step.layout.context_parallel);
  const int cores = step.cores_of_node();
  const bool nodes = step.setup.nodes > 1;
  const CollectiveGroup group =
      nodes ? CollectiveGroup{.nodes = 2, .concurrent = cores}
            : CollectiveGroup{.ranks_per_node = 2, .stride = cores / 2, .concurrent = cores / 2};
  const auto plan = plan_collective(
      *step.machine, parameters, {.kind = CollectiveKind::kSend, .group = group, .bytes = bytes});
  return plan ? plan->seconds() : 0;
}

/// ZeRO-3: a layer's weights come from the other replicas before each of its passes, and
/// its gradients go to them behind the backward pass.
void gather_weights(const TrainingStep& step, const Parameters& parameters,
                    TrainingGraphs& graphs) {
  if (step.setup.zero < 3 || step.replicas() <= 1) return;
  const auto add = [&](std::vector<Operator>& forward, std::vector<Operator>& backward,
                       bool experts) {
    if (forward.empty()) return;
    const double weights = layer_weights(step.shape, step.layout.tensor_parallel, experts,
                                         step.layout.expert_parallel);
    const Operator gather{
        "weights_all_gather",
        {},
        among_replicas(step, CollectiveKind::kAllGather, weights * step.element_bytes, parameters)};
    forward.insert(forward.begin(), gather);
    backward.insert(backward.begin(), gather);
    backward.push_back({"gradient_reduce_scatter",
                        {},
                        among_replicas(step, CollectiveKind::kReduceScatter,
                                       weights * step.layout.gradient_bytes, parameters)});
  };
  add(graphs.layer, graphs.layer_gradient, false);
  add(graphs.moe_layer, graphs.moe_layer_gradient, true);
}

}  // namespace

CollectiveRequest replica_request(const TrainingStep& step, CollectiveKind kind, double bytes) {
  const int tp = step.layout.tensor_parallel;
  const int inside = std::min(step.replicas(), step.cores_of_node() / tp);
  return {.kind = kind,
          .group = {.ranks_per_node = inside,
                    .nodes = step.replicas() / inside,
                    .stride = tp,
                    .concurrent = tp},
          .bytes = bytes};
}

Collective among_replicas(const TrainingStep& step, CollectiveKind kind, double bytes,
                          const Parameters& parameters) {
  const auto plan = plan_collective(*step.machine, parameters, replica_request(step, kind, bytes));
  return plan ? plan->summary : Collective();  // plan_training() has tried it
}

PartGraphs part_graphs(const TrainingStep& step, int part, const Parameters& parameters) {
  const Parameters stretched = compiled(step, parameters);
  TrainingGraphs graphs = training_graphs(rates_of(step, stretched), step.shape, step.layout);
  PartGraphs out;
  gather_weights(step, parameters, graphs);
  if (part == 0) {
    out.forward.before = graphs.embedding;
    out.backward.after = graphs.embedding_gradient;
  }
  // Layers with experts come last in the model.
  int before = 0;
  for (int i = 0; i < part; ++i) before += step.layers_of(i);
  const int dense_in_all = step.shape.layers - step.shape.moe_layers;
  const int layers = step.layers_of(part);
  const int dense = std::clamp(dense_in_all - before, 0, layers);
  if (dense > 0) out.forward.layers.push_back({graphs.layer, dense});
  if (layers > dense) {
    out.forward.layers.push_back({graphs.moe_layer, layers - dense});
    out.backward.layers.push_back({graphs.moe_layer_gradient, layers - dense});
  }
  if (dense > 0) out.backward.layers.push_back({graphs.layer_gradient, dense});
  if (part == step.parts() - 1) {
    out.forward.after = graphs.head;
    out.backward.before = graphs.head_gradient;
  }
  return out;
}

Operator optimizer_of(const TrainingStep& step, int stage, const Parameters& parameters) {
  const int shares = step.setup.zero >= 1 ? step.replicas() : 1;
  return optimizer_update(rates_of(step, compiled(step, parameters)),
                          step.parameters_of(stage) / shares, step.layout.gradient_bytes,
                          step.setup.master_weights);
}

namespace {

/// Fills `times.parts` and `times.pipeline`.
void time_passes(const TrainingStep& step, const Parameters& parameters, TrainingTimes& times) {
  const bool pipelined = step.setup.pipeline_parallel > 1;
  std::vector<double> forward;
  std::vector<double> backward;
  for (int part = 0; part < step.parts(); ++part) {
    // Parts between the first and the last differ in their number of layers alone.
    const bool again =
        part >= 2 && part + 1 < step.parts() && step.layers_of(part) == step.layers_of(part - 1);
    if (again) {
      times.parts.push_back(times.parts.back());
    } else {
      const PartGraphs graphs = part_graphs(step, part, parameters);
      times.parts.push_back({total(graphs.forward, parameters.overlap()),
                             total(graphs.backward, parameters.overlap())});
    }
    // Without a pipeline both passes are one graph.
    const auto& passes = times.parts.back();
    forward.push_back((passes.forward.seconds + times.launch) * times.straggle);
    backward.push_back((passes.backward.seconds + (pipelined ? times.launch : 0)) * times.straggle);
  }
  Pipeline pipeline = step.pipeline();
  pipeline.forward = forward;
  pipeline.backward = backward;
  pipeline.send = times.send_seconds;
  times.pipeline = run_pipeline(pipeline);
}

}  // namespace

TrainingTimes time_training(const TrainingStep& step, const Parameters& parameters) {
  TrainingTimes times;
  const TrainingSetup& setup = step.setup;
  times.launch = parameters.train_launch;
  times.straggle = setup.straggler *
                   (1 + parameters.node_straggle * std::log2(static_cast<double>(setup.nodes)));
  times.send_seconds = send_seconds(step, parameters);
  time_passes(step, parameters, times);
  double busy = 0;
  for (int stage = 0; stage < setup.pipeline_parallel; ++stage) {
    busy += times.pipeline.busy(stage);
  }
  times.bubble_share = 1 - busy / (setup.pipeline_parallel * times.pipeline.seconds);
  // With ZeRO-3 the gradients are reduced layer by layer.
  if (setup.zero < 3) {
    times.reduction =
        among_replicas(step, CollectiveKind::kAllReduce,
                       step.heaviest_parameters() * step.layout.gradient_bytes, parameters);
  }
  const int last = setup.pipeline_parallel - 1;
  times.optimizer =
      optimizer_of(step, step.parameters_of(last) > step.parameters_of(0) ? last : 0, parameters);
  times.optimizer_seconds = operator_seconds(times.optimizer, parameters.overlap());
  times.data_seconds = setup.data_seconds;
  times.step_seconds = times.data_seconds + times.pipeline.seconds + times.reduction.seconds +
                       times.optimizer_seconds;
  times.throughput = setup.global_batch / times.step_seconds;
  return times;
}

}  // namespace nscope::sim
