#pragma once

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/training/training_graph.h"

namespace nscope::sim {

/// Matrices of a feed-forward network.
inline double feed_forward_matrices(const TransformerShape& shape) {
  return shape.gated ? 3 : 2;
}

/// KV heads on a rank: at least one.
inline double kv_heads_on_rank(const TransformerShape& shape, int tensor_parallel) {
  return tensor_parallel <= shape.kv_heads ? catalog::per_core(shape.kv_heads, tensor_parallel) : 1.0;
}

/// Whether the backward pass needs the normalised input of attention or of the feed-forward
/// network: for gradients of weights.
inline bool keeps_normalised(const TrainingLayout& layout, bool of_attention) {
  if (!layout.frozen) return true;
  if (layout.adapters.rank == 0) return false;
  using enum AdapterTarget;
  const AdapterTargets targets = layout.adapters.targets;
  return of_attention ? targets.has(kQuery) || targets.has(kKey) || targets.has(kValue)
                      : targets.has(kGate) || targets.has(kUp);
}

}  // namespace nscope::sim
