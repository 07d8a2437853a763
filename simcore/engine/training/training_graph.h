#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/graph/step_graph.h"
#include "simcore/engine/workload/training_setup.h"

#include <optional>

namespace nscope::sim {

/// The transformer that a model trains: equal layers over a sequence, then a head.
struct TransformerShape {
  int layers = 0;
  int hidden = 0;
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  int ffn = 0;
  bool gated = false;
  bool causal = false;    ///< each position attends to those before it
  bool rotary = false;    ///< rotary position embedding
  bool dropout = false;   ///< of attention probabilities and residuals, while it trains
  int vocabulary = 0;     ///< of the head; 0: a small classifier
  bool tied = false;      ///< the head uses the embedding's weights
  double predicted = 1;   ///< share of the positions that the head and the loss see
  int positions = 0;      ///< of a sample where the model fixes them (images); 0: any
  double parameters = 0;  ///< of the whole model
  std::optional<catalog::MoeShape> moe{};
  int moe_layers = 0;
};

/// Errors: kInvalidArgument for models that are no plain transformer, or whose
/// dimensions are not known.
Result<TransformerShape> transformer_shape(const catalog::Model& model);

/// What one rank of a training job computes of a microbatch.
struct TrainingLayout {
  double samples = 1;    ///< sequences of a microbatch
  double positions = 1;  ///< of a sequence, padded to full tiles
  int tensor_parallel = 1;
  CollectiveGroup context{};  ///< ranks that share a sequence
  CollectiveGroup experts{};  ///< ranks that share the experts of a layer
  bool sequence_parallel = true;
  bool fused = false;  ///< attention in a kernel that keeps the scores on the chip
  Checkpointing checkpointing = Checkpointing::kNone;
  double gradient_bytes = 4;  ///< of one element, accumulated over microbatches
  bool accumulates = true;    ///< adds to the gradients of microbatches before

  int context_parallel() const { return context.ranks(); }
  int expert_parallel() const { return experts.ranks(); }
};

/// One layer, forward and backward, and what stands before and after the layers.
struct TrainingGraphs {
  std::vector<Operator> embedding;
  std::vector<Operator> embedding_gradient;
  std::vector<Operator> layer;
  std::vector<Operator> layer_gradient;
  std::vector<Operator> moe_layer;  ///< empty without experts
  std::vector<Operator> moe_layer_gradient;
  std::vector<Operator> head;  ///< with the loss
  std::vector<Operator> head_gradient;
};

/// Operators of one rank for one microbatch. Gradients of a matrix product are two
/// products of the same size: by the input, for which weights are read again, and by the
/// weights, which are added to those of earlier microbatches. The backward pass of
/// attention is five products over the scores (one of them computes the scores again)
/// in a fused kernel, four where the forward pass kept the probabilities.
///
/// Ranks that share a sequence gather its keys and values before attention, again in the
/// backward pass unless the layer is computed again, and scatter the sums of their
/// gradients. Ranks that share experts exchange tokens before and behind them, both ways:
/// tokens x top-k x hidden, of which each rank keeps 1 / ranks. Groups over several nodes
/// are hierarchical; plan_collective() has accepted them before.
TrainingGraphs training_graphs(const Rates& rates, const TransformerShape& shape,
                               const TrainingLayout& layout);

/// Bytes that the forward pass of a layer, with experts or without, keeps for its backward
/// pass; one microbatch, one rank.
double saved_bytes(const TransformerShape& shape, const TrainingLayout& layout, bool experts,
                   double element_bytes);

/// Bytes of the keys and values of a whole sequence in one layer, one microbatch, one rank.
double context_bytes(const TransformerShape& shape, const TrainingLayout& layout,
                     double element_bytes);

/// Elements of the matrices that a rank holds of one layer, and of them those that the
/// ranks of an expert-parallel group do not all hold: its routed experts.
double layer_weights(const TransformerShape& shape, int tensor_parallel, bool experts,
                     int expert_parallel);
double expert_weights(const TransformerShape& shape, int tensor_parallel, int expert_parallel);

/// AdamW over `parameters` of a rank: reads gradient, both moments and the weight,
/// writes moments and weight.
Operator optimizer_update(const Rates& rates, double parameters, double gradient_bytes,
                          bool master_weights);

}  // namespace nscope::sim
