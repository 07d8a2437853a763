#include "simcore/engine/training_job/checkpoint_bytes.h"

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
  double parameters = 0;
  double share = 1;  ///< share of the parameters on one node
  int nodes = 1;     ///< number of nodes with the same parameters
};

std::vector<StageWeights> stage_weights(const TrainingStep& step, int stage) {
  TrainingStep whole = step;
  whole.layout.tensor_parallel = 1;
  whole.setup.expert_parallel = 1;
  double experts = 0;
  for (int chunk = 0; chunk < step.setup.chunks; ++chunk) {
    const int layers = step.layers_in(chunk * step.setup.pipeline_parallel + stage).experts;
    if (layers > 0) experts += layers * expert_weights(step.shape, 1, 1);
  }
  const RankLayout ranks = step.rank_layout();
  return {{whole.parameters_of(stage) - experts, 1, ranks.replica_group().nodes},
          {experts, 1.0 / ranks.expert_group().nodes, ranks.expert_replica_group().nodes}};
}

}  // namespace

CheckpointBytes checkpoint_bytes(const TrainingStep& step) {
  const RankLayout ranks = step.rank_layout();
  const int stages = step.setup.pipeline_parallel;
  const int of_node = ranks.stages_of_node();
  const double nodes_of_stage = 1.0 * step.setup.nodes * of_node / stages;
  CheckpointBytes sum;
  double held = 0;
  for (int stage = 0; stage < stages; ++stage) {
    if (stage % of_node == 0) held = 0;
    double node = 0;
    for (const StageWeights& part : stage_weights(step, stage)) {
      const double weights = part.parameters * step.element_bytes;
      const double state = part.parameters * optimizer_state_bytes(step.setup);
      sum.written += weights + state;
      node += part.share * (weights / (step.setup.zero >= 3 ? part.nodes : 1) +
                            state / (step.setup.zero >= 1 ? part.nodes : 1));
    }
    sum.read += node * nodes_of_stage;
    held += node;
    sum.read_by_node = std::max(sum.read_by_node, held);
  }
  // A node writes as many bytes as it reads.
  sum.written_by_node = sum.read_by_node;
  return sum;
}

}  // namespace nscope::sim
