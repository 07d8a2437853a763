#include "simcore/engine/checkpoint_restart/checkpoint_bytes.h"

#include "simcore/engine/training/training_memory.h"

#include <algorithm>

namespace nscope::sim {

CheckpointBytes CheckpointBytes::scaled_to(double bytes) const {
  const double scale = bytes / written;
  return {bytes, written_by_node * scale, read * scale, read_by_node * scale};
}

CheckpointBytes checkpoint_bytes(const TrainingStep& step) {
  const int stages = step.setup.pipeline_parallel;
  const bool one_node = step.setup.nodes == 1;
  const double nodes_of_stage = one_node ? 1 : step.setup.nodes / stages;
  // Ranks that share a layer or its experts are in one node, which so holds all of it.
  TrainingStep whole = step;
  whole.layout.tensor_parallel = 1;
  whole.layout.expert_parallel = 1;
  CheckpointBytes sum;
  for (int stage = 0; stage < stages; ++stage) {
    const double parameters = whole.parameters_of(stage);
    const double weights = parameters * step.element_bytes;
    const double state = parameters * optimizer_state_bytes(step.setup);
    const double node = weights / (step.setup.zero >= 3 ? nodes_of_stage : 1) +
                        state / (step.setup.zero >= 1 ? nodes_of_stage : 1);
    sum.written += weights + state;
    sum.read += node * nodes_of_stage;
    sum.read_by_node = one_node ? sum.read : std::max(sum.read_by_node, node);
  }
  // The node with a stage's weights writes the same that each of its nodes reads.
  sum.written_by_node = sum.read_by_node;
  return sum;
}

}  // namespace nscope::sim
