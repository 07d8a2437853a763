#pragma once

#include "simcore/engine/training/training_step.h"

#include <vector>

namespace nscope::sim {

/// Weights of a rank that the same ranks hold. They reduce their gradients among themselves
/// and share the optimizer's state (ZeRO-1) or everything (ZeRO-3): memory, reduction,
/// optimizer and gathers all follow from here. Plain data.
struct HeldWeights {
  double parameters = 0;      ///< of one rank, before ZeRO shares them
  CollectiveGroup holders{};  ///< ranks that hold the same
  bool experts = false;       ///< shared out among the expert-parallel ranks

  /// Ranks among which ZeRO `stage` and up share what they hold.
  int shares(int zero, int stage) const { return zero >= stage ? holders.ranks() : 1; }
};

/// Of one stage, embedding and head included; of one layer, with experts or without; of the
/// embedding, as many as of the head (none of models without a vocabulary). One entry, or
/// with expert parallelism two: experts come last, and are held by
/// data x context / expert parallel ranks.
std::vector<HeldWeights> weights_of(const TrainingStep& step, int stage);
std::vector<HeldWeights> weights_of_layer(const TrainingStep& step, bool experts);
std::vector<HeldWeights> weights_of_embedding(const TrainingStep& step);

}  // namespace nscope::sim
