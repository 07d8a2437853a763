#include "simcore/engine/training/training_weights.h"

#include <cmath>

namespace nscope::sim {
namespace {

std::vector<HeldWeights> apart(const TrainingStep& step, double all, double of_experts) {
  const RankLayout ranks = step.rank_layout();
  if (ranks.experts <= 1 || of_experts <= 0) return {{all, ranks.replica_group()}};
  return {{all - of_experts, ranks.replica_group()},
          {of_experts, ranks.expert_replica_group(), true}};
}

double of_layer(const TrainingStep& step, bool experts) {
  return layer_weights(step.shape, step.layout.tensor_parallel, experts,
                       step.setup.expert_parallel);
}

double of_its_experts(const TrainingStep& step) {
  return expert_weights(step.shape, step.layout.tensor_parallel, step.setup.expert_parallel);
}

double of_embedding(const TrainingStep& step) {
  return 1.0 * step.shape.hidden *
         std::ceil(1.0 * step.shape.vocabulary / step.layout.tensor_parallel);
}

}  // namespace

std::vector<HeldWeights> weights_of(const TrainingStep& step, int stage) {
  double all = 0;
  double of_experts = 0;
  for (int chunk = 0; chunk < step.setup.chunks; ++chunk) {
    const PartLayers layers = step.layers_in(chunk * step.setup.pipeline_parallel + stage);
    if (layers.dense > 0) all += layers.dense * of_layer(step, false);
    if (layers.experts == 0) continue;
    all += layers.experts * of_layer(step, true);
    of_experts += layers.experts * of_its_experts(step);
  }
  // If embedding and head are on different stages, each stage has a copy of tied weights.
  const double embedding = of_embedding(step);
  const int last = step.setup.pipeline_parallel - 1;
  if (stage == 0) all += embedding;
  if (stage == last && (last > 0 || !step.shape.tied)) all += embedding;
  return apart(step, all, of_experts);
}

std::vector<HeldWeights> weights_of_layer(const TrainingStep& step, bool experts) {
  return apart(step, of_layer(step, experts), experts ? of_its_experts(step) : 0);
}

std::vector<HeldWeights> weights_of_embedding(const TrainingStep& step) {
  if (step.shape.vocabulary == 0) return {};
  return apart(step, of_embedding(step), 0);
}

}  // namespace nscope::sim
