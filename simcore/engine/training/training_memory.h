#pragma once

#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/training/training_step.h"

namespace nscope::sim {

/// Memory of one rank of the stage that needs the most: weights, gradients, optimizer state, stored
/// activations, logits and runtime, with the calculation and the change with which it fits
/// (training_remedy()).
catalog::MemoryFit training_memory(const TrainingStep& step);
/// Whether every stage fits.
bool fits_training(const TrainingStep& step);

/// The memory of one rank that training keeps between two steps: of the stage that keeps the most.
struct TrainingState {
  double weights = 0;  ///< with adapters and the reference
  double other = 0;    ///< gradients and optimizer state
};
TrainingState training_state(const TrainingStep& step);

/// Bytes of optimizer state per parameter: the two moments of AdamW, and master weights.
double optimizer_state_bytes(const TrainingSetup& setup);

}  // namespace nscope::sim
