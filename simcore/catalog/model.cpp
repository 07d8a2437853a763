#include "simcore/catalog/model.h"

#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <array>

namespace nscope::catalog {
namespace {

/// The feed-forward part of layer `index` of those that have one.
FeedForward feed_forward_of(const Model& model, int index) {
  const FeedForward dense = model.ffn > 0 ? FeedForward::kDense : FeedForward::kNone;
  if (!model.moe) return dense;
  const int after = index - model.moe->dense_layers;
  const bool sparse = after >= 0 && (after + 1) % std::max(1, model.moe->every) == 0;
  return sparse ? FeedForward::kExperts : dense;
}

/// Whether each layer is either a mixer or a feed-forward part.
bool has_separate_layers(const Model& model) {
  const auto& pattern = model.layer_pattern;
  return std::find(pattern.begin(), pattern.end(), Mixer::kFeedForward) != pattern.end();
}

Mixer mixer_of(const Model& model, int layer) {
  if (model.layer_pattern.empty()) return Mixer::kAttention;
  return model.layer_pattern[static_cast<std::size_t>(layer) % model.layer_pattern.size()];
}

void add_layer(std::vector<LayerGroup>& groups, const LayerGroup& layer) {
  for (LayerGroup& group : groups) {
    if (group.mixer == layer.mixer && group.feed_forward == layer.feed_forward &&
        group.own_keys == layer.own_keys) {
      group.count += layer.count;
      return;
    }
  }
  groups.push_back(layer);
}

/// The sum over the layers of a decoder of `elements(layer)`.
template <class Elements>
double sum_over_layers(const Model& model, const Elements& elements) {
  double total = 0;
  for (const LayerGroup& layer : model.layer_groups()) total += layer.count * elements(layer);
  return total;
}

}  // namespace

std::string_view to_string(Returned returned) {
  switch (returned) {
    case Returned::kHiddenState: return "hidden_state";
    case Returned::kLogits: return "logits";
    case Returned::kClasses: break;
  }
  return "classes";
}

std::string_view to_string(Architecture architecture) {
  switch (architecture) {
    case Architecture::kDecoder: return "decoder";
    case Architecture::kEncoder: return "encoder";
    case Architecture::kEncoderDecoder: return "encoder-decoder";
    case Architecture::kVisionCnn: return "vision-cnn";
    case Architecture::kVisionTransformer: return "vision-transformer";
    case Architecture::kDiffusion: return "diffusion";
    case Architecture::kRecommender: return "recommender";
    case Architecture::kTimeSeries: return "time-series";
  }
  return "decoder";
}

std::vector<LayerGroup> Model::layer_groups() const {
  std::vector<LayerGroup> groups;
  if (layer_pattern.empty() && !shared_kv) {
    const int sparse = moe_layers();
    const FeedForward dense = ffn > 0 ? FeedForward::kDense : FeedForward::kNone;
    if (layers > sparse) groups.push_back({.feed_forward = dense, .count = layers - sparse});
    if (sparse > 0) groups.push_back({.feed_forward = FeedForward::kExperts, .count = sparse});
    return groups;
  }
  const bool separate = has_separate_layers(*this);
  const int own = layers - (shared_kv ? shared_kv->layers : 0);
  int parts = 0;  // feed-forward parts before the layer
  for (int layer = 0; layer < layers; ++layer) {
    LayerGroup group{.mixer = mixer_of(*this, layer), .own_keys = layer < own, .count = 1};
    const bool has_part = !separate || group.mixer == Mixer::kFeedForward;
    group.feed_forward = has_part ? feed_forward_of(*this, parts++) : FeedForward::kNone;
    const bool wide = !group.own_keys && shared_kv->ffn > 0;
    if (wide && group.feed_forward == FeedForward::kDense) group.feed_forward = FeedForward::kWide;
    add_layer(groups, group);
  }
  std::stable_partition(groups.begin(), groups.end(), [](const LayerGroup& group) {
    return group.feed_forward != FeedForward::kExperts;
  });
  return groups;
}

AttentionHeads Model::attention_of(Mixer mixer) const {
  AttentionHeads shape{.heads = heads,
                       .kv_heads = kv_heads,
                       .head_dim = head_dim,
                       .value_dim = value_dim > 0 ? value_dim : head_dim};
  if (!full_attention || mixer == Mixer::kSliding) return shape;
  const auto replace = [](int& dimension, int stated) {
    if (stated > 0) dimension = stated;
  };
  replace(shape.heads, full_attention->heads);
  replace(shape.kv_heads, full_attention->kv_heads);
  replace(shape.head_dim, full_attention->head_dim);
  if (full_attention->head_dim > 0 && value_dim == 0) shape.value_dim = shape.head_dim;
  replace(shape.value_dim, full_attention->value_dim);
  shape.shared_key_value = full_attention->shared_key_value;
  return shape;
}

int Model::moe_layers() const {
  if (!moe) return 0;
  int parts = layers;
  if (has_separate_layers(*this)) {
    parts = 0;
    for (int layer = 0; layer < layers; ++layer) {
      if (mixer_of(*this, layer) == Mixer::kFeedForward) ++parts;
    }
  }
  const int every = std::max(1, moe->every);
  const int before = std::max(0, -moe->dense_layers) / every;  // of the model before this part
  return std::max(0, parts - moe->dense_layers) / every - before;
}

double Model::attention_parameters() const {
  // An encoder has attention of the same heads, and a decoder that reads an encoder has a second
  // attention per layer, the cross-attention.
  const double crossed = architecture == Architecture::kEncoderDecoder ? layers : 0.0;
  const double others = encoder_layers + crossed;
  const double beside = others > 0 ? others * mixer_elements(*this, {}) : 0.0;
  return beside + sum_over_layers(
                      *this, [&](const LayerGroup& layer) { return mixer_elements(*this, layer); });
}

double Model::feed_forward_parameters() const {
  const double routed = moe ? moe->experts : 0;
  return encoder_layers * feed_forward_elements(*this, FeedForward::kDense, routed) +
         sum_over_layers(*this, [&](const LayerGroup& layer) {
           return feed_forward_elements(*this, layer.feed_forward, routed);
         });
}

double Model::embedding_parameters() const {
  const double width = embedding_dim > 0 ? embedding_dim : hidden;
  const double projection = embedding_dim > 0 && embedding_dim != hidden ? width * hidden : 0.0;
  // Each layer has an embedding of its own, a projection of the model's embedding to it, and two
  // projections between it and the hidden state.
  const double own = 1.0 * layers * layer_embedding * (vocabulary + 3.0 * hidden);
  return vocabulary * width * (tied_embeddings ? 1.0 : 2.0) + projection + own;
}

double Model::computed_parameters() const {
  if (layers == 0 || hidden == 0) return 0.0;
  return (attention_parameters() + feed_forward_parameters()) / loops + embedding_parameters();
}

double Model::active_matrix_parameters() const {
  const double routed = moe ? moe->top_k : 0;
  const double feed_forward =
      encoder_layers * feed_forward_elements(*this, FeedForward::kDense, routed) +
      sum_over_layers(*this, [&](const LayerGroup& layer) {
        return feed_forward_elements(*this, layer.feed_forward, routed);
      });
  const bool has_head =
      architecture == Architecture::kDecoder || architecture == Architecture::kEncoderDecoder;
  return attention_parameters() + feed_forward + 3.0 * layers * layer_embedding * hidden +
         (has_head ? static_cast<double>(vocabulary) * hidden : 0.0);
}

double Model::kv_elements_per_token() const {
  const SequenceMemory memory = sequence_memory(*this);
  return memory.growing + memory.windowed;
}

double Model::mtp_parameters() const {
  if (mtp_layers == 0) return 0.0;
  const LayerGroup last{.feed_forward = moe ? FeedForward::kExperts : feed_forward_of(*this, 0),
                        .count = 1};
  return mtp_layers * (mixer_elements(*this, last) +
                       feed_forward_elements(*this, last.feed_forward, moe ? moe->experts : 0) +
                       2.0 * hidden * hidden);
}

}  // namespace nscope::catalog
