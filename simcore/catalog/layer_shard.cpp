#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <cmath>

namespace nscope::catalog {
namespace {

/// Values on one core of everything that the mixers of one kind have.
double attention_elements(const Model& model, const LayerGroup& layer,
                          const TensorSharding& sharding) {
  const AttentionHeads heads = model.attention_of(layer.mixer);
  const HeadShard shard = heads_of_core(heads, sharding);
  const double hidden = model.hidden;
  const double values = heads.value_dim * shard.query_heads;
  double width = heads.head_dim * shard.query_heads + values;
  if (model.attention_gate) width += values;
  if (layer.own_keys) {
    width += shard.kv_heads * (heads.head_dim + (heads.shared_key_value ? 0 : heads.value_dim));
  }
  return hidden * width;
}

double latent_elements(const Model& model, int tp) {
  const MlaShape& mla = *model.mla;
  const double hidden = model.hidden;
  const double heads = per_core(model.heads, tp);
  const double queries = heads * (mla.nope_dim + mla.rope_dim);
  double elements =
      mla.query_rank > 0 ? hidden * mla.query_rank + mla.query_rank * queries : hidden * queries;
  elements += hidden * (mla.kv_rank + mla.rope_dim);
  elements += mla.kv_rank * heads * (mla.nope_dim + mla.value_dim);
  elements += (model.attention_gate ? 2.0 : 1.0) * heads * mla.value_dim * hidden;
  if (model.sparse_attention) {
    const SparseAttention& index = *model.sparse_attention;
    const double source = mla.query_rank > 0 ? mla.query_rank : hidden;
    elements += index.share *
                (source * index.heads * index.head_dim + hidden * (index.head_dim + index.heads));
  }
  return elements;
}

/// Elements of the compression of a layer of DeepSeek-V4: the projections of values and of their
/// weights, and the weights of the places in a group of positions.
double compression_elements(const Model& model, int ratio, int channels, double width) {
  return channels * width * (2.0 * model.hidden + ratio);
}

double compressed_elements(const Model& model, Mixer mixer, int tp) {
  const CompressedShape& shape = *model.compressed;
  const double hidden = model.hidden;
  const double queries = per_core(model.heads, tp) * model.head_dim;
  double elements = hidden * shape.query_rank + shape.query_rank * queries;
  elements += hidden * model.head_dim;
  if (model.residual_streams > 1) {
    constexpr double kParts = 2;  // attention and feed-forward part
    elements += kParts * model.residual_streams * hidden * model.stream_weights();
  }
  elements +=
      queries * shape.output_rank + per_core(shape.output_groups, tp) * shape.output_rank * hidden;
  if (mixer == Mixer::kCompressed) {
    elements += compression_elements(model, shape.ratio, 1, model.head_dim);
  }
  if (mixer == Mixer::kSparseCompressed) {
    const SparseAttention& index = *model.sparse_attention;
    elements += compression_elements(model, shape.sparse_ratio, shape.kOverlap, model.head_dim);
    elements += compression_elements(model, shape.sparse_ratio, shape.kOverlap, index.head_dim);
    elements += 1.0 * shape.query_rank * index.heads * index.head_dim + hidden * index.heads;
  }
  return elements;
}

/// Elements of values and of their weights that wait for their compression.
double waiting_elements(const Model& model, Mixer mixer) {
  const CompressedShape& shape = *model.compressed;
  if (mixer == Mixer::kCompressed) return 2.0 * shape.ratio * model.head_dim;
  if (mixer != Mixer::kSparseCompressed) return 0;
  return 2.0 * shape.kOverlap * shape.sparse_ratio * shape.kOverlap *
         (model.head_dim + model.sparse_attention->head_dim);
}

/// Adds the caches of one layer of DeepSeek-V4, which every core has.
void add_compressed_memory(const Model& model, const LayerGroup& layer, SequenceMemory& memory) {
  const CompressedShape& shape = *model.compressed;
  const double vector = model.head_dim;
  memory.windowed += layer.count * vector;
  memory.state += layer.count * waiting_elements(model, layer.mixer);
  if (layer.mixer == Mixer::kCompressed) memory.growing += layer.count * vector / shape.ratio;
  if (layer.mixer == Mixer::kSparseCompressed) {
    memory.growing +=
        layer.count * (vector + model.sparse_attention->head_dim) / shape.sparse_ratio;
  }
}

/// Channels of the convolution of queries, keys and values on one core.
double linear_channels(const LinearShape& linear, const LinearShard& shard) {
  return 2 * shard.key_heads * linear.key_dim + shard.value_heads * linear.value_dim;
}

/// Elements of two matrices with a narrow width between them, or of one matrix if it is 0.
double gate_elements(double hidden, double bottleneck, double width) {
  return bottleneck > 0 ? bottleneck * (hidden + width) : hidden * width;
}

double linear_elements(const Model& model, int tp) {
  const LinearShape& linear = *model.linear;
  const LinearShard shard = linear_of_core(linear, tp);
  const double hidden = model.hidden;
  const double channels = linear_channels(linear, shard);
  const double values = shard.value_heads * linear.value_dim;
  // Queries, keys, values and the output projection.
  double elements = hidden * (channels + values) + channels * linear.convolution;
  switch (linear.rule) {
    case LinearRule::kGatedDelta:  // output gate, and one decay and one rate for each head
      return elements + hidden * (values + 2 * shard.value_heads);
    case LinearRule::kKda:  // decays, output gate, and one rate for each head
      elements +=
          gate_elements(hidden, linear.decay_bottleneck(), shard.key_heads * linear.key_dim);
      elements += gate_elements(hidden, linear.gate_bottleneck(), values);
      return elements + hidden * shard.value_heads;
    case LinearRule::kLightning: break;
  }
  return elements + hidden * values;  // output gate
}

double mamba_elements(const Model& model, int tp) {
  const MambaShape& mamba = *model.mamba;
  const double inner = per_core(mamba.inner, tp);
  return model.hidden * 3.0 * inner +
         inner * (mamba.convolution + 2.0 * mamba.dt_rank + 3.0 * mamba.state);
}

/// Channels of the convolution of x, B and C on one core.
double mamba2_channels(const Mamba2Shape& mamba2, const Mamba2Shard& shard) {
  return shard.heads * mamba2.head_dim + 2 * shard.groups * mamba2.state;
}

double mamba2_elements(const Model& model, int tp) {
  const Mamba2Shape& mamba2 = *model.mamba2;
  const Mamba2Shard shard = mamba2_of_core(mamba2, tp);
  const double inner = shard.heads * mamba2.head_dim;
  const double channels = mamba2_channels(mamba2, shard);
  return model.hidden * (2 * inner + channels + shard.heads) + channels * mamba2.convolution;
}

double recurrent_elements(const Model& model, int tp) {
  const RecurrentShape& recurrent = *model.recurrent;
  const double width = per_core(recurrent.blocks, tp) * recurrent.width / recurrent.blocks;
  return width *
         (3.0 * model.hidden + recurrent.convolution + 2.0 * recurrent.width / recurrent.blocks);
}

double convolution_elements(const Model& model, int tp) {
  return per_core(model.convolution->width, tp) * (4.0 * model.hidden + model.convolution->taps);
}

/// Cached elements of one position of one attention layer on one core.
double cached_elements(const Model& model, Mixer mixer, const TensorSharding& sharding) {
  if (model.mla) {
    const double index = model.sparse_attention ? model.sparse_attention->cached() : 0;
    return model.mla->kv_rank + model.mla->rope_dim + index;
  }
  const AttentionHeads heads = model.attention_of(mixer);
  return heads_of_core(heads, sharding).kv_heads * (heads.head_dim + heads.value_dim);
}

double state_elements(const Model& model, Mixer mixer, int tp) {
  switch (mixer) {
    case Mixer::kLinear:
      return linear_of_core(*model.linear, tp).value_heads * model.linear->key_dim *
             model.linear->value_dim;
    case Mixer::kMamba: return per_core(model.mamba->inner, tp) * model.mamba->state;
    case Mixer::kMamba2:
    case Mixer::kAttentionMamba2:
      return mamba2_of_core(*model.mamba2, tp).heads * model.mamba2->head_dim * model.mamba2->state;
    case Mixer::kRecurrent:
      return per_core(model.recurrent->blocks, tp) * model.recurrent->width /
             model.recurrent->blocks;
    case Mixer::kAttention:
    case Mixer::kSliding:
    case Mixer::kConvolution:
    case Mixer::kFeedForward:
    case Mixer::kCompressed:
    case Mixer::kSparseCompressed: break;
  }
  return 0;
}

/// Channels and taps of the convolution of a mixer.
double convolution_inputs(const Model& model, Mixer mixer, int tp) {
  const auto earlier = [](int taps) { return std::max(0, taps - 1); };
  switch (mixer) {
    case Mixer::kLinear:
      return linear_channels(*model.linear, linear_of_core(*model.linear, tp)) *
             earlier(model.linear->convolution);
    case Mixer::kMamba: return per_core(model.mamba->inner, tp) * earlier(model.mamba->convolution);
    case Mixer::kMamba2:
    case Mixer::kAttentionMamba2:
      return mamba2_channels(*model.mamba2, mamba2_of_core(*model.mamba2, tp)) *
             earlier(model.mamba2->convolution);
    case Mixer::kRecurrent:
      return per_core(model.recurrent->blocks, tp) * model.recurrent->width /
             model.recurrent->blocks * earlier(model.recurrent->convolution);
    case Mixer::kConvolution:
      return per_core(model.convolution->width, tp) * earlier(model.convolution->taps);
    case Mixer::kAttention:
    case Mixer::kSliding:
    case Mixer::kFeedForward:
    case Mixer::kCompressed:
    case Mixer::kSparseCompressed: break;
  }
  return 0;
}

}  // namespace

double per_core(double count, int tensor_parallel) {
  return std::ceil(count / tensor_parallel);
}

HeadShard heads_of_core(const AttentionHeads& heads, const TensorSharding& sharding) {
  const int tp = sharding.tensor_parallel;
  HeadShard shard{.query_heads = per_core(heads.heads, tp)};
  const bool enough = tp <= heads.kv_heads && !(tp == 1 && sharding.replicate_kv);
  shard.kv_heads = enough                  ? per_core(heads.kv_heads, tp)
                   : sharding.replicate_kv ? shard.query_heads
                                           : 1.0;
  return shard;
}

LinearShard linear_of_core(const LinearShape& linear, int tensor_parallel) {
  return {.key_heads = per_core(linear.key_heads, tensor_parallel),
          .value_heads = per_core(linear.value_heads, tensor_parallel)};
}

Mamba2Shard mamba2_of_core(const Mamba2Shape& mamba2, int tensor_parallel) {
  return {.heads = per_core(mamba2.heads, tensor_parallel),
          .groups = per_core(mamba2.groups, tensor_parallel)};
}

double mixer_elements(const Model& model, const LayerGroup& layer, const TensorSharding& sharding) {
  const int tp = sharding.tensor_parallel;
  switch (layer.mixer) {
    case Mixer::kAttention:
    case Mixer::kSliding:
    case Mixer::kCompressed:
    case Mixer::kSparseCompressed:
      if (model.compressed) return compressed_elements(model, layer.mixer, tp);
      return model.mla ? latent_elements(model, tp) : attention_elements(model, layer, sharding);
    case Mixer::kAttentionMamba2:
      return attention_elements(model, layer, sharding) + mamba2_elements(model, tp);
    case Mixer::kLinear: return linear_elements(model, tp);
    case Mixer::kMamba: return mamba_elements(model, tp);
    case Mixer::kMamba2: return mamba2_elements(model, tp);
    case Mixer::kRecurrent: return recurrent_elements(model, tp);
    case Mixer::kConvolution: return convolution_elements(model, tp);
    case Mixer::kFeedForward: break;
  }
  return 0;
}

double expert_inputs(const Model& model) {
  return model.moe && model.moe->latent > 0 ? model.moe->latent : model.hidden;
}

double feed_forward_elements(const Model& model, FeedForward kind, double experts,
                             int tensor_parallel) {
  const double matrices = model.ffn_gated ? 3.0 : 2.0;
  const double hidden = model.hidden;
  switch (kind) {
    case FeedForward::kDense: return matrices * hidden * per_core(model.ffn, tensor_parallel);
    case FeedForward::kWide:
      return matrices * hidden * per_core(model.shared_kv->ffn, tensor_parallel);
    case FeedForward::kExperts: {
      const MoeShape& moe = *model.moe;
      const double inputs = expert_inputs(model);
      // The projections to the latent width and back are on every core, as the router is.
      const double projections = moe.latent > 0 ? 2 * hidden * inputs : 0;
      return matrices * per_core(moe.expert_ffn, tensor_parallel) *
                 (inputs * experts + hidden * moe.shared_experts) +
             hidden * moe.experts + projections;
    }
    case FeedForward::kNone: break;
  }
  return 0;
}

double SequenceMemory::constant_bytes(double element_bytes) const {
  return convolution * element_bytes + state * state_bytes;
}

double SequenceMemory::bytes(double positions, double element_bytes) const {
  return (growing * positions + windowed * std::min(positions, window)) * element_bytes +
         constant_bytes(element_bytes);
}

SequenceMemory sequence_memory(const Model& model, const TensorSharding& sharding) {
  SequenceMemory memory;
  if (model.architecture != Architecture::kDecoder &&
      model.architecture != Architecture::kEncoderDecoder) {
    return memory;
  }
  memory.window = model.sliding_window.value_or(0);
  memory.state_bytes = model.state_bytes;
  const int tp = sharding.tensor_parallel;
  for (const LayerGroup& layer : model.layer_groups()) {
    if (model.compressed) {
      add_compressed_memory(model, layer, memory);
      continue;
    }
    if (has_attention(layer.mixer) && layer.own_keys) {
      double& cache = layer.mixer == Mixer::kSliding ? memory.windowed : memory.growing;
      cache += layer.count * cached_elements(model, layer.mixer, sharding);
    }
    memory.state += layer.count * state_elements(model, layer.mixer, tp);
    memory.convolution += layer.count * convolution_inputs(model, layer.mixer, tp);
  }
  return memory;
}

std::vector<std::string> unusual_layers(const Model& model) {
  std::vector<std::string> kinds;
  if (model.mla) kinds.emplace_back("latent attention");
  if (model.residual_streams > 1) kinds.emplace_back("residual streams");
  if (model.moe && model.moe->latent > 0) kinds.emplace_back("latent experts");
  for (const LayerGroup& layer : model.layer_groups()) {
    const std::string kind(to_string(layer.mixer));
    const bool plain = layer.mixer == Mixer::kAttention || layer.mixer == Mixer::kFeedForward;
    if (!plain && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      kinds.push_back(kind);
    }
  }
  return kinds;
}

bool has_states(const Model& model) {
  return std::any_of(model.layer_pattern.begin(), model.layer_pattern.end(), has_state);
}

bool has_unlimited_sequences(const Model& model) {
  return model.max_positions == 0 && has_states(model) && sequence_memory(model).growing == 0.0;
}

}  // namespace nscope::catalog
