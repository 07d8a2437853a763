#pragma once

#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/training/training_step.h"

namespace nscope::sim {

/// Memory of one rank of the stage that needs most: weights, gradients, optimizer state,
/// what forward passes keep for backward passes, the head's logits, runtime. With the
/// arithmetic, and the smallest change that would fit.
catalog::MemoryFit training_memory(const TrainingStep& step);

/// Bytes of the optimizer's state a parameter: AdamW's two moments, and master weights.
double optimizer_state_bytes(const TrainingSetup& setup);

}  // namespace nscope::sim
