#pragma once

#include "simcore/engine/training/training_step.h"

#include <vector>

namespace nscope::sim {

/// Weights of a rank that are replicated on the same group of ranks. The group reduces the
/// gradients and shards the optimizer state (ZeRO-1) or everything (ZeRO-3). Memory, reductions,
/// optimizer and gathers are computed from it. Plain data.
struct HeldWeights {
  double parameters = 0;      ///< of one rank, before ZeRO shards them; without adapters
  CollectiveGroup holders{};  ///< ranks with the same weights
  bool experts = false;       ///< distributed among the expert-parallel ranks
  double adapters = 0;        ///< parameters of the adapters beside them
  bool frozen = false;        ///< only the adapters are trained
  double narrow = 0;          ///< part of `parameters` that is stored in `narrow_bytes` each
  double narrow_bytes = 0;

  /// Parameters with gradients and optimizer state.
  double trained() const { return frozen ? adapters : parameters; }
  /// Stored bytes of weights and adapters, with `element_bytes` for those that are not narrow.
  double bytes(double element_bytes) const {
    return (parameters - narrow + adapters) * element_bytes + narrow * narrow_bytes;
  }

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

/// The parameters of the adapters of a stage that all tensor-parallel ranks have, whose gradients
/// they sum. 0 without adapters or tensor parallelism.
double repeated_adapters(const TrainingStep& step, int stage);

}  // namespace nscope::sim
