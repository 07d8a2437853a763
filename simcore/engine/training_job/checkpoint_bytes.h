#pragma once

#include "simcore/engine/training/training_step.h"

namespace nscope::sim {

/// The bytes of a checkpoint: weights and the optimizer's state, each parameter once.
/// One replica writes what all replicas hold; every node reads what its ranks need, once.
struct CheckpointBytes {
  double written = 0;          ///< by all nodes: the size of the checkpoint
  double written_by_node = 0;  ///< by the node that writes most
  double read = 0;             ///< by all nodes
  double read_by_node = 0;     ///< by the node that reads most

  /// The same spread of a checkpoint of another size.
  CheckpointBytes scaled_to(double bytes) const;
};
CheckpointBytes checkpoint_bytes(const TrainingStep& step);

}  // namespace nscope::sim
