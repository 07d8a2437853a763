#include "simcore/engine/graph/decoder_graph.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/graph/compressed_attention.h"
#include "simcore/engine/graph/feed_forward.h"
#include "simcore/engine/graph/latent_attention.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/graph/state_mixers.h"
#include "simcore/engine/workload/model_limits.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

double shard(double count, int cores) {
  return std::ceil(count / cores);
}

/// Whether the flash attention kernel of transformers-neuronx takes a prompt; shorter ones and
/// other shapes use plain attention (aws-neuron/transformers-neuronx, models' attention layers).
bool takes_equal_heads(double keys, double query_heads, double kv_heads) {
  constexpr double kLeastKeys = 8192;
  constexpr double kKeyTile = 2048;
  return keys >= kLeastKeys && std::fmod(keys, kKeyTile) == 0 && query_heads == kv_heads;
}

/// The positions of one graph.
struct Positions {
  double queries = 1;       ///< new positions of every sequence
  double keys = 1;          ///< positions that they attend to
  bool continues = false;   ///< the other positions are already in the cache
  bool all_logits = false;  ///< logits of every new position instead of the last one
};

/// Builds the operators of one graph, for one call.
class Builder {
 public:
  Builder(const Rates& rates, const catalog::Model& model, const DecoderLayout& layout,
          const Positions& positions)
      : rates_(rates),
        model_(model),
        layout_(layout),
        positions_(positions),
        tokens_(layout.batch * positions.queries) {
    use(catalog::Mixer::kAttention);
    if (layout_.tensor_parallel > 1) {
      reduction_ =
          plan_collective(rates_.machine, rates_.parameters, CollectiveKind::kAllReduce,
                          layout_.tensor_parallel, tokens_ * model_.hidden * rates_.element_bytes);
    }
  }

  std::vector<Operator> before() const {
    std::vector<Operator> ops = room();
    Work lookup;
    const double bytes = tokens_ * model_.hidden * rates_.element_bytes;
    add_stream(rates_, lookup, bytes / layout_.tensor_parallel, 0);
    ops.push_back({"embedding", lookup});
    add_collective(ops, "embedding_all_gather", CollectiveKind::kAllGather, bytes);
    return ops;
  }

  /// Prepares the attention of layers with the mixer.
  void use(catalog::Mixer mixer) {
    const catalog::AttentionHeads heads = model_.attention_of(mixer);
    const catalog::HeadShard shard =
        catalog::heads_of_core(heads, {layout_.tensor_parallel, layout_.replicate_kv});
    const bool slides = mixer == catalog::Mixer::kSliding;
    window_ = slides ? model_.sliding_window.value_or(0) : 0;
    double keys = positions_.keys;
    const bool fused =
        layout_.fused_prefill && positions_.queries >= rates_.machine.partitions &&
        keys >= kFusedKeys &&
        (!layout_.equal_heads_kernel || takes_equal_heads(keys, shard.query_heads, shard.kv_heads));
    // Plain attention masks the scores outside of the window. A kernel skips their tiles, and a
    // decode step has only the window in its cache. Each further candidate of a verification sees
    // one position more.
    const bool generates = positions_.queries <= 1 || positions_.all_logits;
    if (window_ > 0 && generates) keys = std::min(keys, window_ + positions_.queries - 1);
    if (window_ > 0 && fused) keys = std::min(keys, window_ + rates_.machine.partitions);
    attention_ = {.batch = static_cast<double>(layout_.batch),
                  .query_heads = shard.query_heads,
                  .kv_heads = shard.kv_heads,
                  .head_dim = static_cast<double>(heads.head_dim),
                  .queries = positions_.queries,
                  .keys = keys,
                  .fused = fused,
                  .cache_bytes = layout_.kv_bytes()};
    value_dim_ = heads.value_dim;
    key_value_projections_ = heads.shared_key_value ? 1 : 2;
  }

  std::vector<Operator> layer(const catalog::LayerGroup& group) {
    std::vector<Operator> ops = room();
    use(group.mixer);
    if (group.mixer != catalog::Mixer::kFeedForward) {
      add_residual_streams(ops, scope());
      add_mixer(ops, group);
    }
    if (layout_.encoder_tokens > 0) add_cross_attention(ops);
    if (group.feed_forward != catalog::FeedForward::kNone) {
      add_residual_streams(ops, scope());
      add_norm(ops, "ffn_norm");
      switch (group.feed_forward) {
        case catalog::FeedForward::kExperts: add_experts(ops, scope()); break;
        case catalog::FeedForward::kWide:
          add_feed_forward(ops, scope(), model_.shared_kv->ffn);
          break;
        case catalog::FeedForward::kDense:
        case catalog::FeedForward::kNone: add_feed_forward(ops, scope(), model_.ffn); break;
      }
      add_reduction(ops, "ffn_all_reduce");
    }
    if (model_.layer_embedding > 0) add_layer_embedding(ops);
    return ops;
  }

  /// A layer of an encoder, which has no cache.
  std::vector<Operator> encoder_layer() const {
    std::vector<Operator> ops = room();
    add_norm(ops, "attention_norm");
    add_self_attention(ops, true, false);
    add_output(ops, query_width());
    add_norm(ops, "ffn_norm");
    add_feed_forward(ops, scope(), model_.ffn);
    add_reduction(ops, "ffn_all_reduce");
    return ops;
  }

  /// The keys and values that a decoder layer stores of the encoder's output.
  std::vector<Operator> cross_cache() const {
    const double cache = attention_.kv_heads * model_.head_dim;
    return {{"cross_kv_projection", projection(model_.hidden, 2 * cache)},
            {"cross_cache_write", cache_rewrite(rates_, attention_, layout_.encoder_tokens)}};
  }

  std::vector<Operator> after() const {
    std::vector<Operator> ops = room();
    // Sampling needs the logits of the last position of each sequence.
    const double sequences = layout_.batch * (positions_.all_logits ? positions_.queries : 1);
    const double vocabulary = shard(model_.vocabulary, layout_.tensor_parallel);
    ops.push_back(
        {"final_norm", elementwise(rates_, tokens_, model_.hidden, rates_.parameters.norm_passes)});
    // Formats with fewer bytes than those of the computation are not used for the head.
    ops.push_back({"lm_head", gemm(rates_, {.rows = sequences,
                                            .inner = static_cast<double>(model_.hidden),
                                            .columns = vocabulary,
                                            .weight_bytes = std::max(rates_.element_bytes,
                                                                     layout_.weight_bytes)})});
    constexpr double kMaximumPasses = 2;  // one for the largest eight, one for their positions
    ops.push_back({"sampling", elementwise(rates_, sequences, vocabulary, kMaximumPasses)});
    // Every rank has eight candidates with value and index.
    constexpr double kCandidateBytes = 8 * 8;
    add_collective(ops, "sampling_all_gather", CollectiveKind::kAllGather,
                   sequences * kCandidateBytes * layout_.tensor_parallel);
    return ops;
  }

 private:
  /// An empty list with capacity for the operators of any layer, to avoid reallocation.
  static std::vector<Operator> room() {
    std::vector<Operator> ops;
    ops.reserve(40);
    return ops;
  }
  double query_width() const { return attention_.query_heads * attention_.head_dim; }
  double value_width() const { return attention_.query_heads * value_dim_; }
  /// The attention with keys and values of their mean width, for passes over both.
  Attention cached() const {
    Attention shape = attention_;
    shape.head_dim = (attention_.head_dim + value_dim_) / 2;
    return shape;
  }
  MixerScope scope() const {
    return {.rates = rates_,
            .model = model_,
            .layout = layout_,
            .queries = positions_.queries,
            .keys = positions_.keys,
            .continues = positions_.continues,
            .verifies = positions_.all_logits,
            .fused = attention_.fused};
  }

  void add_output(std::vector<Operator>& ops, double width) const {
    ops.push_back({"output_projection", projection(width, model_.hidden)});
    add_reduction(ops, "attention_all_reduce");
  }

  void add_mixer(std::vector<Operator>& ops, const catalog::LayerGroup& group) const {
    using catalog::Mixer;
    add_norm(ops, "attention_norm");
    switch (group.mixer) {
      case Mixer::kAttention:
      case Mixer::kSliding:
      case Mixer::kCompressed:
      case Mixer::kSparseCompressed:
        if (model_.compressed) {
          add_compressed_attention(ops, scope(), group.mixer);
          add_reduction(ops, "attention_all_reduce");
        } else if (model_.mla) {
          add_latent_attention(ops, scope());
          add_output(ops, attention_.query_heads * model_.mla->value_dim);
        } else {
          add_self_attention(ops, group.own_keys, group.own_keys);
          add_output(ops, value_width());
        }
        return;
      case Mixer::kAttentionMamba2:
        add_self_attention(ops, true, true);
        ops.push_back({"output_projection", projection(value_width(), model_.hidden)});
        add_mamba2(ops, scope());
        add_output(ops, mixer_output_width(model_, Mixer::kMamba2, layout_.tensor_parallel));
        return;
      case Mixer::kLinear: add_linear_attention(ops, scope()); break;
      case Mixer::kMamba: add_mamba(ops, scope()); break;
      case Mixer::kMamba2: add_mamba2(ops, scope()); break;
      case Mixer::kRecurrent: add_recurrent(ops, scope()); break;
      case Mixer::kConvolution: add_short_convolution(ops, scope()); break;
      case Mixer::kFeedForward: return;
    }
    add_output(ops, mixer_output_width(model_, group.mixer, layout_.tensor_parallel));
  }

  /// The embedding of the layer, gated by the hidden state and projected to it. Its width is small,
  /// so that every core has all of it.
  void add_layer_embedding(std::vector<Operator>& ops) const {
    const double width = model_.layer_embedding;
    ops.push_back({"layer_embedding_gate", projection(model_.hidden, width, true)});
    ops.push_back({"layer_embedding_product", elementwise(rates_, tokens_, width, 1)});
    ops.push_back({"layer_embedding_projection", projection(width, model_.hidden)});
    add_norm(ops, "layer_embedding_norm");
  }

  void add_norm(std::vector<Operator>& ops, std::string_view name) const {
    ops.push_back(
        {name, elementwise(rates_, tokens_, model_.hidden, rates_.parameters.norm_passes)});
  }

  void add_attention(std::vector<Operator>& ops, const Attention& shape) const {
    ops.push_back({"attention_scores", attention_scores(rates_, shape)});
    ops.push_back({"attention_softmax", attention_softmax(rates_, shape)});
    Attention values = shape;
    values.head_dim = value_dim_;
    ops.push_back({"attention_context", attention_context(rates_, values)});
  }

  /// `projects`: whether the layer has keys and values of its own; `keeps`: whether it writes them
  /// to the cache.
  void add_self_attention(std::vector<Operator>& ops, bool projects, bool keeps) const {
    const double keys = projects ? attention_.kv_heads * attention_.head_dim : 0.0;
    const double values =
        projects && key_value_projections_ > 1 ? attention_.kv_heads * value_dim_ : 0.0;
    const double gate = model_.attention_gate ? value_width() : 0.0;
    ops.push_back(
        {"qkv_projection", projection(model_.hidden, query_width() + gate + keys + values)});
    if (layout_.encoder_tokens == 0) {  // encoder-decoders have no rotary embedding
      ops.push_back({"rope", elementwise(rates_, tokens_, query_width() + keys,
                                         rates_.parameters.rope_passes)});
    }
    if (positions_.continues && attention_.queries > 1) {
      ops.push_back({"kv_cache_read", earlier_keys()});
    }
    if (keeps) {
      ops.push_back({"kv_cache_write", cache_write(scope(), cached(), 2, window_)});
    }
    add_attention(ops, attention_);
    if (model_.attention_gate) {
      ops.push_back({"attention_gate", activation(rates_, tokens_, value_width(), 1)});
    }
  }

  void add_cross_attention(std::vector<Operator>& ops) const {
    Attention shape = attention_;
    shape.keys = layout_.encoder_tokens;
    add_norm(ops, "cross_norm");
    ops.push_back({"cross_query_projection", projection(model_.hidden, query_width())});
    add_attention(ops, shape);
    ops.push_back({"cross_output_projection", projection(query_width(), model_.hidden)});
    add_reduction(ops, "cross_all_reduce");
  }

  Work projection(double inner, double columns, bool activation = false) const {
    return gemm(rates_, {.rows = tokens_,
                         .inner = inner,
                         .columns = columns,
                         .weight_bytes = layout_.weight_bytes,
                         .block_scales = layout_.block_scales,
                         .activation = activation});
  }

  /// Attention of several queries takes its keys from the chip, so a separate operator reads the
  /// keys of earlier positions from the cache. A verification reads the whole bucket, as a decode
  /// step does.
  Work earlier_keys() const {
    double earlier = positions_.keys - (positions_.all_logits ? 0.0 : positions_.queries);
    if (window_ > 0) earlier = std::min(earlier, window_);
    Work work;
    add_cache_read(rates_, work, cached(), 2 * earlier);  // keys and values
    return work;
  }

  void add_collective(std::vector<Operator>& ops, std::string_view name, CollectiveKind kind,
                      double bytes) const {
    if (layout_.tensor_parallel <= 1) return;
    ops.push_back(
        {name,
         {},
         plan_collective(rates_.machine, rates_.parameters, kind, layout_.tensor_parallel, bytes)});
  }
  void add_reduction(std::vector<Operator>& ops, std::string_view name) const {
    if (reduction_) ops.push_back({name, {}, reduction_});
  }

  const Rates& rates_;
  const catalog::Model& model_;
  const DecoderLayout& layout_;
  Positions positions_;
  double tokens_;
  Attention attention_;  ///< of the layers for which use() prepared it
  double value_dim_ = 0;
  double window_ = 0;  ///< positions of a sliding window; 0: none
  int key_value_projections_ = 2;
  std::optional<Collective> reduction_{};  ///< after attention and after the feed-forward part
};

StepGraph build(const Machine& machine, const Parameters& parameters, const catalog::Model& model,
                const DecoderLayout& layout, const Positions& positions) {
  Parameters reached = parameters;
  reached.memory_share *= layout.stream_share;
  const Rates rates{machine, reached, layout.element_bytes, layout.element_bytes > 2};
  Builder builder(rates, model, layout, positions);
  StepGraph graph{
      .before = builder.before(), .layers = {}, .after = {}, .overlap = overlap_of(rates)};
  if (layout.encoder_tokens > 0 && positions.queries > 1) {
    graph.layers.push_back({builder.encoder_layer(), model.encoder_layers});
    graph.layers.push_back({builder.cross_cache(), model.layers});
    return graph;
  }
  for (const catalog::LayerGroup& group : model.layer_groups()) {
    graph.layers.push_back({builder.layer(group), group.count});
  }
  graph.after = builder.after();
  return graph;
}

}  // namespace

Result<> check_modelled(const catalog::Model& model, int tensor_parallel) {
  const auto refuse = [&](Text why) {
    return fail(ErrorCode::kInvalidArgument, tr("{}: {}", model.id, why));
  };
  if (model.architecture != catalog::Architecture::kDecoder &&
      model.architecture != catalog::Architecture::kEncoderDecoder) {
    return refuse(tr("models with the architecture {} do not generate tokens",
                     catalog::to_string(model.architecture)));
  }
  if (!model.unmodelled.empty()) return refuse(tr("{} are not supported", model.unmodelled));
  const auto attends = [](const catalog::LayerGroup& group) {
    return catalog::has_attention(group.mixer);
  };
  const auto groups = model.layer_groups();
  const bool attention = std::any_of(groups.begin(), groups.end(), attends);
  const bool heads = model.heads > 0 && model.kv_heads > 0 && model.head_dim > 0;
  const bool feeds = model.ffn > 0 || model.moe || !model.layer_pattern.empty();
  if (model.layers < 1 || model.hidden < 1 || model.vocabulary < 1 || (attention && !heads) ||
      !feeds) {
    return refuse(tr("its dimensions are unknown"));
  }
  if (auto possible = check_limits(model); !possible) return possible;
  // The software pads the heads to a multiple of the cores: 40 heads run on 64 cores. With twice as
  // many cores as heads, half of them would only compute padding.
  if (attention && tensor_parallel >= 2 * model.heads) {
    return refuse(tr("tensor parallel degree {} exceeds its {} attention heads", tensor_parallel,
                     model.heads));
  }
  return {};
}

StepGraph prefill_graph(const Machine& machine, const Parameters& parameters,
                        const catalog::Model& model, const DecoderLayout& layout, int tokens) {
  const double count = tokens;
  return build(machine, parameters, model, layout, {.queries = count, .keys = count});
}

StepGraph decode_graph(const Machine& machine, const Parameters& parameters,
                       const catalog::Model& model, const DecoderLayout& layout, int positions) {
  return build(machine, parameters, model, layout, {.keys = static_cast<double>(positions)});
}

StepGraph chunk_graph(const Machine& machine, const Parameters& parameters,
                      const catalog::Model& model, const DecoderLayout& layout, int tokens,
                      int positions, bool all_logits) {
  return build(machine, parameters, model, layout,
               {.queries = static_cast<double>(tokens),
                .keys = static_cast<double>(std::max(tokens, positions)),
                .continues = true,
                .all_logits = all_logits});
}

int DecoderLayout::prompt_bucket(int tokens, int minimum, int cap) const {
  return bucket_of(next_bucket ? tokens + 1 : tokens, minimum, cap);
}

int bucket_of(int tokens, int minimum, int cap) {
  std::int64_t bucket = std::max(1, minimum);
  while (bucket < tokens) bucket *= 2;
  return static_cast<int>(std::min<std::int64_t>(bucket, cap));
}

}  // namespace nscope::sim
