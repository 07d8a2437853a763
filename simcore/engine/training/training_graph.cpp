#include "simcore/engine/training/training_graph.h"

#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/model_limits.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

/// BERT predicts 15 % of its input (arXiv:1810.04805, section 3.1).
constexpr double kMaskedShare = 0.15;
/// VectorE passes of AdamW over a parameter: two moments, their corrections, square root,
/// quotient, weight decay, update.
constexpr double kAdamPasses = 8;

double shard(double count, int ranks) {
  return std::ceil(count / ranks);
}

double matrices_of(const TransformerShape& shape) {
  return shape.gated ? 3 : 2;
}

/// KV heads on a rank: at least one.
double kv_heads_of(const TransformerShape& shape, int tensor_parallel) {
  return tensor_parallel <= shape.kv_heads ? shard(shape.kv_heads, tensor_parallel) : 1.0;
}

/// Mean number of keys per query in a fused kernel, which skips the tiles of keys after the query.
double fused_keys(double positions) {
  constexpr double kKeyTile = 2048;
  const double key_tiles = std::ceil(positions / kKeyTile);
  return std::ceil(positions * (key_tiles + 1) / (2 * key_tiles));
}

/// Builds the operators of single layers.
class Builder {
 public:
  Builder(const Rates& rates, const TransformerShape& shape, const TrainingLayout& layout)
      : rates_(rates), shape_(shape), layout_(layout) {
    queries_ = std::ceil(layout.positions / layout.context_parallel());
    tokens_ = layout.samples * queries_;
    kept_tokens_ = layout.sequence_parallel ? std::ceil(tokens_ / layout.tensor_parallel) : tokens_;
    const bool skips_half = layout.fused && shape.causal;
    attention_ = {.batch = layout.samples,
                  .query_heads = shard(shape.heads, layout.tensor_parallel),
                  .kv_heads = kv_heads_of(shape, layout.tensor_parallel),
                  .head_dim = static_cast<double>(shape.head_dim),
                  .queries = queries_,
                  .keys = skips_half ? fused_keys(layout.positions) : layout.positions,
                  .fused = layout.fused,
                  .kept = !layout.fused};
  }

  std::vector<Operator> embedding() const {
    Work work;
    const double bytes = kept_tokens_ * shape_.hidden * rates_.element_bytes;
    add_stream(rates_, work, bytes, bytes);
    return {{"embedding", work}};
  }
  std::vector<Operator> embedding_gradient() const {
    Work work;  // rows of the gradient are read, summed and written
    const double bytes = kept_tokens_ * shape_.hidden * layout_.gradient_bytes;
    add_stream(rates_, work, 2 * bytes, bytes);
    return {{"embedding_gradient", work}};
  }

  std::vector<Operator> layer(bool experts) const {
    std::vector<Operator> ops;
    add_norm(ops, "attention_norm", 0);
    add_projection(ops, "qkv_projection", shape_.hidden, qkv_width());
    add_rope(ops, "rope");
    add_context_exchange(ops, "context_exchange", CollectiveKind::kAllGather);
    ops.push_back({"attention_scores", attention_scores(score_rates(), attention_)});
    add_mask(ops, "attention_mask");
    ops.push_back({"attention_softmax", attention_softmax(score_rates(), attention_)});
    add_score_dropout(ops, "attention_dropout", 2);
    ops.push_back({"attention_context", attention_context(score_rates(), attention_)});
    add_projection(ops, "output_projection", query_width(), shape_.hidden);
    add_reduction(ops, "attention_all_reduce");
    add_dropout(ops, "attention_residual_dropout", 2);
    add_norm(ops, "ffn_norm", 0);
    if (experts) {
      add_experts(ops);
    } else {
      add_feed_forward(ops, tokens_, 1, shard(shape_.ffn, layout_.tensor_parallel));
    }
    add_reduction(ops, "ffn_all_reduce");
    add_dropout(ops, "ffn_residual_dropout", 2);
    return ops;
  }

  std::vector<Operator> layer_gradient(bool experts) const {
    std::vector<Operator> ops;
    if (layout_.checkpointing == Checkpointing::kFull) ops = layer(experts);
    add_dropout(ops, "ffn_residual_dropout_gradient", 1);
    if (experts) {
      add_experts_gradient(ops);
    } else {
      add_feed_forward_gradient(ops, tokens_, 1, shard(shape_.ffn, layout_.tensor_parallel));
    }
    add_reduction(ops, "ffn_gradient_all_reduce", last_weight_gradient(ops));
    add_norm(ops, "ffn_norm_gradient", kNormGradientPasses);
    add_dropout(ops, "attention_residual_dropout_gradient", 1);
    add_projection_gradient(ops, "output_projection", query_width(), shape_.hidden);
    if (layout_.checkpointing != Checkpointing::kFull) {
      add_context_exchange(ops, "context_exchange_again", CollectiveKind::kAllGather);
    }
    add_attention_gradient(ops);
    add_context_exchange(ops, "context_gradient_exchange", CollectiveKind::kReduceScatter);
    add_rope(ops, "rope_gradient");
    add_projection_gradient(ops, "qkv_projection", shape_.hidden, qkv_width());
    add_reduction(ops, "attention_gradient_all_reduce", last_weight_gradient(ops));
    add_norm(ops, "attention_norm_gradient", kNormGradientPasses);
    return ops;
  }

  std::vector<Operator> head() const {
    std::vector<Operator> ops;
    add_norm(ops, "final_norm", 0);
    if (shape_.vocabulary == 0) return ops;
    const double columns = shard(shape_.vocabulary, layout_.tensor_parallel);
    ops.push_back({"lm_head", product(predicted_tokens(), shape_.hidden, columns)});
    // Maximum, exponential and sum, logarithm, selection of the target: in fp32.
    constexpr double kLossPasses = 4;
    Work loss = elementwise(rates_, predicted_tokens(), columns, kLossPasses);
    ops.push_back({"loss", loss});
    return ops;
  }

  std::vector<Operator> head_gradient() const {
    std::vector<Operator> ops;
    if (shape_.vocabulary > 0) {
      const double columns = shard(shape_.vocabulary, layout_.tensor_parallel);
      ops.push_back({"loss_gradient", elementwise(rates_, predicted_tokens(), columns, 2)});
      ops.push_back(
          {"lm_head_input_gradient", product(predicted_tokens(), columns, shape_.hidden)});
      ops.push_back(
          {"lm_head_weight_gradient", weight_gradient(predicted_tokens(), shape_.hidden, columns)});
    }
    add_norm(ops, "final_norm_gradient", kNormGradientPasses);
    return ops;
  }

 private:
  /// Sums over the row for gain and input, then the gradient of the input, in addition to the
  /// passes of the norm itself.
  static constexpr double kNormGradientPasses = 2;

  double query_width() const { return attention_.query_heads * shape_.head_dim; }
  double kv_width() const { return attention_.kv_heads * shape_.head_dim; }
  double qkv_width() const { return query_width() + 2 * kv_width(); }
  double predicted_tokens() const { return std::ceil(tokens_ * shape_.predicted); }

  Work product(double rows, double inner, double columns, bool activation = false) const {
    return gemm(rates_, {.rows = rows,
                         .inner = inner,
                         .columns = columns,
                         .weight_bytes = rates_.element_bytes,
                         .activation = activation});
  }

  /// [K, tokens] x [tokens, N], added to the accumulated gradients. The input is read from the
  /// stored activations of the forward pass.
  Work weight_gradient(double tokens, double inner, double columns) const {
    const bool resident =
        spilled_bytes(rates_.machine, tokens * columns * rates_.element_bytes) == 0;
    Work work = gemm(rates_, {.rows = inner,
                              .inner = tokens,
                              .columns = columns,
                              .weight_bytes = rates_.element_bytes,
                              .resident = resident});
    const double gradients = inner * columns * layout_.gradient_bytes;
    add_stream(rates_, work,
               tokens * inner * rates_.element_bytes + (layout_.accumulates ? gradients : 0),
               gradients);
    return work;
  }

  /// Stores `elements` of the forward pass for the backward pass.
  void keep(Work& work, double elements) const {
    if (layout_.checkpointing == Checkpointing::kFull) return;
    add_stream(rates_, work, 0, elements * rates_.element_bytes);
  }

  void add_norm(std::vector<Operator>& ops, std::string_view name, double more_passes) const {
    Work work = elementwise(rates_, kept_tokens_, shape_.hidden,
                            rates_.parameters.norm_passes + more_passes);
    if (more_passes == 0) {
      keep(work, kept_tokens_ * shape_.hidden);
    } else {
      add_stream(rates_, work, kept_tokens_ * shape_.hidden * rates_.element_bytes, 0);
    }
    ops.push_back({name, work});
  }

  void add_rope(std::vector<Operator>& ops, std::string_view name) const {
    if (!shape_.rotary) return;
    ops.push_back({name, elementwise(rates_, tokens_, query_width() + kv_width(),
                                     rates_.parameters.rope_passes)});
  }

  void add_projection(std::vector<Operator>& ops, std::string_view name, double inner,
                      double columns) const {
    Work work = product(tokens_, inner, columns);
    keep(work, tokens_ * columns);
    ops.push_back({name, work});
  }

  void add_projection_gradient(std::vector<Operator>& ops, std::string_view name, double inner,
                               double columns) const {
    const bool output = name == "output_projection";
    ops.push_back({output ? "output_projection_input_gradient" : "qkv_projection_input_gradient",
                   product(tokens_, columns, inner)});
    ops.push_back({output ? "output_projection_weight_gradient" : "qkv_projection_weight_gradient",
                   weight_gradient(tokens_, inner, columns)});
  }

  void add_attention_gradient(std::vector<Operator>& ops) const {
    const bool again = layout_.fused || layout_.checkpointing == Checkpointing::kSelective;
    if (again) {
      ops.push_back({"attention_scores_again", attention_scores(score_rates(), attention_)});
      ops.push_back({"attention_softmax_again", attention_softmax(score_rates(), attention_)});
    }
    ops.push_back({"attention_value_gradient", attention_context(score_rates(), attention_)});
    ops.push_back({"attention_probability_gradient", attention_scores(score_rates(), attention_)});
    add_score_dropout(ops, "attention_dropout_gradient", 1);
    ops.push_back({"attention_softmax_gradient", attention_softmax(score_rates(), attention_)});
    add_mask(ops, "attention_mask_gradient");
    ops.push_back({"attention_query_gradient", attention_context(score_rates(), attention_)});
    ops.push_back({"attention_key_gradient", attention_context(score_rates(), attention_)});
  }

  /// Scores and probabilities outside a fused kernel are fp32.
  Rates score_rates() const {
    Rates rates = rates_;
    if (!layout_.fused) rates.element_bytes = kFp32;
    return rates;
  }

  /// Random numbers and their product with the probabilities, whose mask is stored; in the backward
  /// pass only the product.
  void add_score_dropout(std::vector<Operator>& ops, std::string_view name, double passes) const {
    if (!shape_.dropout || layout_.fused) return;
    ops.push_back({name, over_scores(passes)});
  }
  /// Replaces the scores of later positions.
  void add_mask(std::vector<Operator>& ops, std::string_view name) const {
    if (shape_.causal && !layout_.fused) ops.push_back({name, over_scores(1)});
  }
  /// Reads scores and a second operand (random numbers or a mask) from HBM, and writes the scores
  /// back.
  Work over_scores(double passes) const {
    const double rows = attention_.batch * attention_.query_heads * attention_.queries;
    Work work = elementwise(score_rates(), rows, attention_.keys, passes);
    const double bytes = rows * attention_.keys * kFp32;
    if (spilled_bytes(rates_.machine, bytes) == 0) add_stream(rates_, work, bytes, bytes);
    add_stream(rates_, work, bytes, 0);
    return work;
  }
  void add_dropout(std::vector<Operator>& ops, std::string_view name, double passes) const {
    if (!shape_.dropout) return;
    ops.push_back({name, elementwise(rates_, kept_tokens_, shape_.hidden, passes)});
  }

  /// A collective of ranks that need not be tensor-parallel neighbours. plan_training() has checked
  /// that the group is supported.
  void add_exchange(std::vector<Operator>& ops, std::string_view name, CollectiveKind kind,
                    const CollectiveGroup& group, double bytes) const {
    if (group.ranks() <= 1) return;
    const auto plan =
        plan_collective(rates_.machine, rates_.parameters,
                        {.kind = kind, .group = group, .bytes = bytes, .in_graph = true});
    if (plan) ops.push_back({name, {}, plan->summary});
  }

  /// Exchanges the keys and values of the other parts of the sequence, or their gradients.
  void add_context_exchange(std::vector<Operator>& ops, std::string_view name,
                            CollectiveKind kind) const {
    add_exchange(ops, name, kind, layout_.context,
                 context_bytes(shape_, layout_, rates_.element_bytes));
  }

  /// An all-reduce, or with sequence parallelism its two halves before and after the norm, which
  /// have the same bytes and phases. `beside`: s of work that does not wait for it and overlaps
  /// with it.
  void add_reduction(std::vector<Operator>& ops, std::string_view name, double beside = 0) const {
    if (layout_.tensor_parallel <= 1) return;
    Collective plan =
        plan_collective(rates_.machine, rates_.parameters, CollectiveKind::kAllReduce,
                        layout_.tensor_parallel, tokens_ * shape_.hidden * rates_.element_bytes);
    plan.hidden = std::min(plan.seconds, beside);
    ops.push_back({name, {}, plan});
  }

  /// Seconds of the last weight gradient, which does not wait for the reduction of the input
  /// gradient: the shortest time, with all the data that DMA can have prefetched.
  double last_weight_gradient(const std::vector<Operator>& ops) const {
    for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
      if (op->name.ends_with("weight_gradient")) {
        const Overlap overlap = overlap_of(rates_);
        double ahead = overlap.lead;
        return operator_seconds(*op, overlap, ahead);
      }
    }
    return 0;
  }

  /// `copies` feed-forward networks of `tokens` each.
  void add_feed_forward(std::vector<Operator>& ops, double tokens, double copies,
                        double columns) const {
    const double hidden = shape_.hidden;
    const auto add = [&](std::string_view name, Work one, double kept) {
      keep(one, kept);
      ops.push_back({name, scaled(one, copies)});
    };
    if (shape_.gated) {
      add("ffn_gate", product(tokens, hidden, columns, true), tokens * columns);
      add("ffn_up", product(tokens, hidden, columns), tokens * columns);
      add("ffn_product", elementwise(rates_, tokens, columns, 1), 0);
    } else {
      add("ffn_up", product(tokens, hidden, columns, true), tokens * columns);
    }
    add("ffn_down", product(tokens, columns, hidden), 0);
  }

  void add_feed_forward_gradient(std::vector<Operator>& ops, double tokens, double copies,
                                 double columns) const {
    const double hidden = shape_.hidden;
    const auto add = [&](std::string_view name, const Work& one) {
      ops.push_back({name, scaled(one, copies)});
    };
    add("ffn_down_input_gradient", product(tokens, hidden, columns));
    add("ffn_down_weight_gradient", weight_gradient(tokens, columns, hidden));
    // The derivative of the activation; with a gate also both factors of the product.
    add("activation_gradient", elementwise(rates_, tokens, columns, shape_.gated ? 4 : 2));
    if (shape_.gated) {
      add("ffn_gate_input_gradient", product(tokens, columns, hidden));
      add("ffn_gate_weight_gradient", weight_gradient(tokens, hidden, columns));
    }
    add("ffn_up_input_gradient", product(tokens, columns, hidden));
    add("ffn_up_weight_gradient", weight_gradient(tokens, hidden, columns));
  }

  static Work scaled(Work work, double times) {
    for (double& seconds : work.seconds) seconds *= times;
    work.read_bytes *= times;
    work.write_bytes *= times;
    work.flops *= times;
    return work;
  }

  /// Every rank has some experts completely (or their tensor-parallel shards) and receives the
  /// tokens routed to them from the other ranks. The router is assumed to be balanced.
  double local_experts() const { return shard(shape_.moe->experts, layout_.expert_parallel()); }
  double tokens_of_expert() const {
    return std::ceil(tokens_ * layout_.expert_parallel() * shape_.moe->top_k / shape_.moe->experts);
  }
  void add_dispatch(std::vector<Operator>& ops, std::string_view name) const {
    add_exchange(ops, name, CollectiveKind::kAllToAll, layout_.experts,
                 tokens_ * shape_.moe->top_k * shape_.hidden * rates_.element_bytes);
  }
  void add_experts(std::vector<Operator>& ops) const {
    const catalog::MoeShape& moe = *shape_.moe;
    const double columns = shard(moe.expert_ffn, layout_.tensor_parallel);
    ops.push_back({"moe_router", product(tokens_, shape_.hidden, moe.experts)});
    add_dispatch(ops, "moe_dispatch");
    add_feed_forward(ops, tokens_of_expert(), local_experts(), columns);
    add_dispatch(ops, "moe_combine");
    if (moe.shared_experts > 0) add_feed_forward(ops, tokens_, moe.shared_experts, columns);
  }
  void add_experts_gradient(std::vector<Operator>& ops) const {
    const catalog::MoeShape& moe = *shape_.moe;
    const double columns = shard(moe.expert_ffn, layout_.tensor_parallel);
    add_dispatch(ops, "moe_combine_gradient");
    add_feed_forward_gradient(ops, tokens_of_expert(), local_experts(), columns);
    add_dispatch(ops, "moe_dispatch_gradient");
    if (moe.shared_experts > 0) {
      add_feed_forward_gradient(ops, tokens_, moe.shared_experts, columns);
    }
    ops.push_back({"moe_router_input_gradient", product(tokens_, moe.experts, shape_.hidden)});
    ops.push_back(
        {"moe_router_weight_gradient", weight_gradient(tokens_, shape_.hidden, moe.experts)});
  }

  const Rates& rates_;
  const TransformerShape& shape_;
  const TrainingLayout& layout_;
  double queries_ = 0;
  double tokens_ = 0;       ///< of a microbatch on this rank
  double kept_tokens_ = 0;  ///< of the residual stream between the parallel regions
  Attention attention_;
};

tl::unexpected<Error> refuse(const catalog::Model& model, Text why) {
  return fail(ErrorCode::kInvalidArgument, tr("{}: {}", model.id, std::move(why)));
}

/// The shape of a vision transformer, whose layers are one block of its network.
Result<TransformerShape> image_shape(const catalog::Model& model) {
  const catalog::Block* layers = nullptr;
  for (const catalog::Block& block : model.network) {
    if (block.kind != catalog::Block::Kind::kTransformer) continue;
    if (layers != nullptr || block.rows == 0 || block.ffn == 0 || block.context_rows > 0) {
      return refuse(model,
                    tr("training is supported only for networks of equal transformer layers"));
    }
    layers = &block;
  }
  if (layers == nullptr)
    return refuse(model, tr("the catalogue does not describe its transformer layers"));
  return TransformerShape{.layers = layers->times,
                          .hidden = layers->in,
                          .heads = layers->heads,
                          .kv_heads = layers->heads,
                          .head_dim = layers->head_dim,
                          .ffn = layers->ffn,
                          .gated = layers->gated,
                          .positions = layers->rows,
                          .parameters = model.parameters};
}

}  // namespace

Result<TransformerShape> transformer_shape(const catalog::Model& model) {
  using catalog::Architecture;
  if (auto possible = check_limits(model); !possible) return fail(possible.error());
  if (model.architecture == Architecture::kVisionTransformer) return image_shape(model);
  const bool decodes = model.architecture == Architecture::kDecoder;
  if (!decodes && model.architecture != Architecture::kEncoder) {
    return refuse(model, tr("training of the architecture {} is not supported",
                            catalog::to_string(model.architecture)));
  }
  if (model.mla) return refuse(model, tr("multi-head latent attention is not supported"));
  if (!model.unmodelled.empty()) return refuse(model, tr("{} are not supported", model.unmodelled));
  if (model.layers < 1 || model.hidden < 1 || model.heads < 1 || model.kv_heads < 1 ||
      model.head_dim < 1 || (model.ffn < 1 && !model.moe) || !(model.parameters > 0)) {
    return refuse(model, tr("its dimensions are unknown"));
  }
  return TransformerShape{.layers = model.layers,
                          .hidden = model.hidden,
                          .heads = model.heads,
                          .kv_heads = model.kv_heads,
                          .head_dim = model.head_dim,
                          .ffn = model.ffn,
                          .gated = model.ffn_gated,
                          .causal = decodes,
                          .rotary = decodes && model.ffn_gated,
                          .dropout = !decodes,
                          .vocabulary = model.vocabulary,
                          .tied = model.tied_embeddings || !decodes,
                          .predicted = decodes ? 1 : kMaskedShare,
                          .parameters = model.parameters,
                          .moe = model.moe,
                          .moe_layers = model.moe_layers()};
}

TrainingGraphs training_graphs(const Rates& rates, const TransformerShape& shape,
                               const TrainingLayout& layout) {
  const Builder builder(rates, shape, layout);
  TrainingGraphs graphs{.embedding = builder.embedding(),
                        .embedding_gradient = builder.embedding_gradient(),
                        .layer = {},
                        .layer_gradient = {},
                        .moe_layer = {},
                        .moe_layer_gradient = {},
                        .head = builder.head(),
                        .head_gradient = builder.head_gradient()};
  if (shape.layers > shape.moe_layers) {
    graphs.layer = builder.layer(false);
    graphs.layer_gradient = builder.layer_gradient(false);
  }
  if (shape.moe_layers > 0) {
    graphs.moe_layer = builder.layer(true);
    graphs.moe_layer_gradient = builder.layer_gradient(true);
  }
  return graphs;
}

double layer_weights(const TransformerShape& shape, int tensor_parallel, bool experts,
                     int expert_parallel) {
  const double kv = kv_heads_of(shape, tensor_parallel);
  const double attention = static_cast<double>(shape.hidden) * shape.head_dim *
                           (2.0 * shard(shape.heads, tensor_parallel) + 2.0 * kv);
  const double matrices = matrices_of(shape);
  if (!experts) {
    return attention + matrices * shape.hidden * shard(shape.ffn, tensor_parallel);
  }
  return attention + static_cast<double>(shape.hidden) * shape.moe->experts +
         shape.moe->shared_experts * matrices * shape.hidden *
             shard(shape.moe->expert_ffn, tensor_parallel) +
         expert_weights(shape, tensor_parallel, expert_parallel);
}

double expert_weights(const TransformerShape& shape, int tensor_parallel, int expert_parallel) {
  return shard(shape.moe->experts, expert_parallel) * matrices_of(shape) * shape.hidden *
         shard(shape.moe->expert_ffn, tensor_parallel);
}

double context_bytes(const TransformerShape& shape, const TrainingLayout& layout,
                     double element_bytes) {
  const double heads = kv_heads_of(shape, layout.tensor_parallel);
  return 2 * layout.samples * layout.positions * heads * shape.head_dim * element_bytes;
}

double saved_bytes(const TransformerShape& shape, const TrainingLayout& layout, bool experts,
                   double element_bytes) {
  const int tp = layout.tensor_parallel;
  const double tokens = layout.samples * std::ceil(layout.positions / layout.context_parallel());
  const double kept = layout.sequence_parallel ? std::ceil(tokens / tp) : tokens;
  if (layout.checkpointing == Checkpointing::kFull) return kept * shape.hidden * element_bytes;
  const double heads = shard(shape.heads, tp);
  const double kv = kv_heads_of(shape, tp);
  const double routed = experts ? shape.moe->top_k + shape.moe->shared_experts : 1;
  const double ffn = experts ? shape.moe->expert_ffn : shape.ffn;
  // Inputs of both norms, of the attention and of the feed-forward network; queries, keys, values
  // and context; gate and up.
  double elements = 4 * kept * shape.hidden + tokens * shape.head_dim * (2 * heads + 2 * kv) +
                    routed * tokens * shard(ffn, tp) * (shape.gated ? 3 : 2);
  if (!layout.fused && layout.checkpointing == Checkpointing::kNone) {
    elements += heads * tokens * layout.positions;  // probabilities
  }
  return elements * element_bytes;
}

Operator optimizer_update(const Rates& rates, double parameters, double gradient_bytes,
                          bool master_weights) {
  Rates wide{rates.machine, rates.parameters, kFp32, false};
  Work work;
  const double width = rates.machine.partitions;
  work = elementwise(wide, width, parameters / width, kAdamPasses);
  // The stream of the state replaces what elementwise() counts for spilled tensors.
  work[Unit::kDma] = 0;
  work.read_bytes = 0;
  work.write_bytes = 0;
  const double weight = master_weights ? kFp32 : rates.element_bytes;
  const double copy = master_weights ? rates.element_bytes : 0;  // the compute copy
  add_stream(rates, work, parameters * (gradient_bytes + 2 * kFp32 + weight),
             parameters * (2 * kFp32 + weight + copy));
  return {"optimizer_update", work};
}

}  // namespace nscope::sim
