#pragma once

#include "simcore/engine/training/training_step.h"

#include <vector>

namespace nscope::sim {

/// Weights of a rank that are replicated on the same group of ranks. The group reduces the
/// gradients and shards the optimizer state (ZeRO-1) or everything (ZeRO-3). Memory, reductions,
/// optimizer and gathers are computed from it. Plain data.
struct HeldWeights {
  double parameters = 0;      ///< of one rank, before ZeRO shards them
  CollectiveGroup holders{};  ///< ranks with the same weights
  bool experts = false;       ///< distributed among the expert-parallel ranks

  /// Number of ranks among which ZeRO shards a state that is sharded from `stage` on.
  int shares(int zero, int stage) const { return zero >= stage ? holders.ranks() : 1; }
};

/// The weights of one stage including embedding and head; of one layer, with or without experts; of
/// the embedding, which are as many as those of the head (empty for models without a vocabulary).
/// One entry, or two with expert parallelism: the second entry has the experts, which are
/// replicated on data x context / expert parallel ranks.
std::vector<HeldWeights> weights_of(const TrainingStep& step, int stage);
std::vector<HeldWeights> weights_of_layer(const TrainingStep& step, bool experts);
std::vector<HeldWeights> weights_of_embedding(const TrainingStep& step);

}  // namespace nscope::sim
