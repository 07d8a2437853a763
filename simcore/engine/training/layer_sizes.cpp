#include "simcore/engine/training/adapters.h"
#include "simcore/engine/training/rank_shape.h"
#include "simcore/engine/training/training_graph.h"

#include <cmath>

namespace nscope::sim {
namespace {

/// Elements that the forward pass of a layer with frozen weights stores. A product with frozen
/// weights does not need its input again, unless it has an adapter: then its input and the result
/// of the first factor are stored.
double saved_beside_adapters(const TransformerShape& shape, const TrainingLayout& layout,
                             bool experts, double tokens, double kept) {
  const int tp = layout.tensor_parallel;
  const double heads = catalog::per_core(shape.heads, tp);
  const double kv = kv_heads_on_rank(shape, tp);
  // Inputs of both norms; queries, keys, values and context.
  double elements = 2 * kept * shape.hidden + tokens * shape.head_dim * (2 * heads + 2 * kv);
  elements += kept * shape.hidden * (keeps_normalised(layout, true) ? 1 : 0);
  elements += kept * shape.hidden * (keeps_normalised(layout, false) ? 1 : 0);
  // The input of the activation and, with a gate, both factors of the product.
  const double copies = experts ? shape.moe->top_k + shape.moe->shared_experts : 1;
  const double ffn = catalog::per_core(experts ? shape.moe->expert_ffn : shape.ffn, tp);
  elements += copies * tokens * ffn * (shape.gated ? 2 : 1);
  if (!layout.fused && layout.checkpointing == Checkpointing::kNone) {
    elements += heads * tokens * layout.positions;  // probabilities
  }
  if (layout.adapters.rank == 0) return elements;
  for (const AdaptedMatrix& matrix :
       adapted_matrices(shape, layout.adapters, tp, experts, layout.expert_parallel())) {
    const double rows = tokens * (matrix.routed ? shape.moe->top_k : 1);
    elements += rows * layout.adapters.rank;
    if (matrix.target == AdapterTarget::kDown) elements += rows * matrix.inner;
  }
  return elements;
}

}  // namespace

double layer_weights(const TransformerShape& shape, int tensor_parallel, bool experts,
                     int expert_parallel) {
  const double kv = kv_heads_on_rank(shape, tensor_parallel);
  const double attention = static_cast<double>(shape.hidden) * shape.head_dim *
                           (2.0 * catalog::per_core(shape.heads, tensor_parallel) + 2.0 * kv);
  const double matrices = feed_forward_matrices(shape);
  if (!experts) {
    return attention + matrices * shape.hidden * catalog::per_core(shape.ffn, tensor_parallel);
  }
  return attention + static_cast<double>(shape.hidden) * shape.moe->experts +
         shape.moe->shared_experts * matrices * shape.hidden *
             catalog::per_core(shape.moe->expert_ffn, tensor_parallel) +
         expert_weights(shape, tensor_parallel, expert_parallel);
}

double expert_weights(const TransformerShape& shape, int tensor_parallel, int expert_parallel) {
  return catalog::per_core(shape.moe->experts, expert_parallel) * feed_forward_matrices(shape) *
         shape.hidden * catalog::per_core(shape.moe->expert_ffn, tensor_parallel);
}

double context_bytes(const TransformerShape& shape, const TrainingLayout& layout,
                     double element_bytes) {
  const double heads = kv_heads_on_rank(shape, layout.tensor_parallel);
  return 2 * layout.samples * layout.positions * heads * shape.head_dim * element_bytes;
}

double saved_bytes(const TransformerShape& shape, const TrainingLayout& layout, bool experts,
                   double element_bytes) {
  const int tp = layout.tensor_parallel;
  const double tokens = layout.samples * std::ceil(layout.positions / layout.context_parallel());
  const double kept = layout.sequence_parallel ? std::ceil(tokens / tp) : tokens;
  if (layout.checkpointing == Checkpointing::kFull) return kept * shape.hidden * element_bytes;
  const double heads = catalog::per_core(shape.heads, tp);
  const double kv = kv_heads_on_rank(shape, tp);
  const double routed = experts ? shape.moe->top_k + shape.moe->shared_experts : 1;
  const double ffn = experts ? shape.moe->expert_ffn : shape.ffn;
  if (layout.frozen) {
    return saved_beside_adapters(shape, layout, experts, tokens, kept) * element_bytes;
  }
  // Inputs of both norms, of the attention and of the feed-forward network; queries, keys, values
  // and context; gate and up.
  double elements = 4 * kept * shape.hidden + tokens * shape.head_dim * (2 * heads + 2 * kv) +
                    routed * tokens * catalog::per_core(ffn, tp) * (shape.gated ? 3 : 2);
  if (!layout.fused && layout.checkpointing == Checkpointing::kNone) {
    elements += heads * tokens * layout.positions;  // probabilities
  }
  return elements * element_bytes;
}

}  // namespace nscope::sim
