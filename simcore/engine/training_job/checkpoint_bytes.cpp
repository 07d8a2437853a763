#include "simcore/engine/training_job/checkpoint_bytes.h"

#include "simcore/engine/training/adapters.h"
#include "simcore/engine/training/training_memory.h"
#include "simcore/engine/training/training_weights.h"

#include <algorithm>
#include <vector>

namespace nscope::sim {

CheckpointBytes CheckpointBytes::scaled_to(double bytes) const {
  const double scale = bytes / written;
  return {bytes, written_by_node * scale, read * scale, read_by_node * scale};
}

namespace {

/// Parameters of a stage, each counted once, and their distribution over nodes.
struct StageWeights {
  double trained = 0;  ///< written to checkpoints
  double frozen = 0;   ///< only read, from the checkpoint of the original model
  double share = 1;    ///< share of the parameters on one node
  int nodes = 1;       ///< number of nodes with the same parameters
};

std::vector<StageWeights> stage_weights(const TrainingStep& step, int stage) {
  TrainingStep whole = step;
  whole.layout.tensor_parallel = 1;
  whole.setup.expert_parallel = 1;
  whole.layout.experts = {};
  const TrainingLayout& layout = step.layout;
  double experts = 0;
  double routed = 0;
  for (int chunk = 0; chunk < step.setup.chunks; ++chunk) {
    const int layers = step.layers_in(chunk * step.setup.pipeline_parallel + stage).experts;
    if (layers == 0) continue;
    experts += layers * expert_weights(step.shape, 1, 1);
    if (layout.adapters.rank == 0) continue;
    routed += layers * adapter_parameters(step.shape, layout.adapters, 1, true, 1).routed;
  }
  double adapters = 0;
  for (const HeldWeights& held : weights_of(whole, stage)) adapters += held.adapters;
  const RankLayout ranks = step.rank_layout();
  const double dense = whole.parameters_of(stage) - experts;
  StageWeights one{.nodes = ranks.replica_group().nodes};
  StageWeights other{.share = 1.0 / ranks.expert_group().nodes,
                     .nodes = ranks.expert_replica_group().nodes};
  one.trained = layout.frozen ? adapters - routed : dense;
  one.frozen = layout.frozen ? dense : 0;
  other.trained = layout.frozen ? routed : experts;
  other.frozen = layout.frozen ? experts : 0;
  return {one, other};
}

}  // namespace

CheckpointBytes checkpoint_bytes(const TrainingStep& step) {
  const RankLayout ranks = step.rank_layout();
  const int stages = step.setup.pipeline_parallel;
  const int of_node = ranks.stages_of_node();
  const double nodes_of_stage = 1.0 * step.setup.nodes * of_node / stages;
  CheckpointBytes sum;
  double held = 0;
  double held_frozen = 0;
  for (int stage = 0; stage < stages; ++stage) {
    if (stage % of_node == 0) held = held_frozen = 0;
    double node = 0;
    double frozen = 0;
    for (const StageWeights& part : stage_weights(step, stage)) {
      const double weights = part.trained * step.element_bytes;
      const double state = part.trained * optimizer_state_bytes(step.setup);
      const int weight_shares = step.setup.zero >= 3 ? part.nodes : 1;
      sum.written += weights + state;
      node +=
          part.share * (weights / weight_shares + state / (step.setup.zero >= 1 ? part.nodes : 1));
      frozen += part.share * part.frozen * step.element_bytes / weight_shares;
    }
    sum.read += (node + frozen) * nodes_of_stage;
    held += node;
    held_frozen += frozen;
    sum.written_by_node = std::max(sum.written_by_node, held);
    sum.read_by_node = std::max(sum.read_by_node, held + held_frozen);
  }
  return sum;
}

}  // namespace nscope::sim
