#pragma once

#include "simcore/engine/training/training_step.h"

namespace nscope::sim {

/// The bytes of a checkpoint: trained weights and their optimizer state, each parameter once. One
/// replica writes the state that all replicas share. Every node reads the state of its ranks once,
/// and the frozen weights beside adapters in the type of the computation.
struct CheckpointBytes {
  double written = 0;          ///< by all nodes: the size of the checkpoint
  double written_by_node = 0;  ///< by the node that writes the most
  double read = 0;             ///< by all nodes
  double read_by_node = 0;     ///< by the node that reads the most

  /// A checkpoint of another size with the same distribution over the nodes.
  CheckpointBytes scaled_to(double bytes) const;
};
CheckpointBytes checkpoint_bytes(const TrainingStep& step);

}  // namespace nscope::sim
