#include "simcore/catalog/roofline.h"

#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <cmath>

namespace nscope::catalog {
namespace {

/// Products of scores and weighted values of one layer of DeepSeek-V4 for one token.
double compressed_products(const Model& model, Mixer mixer, double context) {
  const CompressedShape& shape = *model.compressed;
  double keys = std::min<double>(context, model.sliding_window.value_or(0));
  double index = 0;
  if (mixer == Mixer::kCompressed) keys += context / shape.ratio;
  if (mixer == Mixer::kSparseCompressed) {
    const SparseAttention& sparse = *model.sparse_attention;
    const double candidates = context / shape.sparse_ratio;
    keys += std::min<double>(candidates, sparse.top_k);
    index = candidates * sparse.heads * sparse.head_dim;
  }
  return index + 2.0 * keys * model.heads * model.head_dim;
}

/// The same for any attention layer.
double attention_products(const Model& model, Mixer mixer, double context) {
  if (model.compressed) return compressed_products(model, mixer, context);
  if (mixer == Mixer::kSliding) context = std::min<double>(context, *model.sliding_window);
  if (!model.mla) {
    const AttentionHeads heads = model.attention_of(mixer);
    return context * heads.heads * (heads.head_dim + heads.value_dim);
  }
  double index = 0;
  if (model.sparse_attention && context > model.sparse_attention->top_k) {
    index = context * model.sparse_attention->heads * model.sparse_attention->cached();
    context = model.sparse_attention->top_k;
  }
  const MlaShape& mla = *model.mla;
  return index + context * model.heads * (mla.nope_dim + mla.rope_dim + mla.value_dim);
}

/// Elements of the compressed positions that the index of DeepSeek-V4 does not select.
double unselected(const Model& model, double context) {
  double elements = 0;
  for (const LayerGroup& layer : model.layer_groups()) {
    if (layer.mixer != Mixer::kSparseCompressed) continue;
    const double candidates = context / model.compressed->sparse_ratio;
    elements +=
        layer.count * model.head_dim * std::max(0.0, candidates - model.sparse_attention->top_k);
  }
  return elements;
}

}  // namespace

double read_sequence_bytes(const Model& model, double context, double element_bytes) {
  const SequenceMemory memory = sequence_memory(model);
  double bytes = memory.bytes(context, element_bytes);
  if (model.compressed) return bytes - unselected(model, context) * element_bytes;
  if (model.sparse_attention && context > model.sparse_attention->top_k) {
    // The keys of the index, and the selected latent vectors.
    double layers = 0;
    for (const LayerGroup& layer : model.layer_groups()) {
      if (has_attention(layer.mixer)) layers += layer.count;
    }
    const double latent = model.mla->kv_rank + model.mla->rope_dim;
    bytes -= layers * latent * (context - model.sparse_attention->top_k) * element_bytes;
  }
  return bytes;
}

double decode_memory_bound(double bytes_per_step, double bandwidth, int batch) {
  return batch * bandwidth / bytes_per_step;
}

double decode_step_bytes(const Model& model, int batch, int context,
                         double weight_bytes_per_element, double kv_bytes_per_element) {
  double elements = model.active_matrix_parameters();
  if (model.moe && model.moe_layers() > 0) {
    const MoeShape& moe = *model.moe;
    const double share = static_cast<double>(moe.top_k) / moe.experts;
    const double distinct = moe.experts * (1.0 - std::pow(1.0 - share, batch));
    const double one_expert =
        (model.ffn_gated ? 3.0 : 2.0) * expert_inputs(model) * moe.expert_ffn * model.moe_layers();
    elements += one_expert * (distinct - moe.top_k);
  }
  if (context <= 0) return elements * weight_bytes_per_element;
  return elements * weight_bytes_per_element +
         batch * read_sequence_bytes(model, context, kv_bytes_per_element);
}

double mixer_operations(const Model& model, double context) {
  double products = 0;
  for (const LayerGroup& layer : model.layer_groups()) {
    double one = 0;
    if (has_attention(layer.mixer)) one += attention_products(model, layer.mixer, context);
    if (layer.mixer == Mixer::kLinear) {
      const LinearShape& linear = *model.linear;
      const double reads = linear.rule == LinearRule::kLightning ? 1 : 2;
      one += (reads + 1) * linear.value_heads * linear.key_dim * linear.value_dim;
    }
    constexpr double kStateProducts = 2;  // the update and the output
    if (layer.mixer == Mixer::kMamba) {
      one += kStateProducts * model.mamba->inner * model.mamba->state;
    }
    if (layer.mixer == Mixer::kMamba2 || layer.mixer == Mixer::kAttentionMamba2) {
      one += kStateProducts * model.mamba2->inner() * model.mamba2->state;
    }
    products += layer.count * one;
  }
  return 2.0 * products;
}

double decode_flops_per_token(const Model& model, int context) {
  return 2.0 * model.active_matrix_parameters() + mixer_operations(model, context);
}

}  // namespace nscope::catalog
