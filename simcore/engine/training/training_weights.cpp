#include "simcore/engine/training/training_weights.h"

#include "simcore/engine/training/adapters.h"

#include <cmath>

namespace nscope::sim {
namespace {

/// Weights of a part of the model on a rank.
struct Part {
  double all = 0;
  double of_experts = 0;  ///< of `all`
  double in_layers = 0;   ///< of `all`: matrices of layers, which QLoRA stores in a narrow type
  AdapterParameters adapters{};

  void add_layers(const TrainingStep& step, double layers, bool experts);
};

std::vector<HeldWeights> apart(const TrainingStep& step, const Part& part) {
  const RankLayout ranks = step.rank_layout();
  const TrainingLayout& layout = step.layout;
  const double narrow = layout.stored_weight > 0 ? 1 : 0;
  HeldWeights dense{.parameters = part.all,
                    .holders = ranks.replica_group(),
                    .adapters = part.adapters.all,
                    .frozen = layout.frozen,
                    .narrow = narrow * part.in_layers,
                    .narrow_bytes = layout.stored_weight};
  if (ranks.experts <= 1 || part.of_experts <= 0) return {dense};
  HeldWeights experts = dense;
  experts.parameters = part.of_experts;
  experts.holders = ranks.expert_replica_group();
  experts.experts = true;
  experts.adapters = part.adapters.routed;
  experts.narrow = narrow * part.of_experts;
  dense.parameters -= experts.parameters;
  dense.adapters -= experts.adapters;
  dense.narrow -= experts.narrow;
  return {dense, experts};
}

double of_layer(const TrainingStep& step, bool experts) {
  return layer_weights(step.shape, step.layout.tensor_parallel, experts,
                       step.setup.expert_parallel);
}

double of_its_experts(const TrainingStep& step) {
  return expert_weights(step.shape, step.layout.tensor_parallel, step.setup.expert_parallel);
}

void Part::add_layers(const TrainingStep& step, double layers, bool experts) {
  if (layers <= 0) return;
  const double one = of_layer(step, experts);
  all += layers * one;
  // The router stays as it is.
  in_layers += layers * (one - (experts ? 1.0 * step.shape.hidden * step.shape.moe->experts : 0));
  if (experts) of_experts += layers * of_its_experts(step);
  if (step.layout.adapters.rank == 0) return;
  const AdapterParameters one_layer =
      adapter_parameters(step.shape, step.layout.adapters, step.layout.tensor_parallel, experts,
                         step.setup.expert_parallel);
  adapters.all += layers * one_layer.all;
  adapters.routed += layers * one_layer.routed;
  adapters.repeated += layers * one_layer.repeated;
}

/// The layers of a stage.
Part layers_of_stage(const TrainingStep& step, int stage) {
  Part part;
  for (int chunk = 0; chunk < step.setup.chunks; ++chunk) {
    const PartLayers layers = step.layers_in(chunk * step.setup.pipeline_parallel + stage);
    part.add_layers(step, layers.dense, false);
    part.add_layers(step, layers.experts, true);
  }
  return part;
}

double of_embedding(const TrainingStep& step) {
  return 1.0 * step.shape.hidden *
         std::ceil(1.0 * step.shape.vocabulary / step.layout.tensor_parallel);
}

}  // namespace

std::vector<HeldWeights> weights_of(const TrainingStep& step, int stage) {
  Part part = layers_of_stage(step, stage);
  // If embedding and head are on different stages, each stage has a copy of tied weights.
  const double embedding = of_embedding(step);
  const int last = step.setup.pipeline_parallel - 1;
  if (stage == 0) part.all += embedding;
  if (stage == last && (last > 0 || !step.shape.tied)) part.all += embedding;
  return apart(step, part);
}

std::vector<HeldWeights> weights_of_layer(const TrainingStep& step, bool experts) {
  Part part;
  part.add_layers(step, 1, experts);
  return apart(step, part);
}

std::vector<HeldWeights> weights_of_embedding(const TrainingStep& step) {
  if (step.shape.vocabulary == 0) return {};
  return apart(step, {.all = of_embedding(step)});
}

double repeated_adapters(const TrainingStep& step, int stage) {
  return layers_of_stage(step, stage).adapters.repeated;
}

}  // namespace nscope::sim
