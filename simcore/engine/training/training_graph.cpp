#include "simcore/engine/training/training_graph.h"

#include "simcore/engine/training/adapters.h"
#include "simcore/engine/training/rank_shape.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

/// VectorE passes of AdamW over a parameter: two moments, their corrections, square root,
/// quotient, weight decay, update.
constexpr double kAdamPasses = 8;

/// B of HBM traffic of an attention score in the backward pass if each operator is a kernel of its
/// own, as `eager_score_bytes` in the forward pass. The gradient of the probabilities is written
/// (4 B). The softmax gradient multiplies it with the probabilities (12 B), sums (4 B), multiplies
/// the sum with the probabilities (8 B) and subtracts (12 B). Mask and scale read and write (16 B).
/// The gradients and the probabilities are converted to bf16 (12 B) and read three times in
/// products (6 B).
constexpr double kPlainScoreGradient = 74;
/// B of an element that a plain elementwise pass reads, and writes: fp32, to which automatic mixed
/// precision converts the inputs of norms, softmax and loss.
constexpr double kPlainPass = kFp32;

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
                  .query_heads = catalog::per_core(shape.heads, layout.tensor_parallel),
                  .kv_heads = kv_heads_on_rank(shape, layout.tensor_parallel),
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
    if (layout_.frozen) return {};
    Work work;  // rows of the gradient are read, summed and written
    const double bytes = kept_tokens_ * shape_.hidden * layout_.gradient_bytes;
    add_stream(rates_, work, 2 * bytes, bytes);
    return {{"embedding_gradient", work}};
  }

  std::vector<Operator> layer(bool experts) const {
    std::vector<Operator> ops;
    add_norm(ops, "attention_norm", 0);
    add_projection(ops, "qkv_projection", shape_.hidden, qkv_width());
    add_adapters(ops, kInputTargets, experts);
    add_rope(ops, "rope");
    add_context_exchange(ops, "context_exchange", CollectiveKind::kAllGather);
    ops.push_back({"attention_scores", attention_scores(score_rates(), attention_)});
    add_mask(ops, "attention_mask");
    ops.push_back({"attention_softmax", attention_softmax(score_rates(), attention_)});
    add_score_passes(ops, "attention_passes", rates_.parameters.eager_score_bytes, 4);
    add_score_dropout(ops, "attention_dropout", 2);
    ops.push_back({"attention_context", attention_context(score_rates(), attention_)});
    add_projection(ops, "output_projection", query_width(), shape_.hidden);
    add_adapters(ops, kContextTargets, experts);
    add_reduction(ops, "attention_all_reduce");
    add_dropout(ops, "attention_residual_dropout", 2);
    add_norm(ops, "ffn_norm", 0);
    if (experts) {
      add_experts(ops);
    } else {
      add_feed_forward(ops, tokens_, 1, catalog::per_core(shape_.ffn, layout_.tensor_parallel));
    }
    add_adapters(ops, kFeedForwardTargets, experts);
    add_reduction(ops, "ffn_all_reduce");
    add_dropout(ops, "ffn_residual_dropout", 2);
    return ops;
  }

  std::vector<Operator> layer_gradient(bool experts) const {
    std::vector<Operator> ops;
    if (layout_.checkpointing == Checkpointing::kFull) ops = layer(experts);
    add_dropout(ops, "ffn_residual_dropout_gradient", 1);
    add_adapter_gradients(ops, kFeedForwardTargets, experts);
    if (experts) {
      add_experts_gradient(ops);
    } else {
      add_feed_forward_gradient(ops, tokens_, 1, catalog::per_core(shape_.ffn, layout_.tensor_parallel));
    }
    add_reduction(ops, "ffn_gradient_all_reduce", last_weight_gradient(ops));
    add_norm(ops, "ffn_norm_gradient", norm_gradient_passes());
    add_dropout(ops, "attention_residual_dropout_gradient", 1);
    add_projection_gradient(ops, "output_projection", query_width(), shape_.hidden);
    add_adapter_gradients(ops, kContextTargets, experts);
    if (layout_.checkpointing != Checkpointing::kFull) {
      add_context_exchange(ops, "context_exchange_again", CollectiveKind::kAllGather);
    }
    add_attention_gradient(ops);
    add_context_exchange(ops, "context_gradient_exchange", CollectiveKind::kReduceScatter);
    add_rope(ops, "rope_gradient");
    add_projection_gradient(ops, "qkv_projection", shape_.hidden, qkv_width());
    add_adapter_gradients(ops, kInputTargets, experts);
    add_reduction(ops, "attention_gradient_all_reduce", last_weight_gradient(ops));
    add_norm(ops, "attention_norm_gradient", norm_gradient_passes());
    return ops;
  }

  std::vector<Operator> head() const {
    std::vector<Operator> ops;
    add_norm(ops, "final_norm", 0);
    if (shape_.vocabulary == 0) return ops;
    const double columns = catalog::per_core(shape_.vocabulary, layout_.tensor_parallel);
    ops.push_back({"lm_head", product(predicted_tokens(), shape_.hidden, columns)});
    // Maximum, exponential and sum, logarithm, selection of the target: in fp32.
    constexpr double kLossPasses = 4;
    Work loss = vector_passes(predicted_tokens(), columns, kLossPasses);
    ops.push_back({"loss", loss});
    return ops;
  }

  std::vector<Operator> head_gradient() const {
    std::vector<Operator> ops;
    if (shape_.vocabulary > 0) {
      const double columns = catalog::per_core(shape_.vocabulary, layout_.tensor_parallel);
      ops.push_back({"loss_gradient", vector_passes(predicted_tokens(), columns, 2)});
      ops.push_back(
          {"lm_head_input_gradient", product(predicted_tokens(), columns, shape_.hidden)});
      if (!layout_.frozen) {
        ops.push_back({"lm_head_weight_gradient",
                       weight_gradient(predicted_tokens(), shape_.hidden, columns)});
      }
    }
    add_norm(ops, "final_norm_gradient", norm_gradient_passes());
    return ops;
  }

 private:
  /// Sums over the row for gain and input, then the gradient of the input, in addition to the
  /// passes of the norm itself.
  static constexpr double kNormGradientPasses = 2;
  /// Without a gain that learns, only the sum for the gradient of the input remains.
  double norm_gradient_passes() const { return layout_.frozen ? 1 : kNormGradientPasses; }

  static constexpr AdapterTargets kInputTargets{0b000'0111};        ///< queries, keys, values
  static constexpr AdapterTargets kContextTargets{0b000'1000};      ///< output projection
  static constexpr AdapterTargets kFeedForwardTargets{0b111'0000};  ///< gate, up, down

  double query_width() const { return attention_.query_heads * shape_.head_dim; }
  double kv_width() const { return attention_.kv_heads * shape_.head_dim; }
  double qkv_width() const { return query_width() + 2 * kv_width(); }
  double predicted_tokens() const { return std::ceil(tokens_ * shape_.predicted); }

  /// `count` passes of VectorE over [rows, width].
  Work vector_passes(double rows, double width, double count) const {
    Work work = elementwise(rates_, rows, width, count);
    if (!layout_.plain) return work;
    work[Unit::kDma] = 0;
    work.read_bytes = work.write_bytes = 0;
    const double bytes = count * rows * width * kPlainPass;
    add_stream(rates_, work, bytes, bytes);
    return work;
  }

  /// The traffic of plain attention beyond that of its operators, which move fp32 scores
  /// `accesses` times, and three more times for a mask. `bytes` are those of one score.
  void add_score_passes(std::vector<Operator>& ops, std::string_view name, double bytes,
                        double accesses) const {
    if (!layout_.plain || layout_.fused) return;
    constexpr double kMaskAccesses = 3;
    const double counted = kFp32 * (accesses + (shape_.causal ? kMaskAccesses : 0));
    const double scores =
        attention_.batch * attention_.query_heads * attention_.queries * attention_.keys;
    Work work;
    const double more = scores * std::max(0.0, bytes - counted);
    add_stream(rates_, work, more / 2, more / 2);
    ops.push_back({name, work});
  }

  Work product(double rows, double inner, double columns, bool activation = false) const {
    return gemm(rates_, {.rows = rows,
                         .inner = inner,
                         .columns = columns,
                         .weight_bytes = rates_.element_bytes,
                         .activation = activation});
  }

  /// A product with weights of a layer, which may be stored in a narrow type. Such weights are read
  /// and restored tile by tile for every product; native PyTorch writes them back to HBM first.
  Work layer_product(double rows, double inner, double columns, bool activation = false) const {
    if (layout_.stored_weight <= 0) return product(rows, inner, columns, activation);
    Work work = gemm(rates_, {.rows = rows,
                              .inner = inner,
                              .columns = columns,
                              .weight_bytes = rates_.element_bytes,
                              .activation = activation,
                              .resident = true});
    const double stored = inner * columns * layout_.stored_weight;
    work.read_bytes += stored;
    work[Unit::kDma] += stored / (rates_.parameters.weight_efficiency * dma_rate(rates_));
    work[Unit::kVector] +=
        elementwise(rates_, inner, columns, layout_.restoring_passes)[Unit::kVector];
    const double restored = inner * columns * rates_.element_bytes;
    if (layout_.plain) add_stream(rates_, work, restored, restored);
    return work;
  }

  /// Calls `use` for each matrix of the layer with an adapter among `targets`, with the tokens that
  /// it processes.
  template <class Use>
  void each_adapter(AdapterTargets targets, bool experts, const Use& use) const {
    if (layout_.adapters.rank == 0) return;
    for (const AdaptedMatrix& matrix :
         adapted_matrices(shape_, layout_.adapters, layout_.tensor_parallel, experts,
                          layout_.expert_parallel())) {
      if (targets.has(matrix.target)) use(matrix, matrix.routed ? tokens_of_expert() : tokens_);
    }
  }

  void add_adapters(std::vector<Operator>& ops, AdapterTargets targets, bool experts) const {
    const double rank = layout_.adapters.rank;
    each_adapter(targets, experts, [&](const AdaptedMatrix& matrix, double tokens) {
      const AdapterNames& names = adapter_names(matrix.target);
      Work first = product(tokens, matrix.inner, rank);
      keep(first, tokens * rank);
      ops.push_back({names.a, scaled(first, matrix.copies)});
      ops.push_back({names.b, scaled(product(tokens, rank, matrix.columns), matrix.copies)});
    });
  }

  void add_adapter_gradients(std::vector<Operator>& ops, AdapterTargets targets,
                             bool experts) const {
    const double rank = layout_.adapters.rank;
    each_adapter(targets, experts, [&](const AdaptedMatrix& matrix, double tokens) {
      const AdapterNames& names = adapter_names(matrix.target);
      const auto add = [&](std::string_view name, const Work& one) {
        ops.push_back({name, scaled(one, matrix.copies)});
      };
      add(names.b_input_gradient, product(tokens, matrix.columns, rank));
      add(names.b_weight_gradient, weight_gradient(tokens, rank, matrix.columns));
      add(names.a_input_gradient, product(tokens, rank, matrix.inner));
      add(names.a_weight_gradient, weight_gradient(tokens, matrix.inner, rank));
    });
  }

  /// Whether a layer with adapters needs the normalised input of attention or of the feed-forward
  /// network again.
  bool keeps_norm(std::string_view name) const {
    if (name == "final_norm") return !layout_.frozen;
    return keeps_normalised(layout_, name == "attention_norm");
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
    Work work =
        vector_passes(kept_tokens_, shape_.hidden, rates_.parameters.norm_passes + more_passes);
    if (more_passes == 0) {
      if (keeps_norm(name)) keep(work, kept_tokens_ * shape_.hidden);
    } else {
      add_stream(rates_, work, kept_tokens_ * shape_.hidden * rates_.element_bytes, 0);
    }
    ops.push_back({name, work});
  }

  void add_rope(std::vector<Operator>& ops, std::string_view name) const {
    if (!shape_.rotary) return;
    ops.push_back(
        {name, vector_passes(tokens_, query_width() + kv_width(), rates_.parameters.rope_passes)});
  }

  void add_projection(std::vector<Operator>& ops, std::string_view name, double inner,
                      double columns) const {
    Work work = layer_product(tokens_, inner, columns);
    keep(work, tokens_ * columns);
    ops.push_back({name, work});
  }

  void add_projection_gradient(std::vector<Operator>& ops, std::string_view name, double inner,
                               double columns) const {
    const bool output = name == "output_projection";
    ops.push_back({output ? "output_projection_input_gradient" : "qkv_projection_input_gradient",
                   layer_product(tokens_, columns, inner)});
    if (layout_.frozen) return;
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
    add_score_passes(ops, "attention_gradient_passes", kPlainScoreGradient, 6);
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
    ops.push_back({name, vector_passes(kept_tokens_, shape_.hidden, passes)});
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
    for (auto op = ops.rbegin(); op != ops.rend() && !op->collective; ++op) {
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
      add("ffn_gate", layer_product(tokens, hidden, columns, true), tokens * columns);
      add("ffn_up", layer_product(tokens, hidden, columns), tokens * columns);
      add("ffn_product", vector_passes(tokens, columns, 1), 0);
    } else {
      add("ffn_up", layer_product(tokens, hidden, columns, true), tokens * columns);
    }
    if (layout_.plain) add("ffn_activation", vector_passes(tokens, columns, 1), 0);
    add("ffn_down", layer_product(tokens, columns, hidden), 0);
  }

  void add_feed_forward_gradient(std::vector<Operator>& ops, double tokens, double copies,
                                 double columns) const {
    const double hidden = shape_.hidden;
    const auto add = [&](std::string_view name, const Work& one) {
      ops.push_back({name, scaled(one, copies)});
    };
    const auto add_weight = [&](std::string_view name, double rows, double inner, double width) {
      if (!layout_.frozen) add(name, weight_gradient(rows, inner, width));
    };
    add("ffn_down_input_gradient", layer_product(tokens, hidden, columns));
    add_weight("ffn_down_weight_gradient", tokens, columns, hidden);
    // The derivative of the activation; with a gate also both factors of the product.
    add("activation_gradient", vector_passes(tokens, columns, shape_.gated ? 4 : 2));
    if (shape_.gated) {
      add("ffn_gate_input_gradient", layer_product(tokens, columns, hidden));
      add_weight("ffn_gate_weight_gradient", tokens, hidden, columns);
    }
    add("ffn_up_input_gradient", layer_product(tokens, columns, hidden));
    add_weight("ffn_up_weight_gradient", tokens, hidden, columns);
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
  double local_experts() const { return catalog::per_core(shape_.moe->experts, layout_.expert_parallel()); }
  double tokens_of_expert() const {
    return std::ceil(tokens_ * layout_.expert_parallel() * shape_.moe->top_k / shape_.moe->experts);
  }
  void add_dispatch(std::vector<Operator>& ops, std::string_view name) const {
    add_exchange(ops, name, CollectiveKind::kAllToAll, layout_.experts,
                 tokens_ * shape_.moe->top_k * shape_.hidden * rates_.element_bytes);
  }
  void add_experts(std::vector<Operator>& ops) const {
    const catalog::MoeShape& moe = *shape_.moe;
    const double columns = catalog::per_core(moe.expert_ffn, layout_.tensor_parallel);
    ops.push_back({"moe_router", product(tokens_, shape_.hidden, moe.experts)});
    add_dispatch(ops, "moe_dispatch");
    add_feed_forward(ops, tokens_of_expert(), local_experts(), columns);
    add_dispatch(ops, "moe_combine");
    if (moe.shared_experts > 0) add_feed_forward(ops, tokens_, moe.shared_experts, columns);
  }
  void add_experts_gradient(std::vector<Operator>& ops) const {
    const catalog::MoeShape& moe = *shape_.moe;
    const double columns = catalog::per_core(moe.expert_ffn, layout_.tensor_parallel);
    add_dispatch(ops, "moe_combine_gradient");
    add_feed_forward_gradient(ops, tokens_of_expert(), local_experts(), columns);
    add_dispatch(ops, "moe_dispatch_gradient");
    if (moe.shared_experts > 0) {
      add_feed_forward_gradient(ops, tokens_, moe.shared_experts, columns);
    }
    ops.push_back({"moe_router_input_gradient", product(tokens_, moe.experts, shape_.hidden)});
    if (layout_.frozen) return;
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

}  // namespace

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
