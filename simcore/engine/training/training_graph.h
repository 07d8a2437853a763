#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/graph/step_graph.h"
#include "simcore/engine/workload/training_setup.h"

#include <optional>

namespace nscope::sim {

/// The transformer to train: equal layers over a sequence, then a head.
struct TransformerShape {
  int layers = 0;
  int hidden = 0;
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  int ffn = 0;
  bool gated = false;
  bool causal = false;    ///< each position attends only to earlier positions
  bool rotary = false;    ///< rotary position embedding
  bool dropout = false;   ///< dropout of attention probabilities and residuals
  int vocabulary = 0;     ///< of the head; 0: a small classifier
  bool tied = false;      ///< the head uses the embedding's weights
  double predicted = 1;   ///< share of the positions that the head and the loss process
  int positions = 0;      ///< of a sample if the model fixes it (images); 0: any
  double parameters = 0;  ///< of the whole model
  std::optional<catalog::MoeShape> moe{};
  int moe_layers = 0;
};

/// Errors: kInvalidArgument for models that are not plain transformers or whose dimensions are
/// unknown.
Result<TransformerShape> transformer_shape(const catalog::Model& model);

/// The part of a microbatch that one rank of a training job computes.
struct TrainingLayout {
  double samples = 1;    ///< sequences of a microbatch
  double positions = 1;  ///< of a sequence, padded to full tiles
  int tensor_parallel = 1;
  CollectiveGroup context{};  ///< ranks that share a sequence
  CollectiveGroup experts{};  ///< ranks that share the experts of a layer
  bool sequence_parallel = true;
  bool fused = false;  ///< attention by a kernel that keeps the scores in SBUF
  bool plain = false;  ///< every operator reads its inputs from HBM and writes its results to it
  Checkpointing checkpointing = Checkpointing::kNone;
  double gradient_bytes = 4;  ///< of one element, accumulated over microbatches
  bool accumulates = true;    ///< adds to the gradients of earlier microbatches
  bool frozen = false;        ///< the weights of the model have no gradients, only the adapters
  AdapterSetup adapters{};    ///< rank 0: none
  /// Bytes of a stored frozen weight of a layer, and the VectorE passes that restore it for a
  /// product; 0: the weights have the type of the computation.
  double stored_weight = 0;
  double restoring_passes = 0;

  int context_parallel() const { return context.ranks(); }
  int expert_parallel() const { return experts.ranks(); }
};

/// One layer, forward and backward, and the operators before and after the layers.
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

/// With frozen weights, the gradient of a product is that of its input only, and embedding, norms
/// and head have no gradients of weights. Each adapter adds two products to its matrix in the
/// forward pass (adapters.h), and the gradients of their inputs and weights in the backward pass.
///
/// Operators of one rank for one microbatch. The gradient of a matrix product consists of two
/// products of the same size: the gradient of the input, for which the weights are read again, and
/// the gradient of the weights, which is added to that of earlier microbatches. The backward pass
/// of attention has five products over the scores (one of them recomputes the scores) in a fused
/// kernel, and four if the forward pass stored the probabilities.
///
/// Ranks that share a sequence gather its keys and values before attention. They gather them again
/// in the backward pass unless the layer is recomputed, and reduce-scatter their gradients. Ranks
/// that share experts exchange tokens before and after the experts, in both passes: tokens x top-k
/// x hidden, of which each rank keeps 1 / ranks. Groups that span several nodes are hierarchical.
/// Requires that plan_collective() accepts all groups.
///
/// With `plain`, as native PyTorch computes, each elementwise pass reads and writes fp32 in HBM,
/// and the scores of attention move `eager_score_bytes` in the forward pass and kPlainScoreGradient
/// in the backward pass.
TrainingGraphs training_graphs(const Rates& rates, const TransformerShape& shape,
                               const TrainingLayout& layout);

/// Bytes that the forward pass of a layer, with or without experts, stores for its backward pass;
/// for one microbatch and one rank.
double saved_bytes(const TransformerShape& shape, const TrainingLayout& layout, bool experts,
                   double element_bytes);

/// Bytes of the keys and values of a whole sequence in one layer; for one microbatch and one rank.
double context_bytes(const TransformerShape& shape, const TrainingLayout& layout,
                     double element_bytes);

/// Matrix elements of one layer on a rank, and the part of them that differs between the ranks of
/// an expert-parallel group: the routed experts.
double layer_weights(const TransformerShape& shape, int tensor_parallel, bool experts,
                     int expert_parallel);
double expert_weights(const TransformerShape& shape, int tensor_parallel, int expert_parallel);

/// AdamW over `parameters` of a rank: reads the gradient, both moments and the weight, and writes
/// the moments and the weight.
Operator optimizer_update(const Rates& rates, double parameters, double gradient_bytes,
                          bool master_weights);

}  // namespace nscope::sim
