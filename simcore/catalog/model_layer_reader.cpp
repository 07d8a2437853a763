#include "simcore/catalog/model_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::catalog {
namespace {

constexpr std::array kLinearRules{LinearRule::kGatedDelta, LinearRule::kKda,
                                  LinearRule::kLightning};
constexpr int kMostTaps = 64;
constexpr int kMostStreams = 64;

MlaShape read_mla(StrictObject& in) {
  MlaShape mla;
  mla.query_rank = read_dimension(in, "query_rank", false);
  mla.kv_rank = read_dimension(in, "kv_rank", true);
  mla.nope_dim = read_dimension(in, "nope_dim", true);
  mla.rope_dim = read_dimension(in, "rope_dim", true, 0);
  mla.value_dim = read_dimension(in, "value_dim", true);
  return mla;
}

FullAttention read_full_attention(StrictObject& in) {
  FullAttention full;
  full.heads = read_dimension(in, "heads", false);
  full.kv_heads = read_dimension(in, "kv_heads", false);
  full.head_dim = read_dimension(in, "head_dim", false);
  full.value_dim = read_dimension(in, "value_dim", false);
  full.shared_key_value = in.optional_boolean("shared_key_value", false);
  return full;
}

CompressedShape read_compressed(StrictObject& in) {
  CompressedShape shape;
  shape.query_rank = read_dimension(in, "query_rank", true);
  shape.rope_dim = read_dimension(in, "rope_dim", true, 0);
  shape.output_rank = read_dimension(in, "output_rank", true);
  shape.output_groups = std::max(1, read_dimension(in, "output_groups", true));
  shape.ratio = std::max(1, read_dimension(in, "ratio", true));
  shape.sparse_ratio = std::max(1, read_dimension(in, "sparse_ratio", true));
  return shape;
}

SparseAttention read_sparse_attention(StrictObject& in) {
  constexpr int kMostPool = 1024;
  constexpr double kLeastShare = 1e-4;
  SparseAttention sparse{.heads = read_dimension(in, "heads", true),
                         .head_dim = read_dimension(in, "head_dim", true),
                         .top_k = read_dimension(in, "top_k", true),
                         .share = in.optional_number("share").value_or(1),
                         .pool = whole_member(in, "pool", 1, 1, kMostPool)};
  if (sparse.share >= kLeastShare && sparse.share <= 1) return sparse;
  in.reject("share", tr("must be between {} and {}", kLeastShare, 1));
  sparse.share = 1;
  return sparse;
}

LinearShape read_linear(StrictObject& in) {
  LinearShape linear;
  const std::string rule = in.string("rule");
  const auto* const known =
      std::find_if(kLinearRules.begin(), kLinearRules.end(),
                   [&](LinearRule candidate) { return rule == to_string(candidate); });
  if (known == kLinearRules.end()) {
    in.reject("rule", tr("must be gated_delta, kda or lightning"));
  } else {
    linear.rule = *known;
  }
  linear.key_heads = read_dimension(in, "key_heads", true);
  linear.value_heads = read_dimension(in, "value_heads", true);
  linear.key_dim = read_dimension(in, "key_dim", true);
  linear.value_dim = read_dimension(in, "value_dim", true);
  linear.convolution = whole_member(in, "convolution", linear.convolution, 0, kMostTaps);
  linear.decay_rank = read_dimension(in, "decay_rank", false);
  linear.gate_rank = read_dimension(in, "gate_rank", false);
  if (linear.rule != LinearRule::kKda) {
    for (const char* const key : {"decay_rank", "gate_rank"}) {
      if (in.optional(key) != nullptr) in.reject(key, tr("requires the rule {}", "kda"));
    }
  }
  return linear;
}

MambaShape read_mamba(StrictObject& in) {
  MambaShape mamba;
  mamba.inner = read_dimension(in, "inner", true);
  mamba.state = read_dimension(in, "state", true);
  mamba.dt_rank = read_dimension(in, "dt_rank", true);
  mamba.convolution = whole_member(in, "convolution", mamba.convolution, 1, kMostTaps);
  return mamba;
}

Mamba2Shape read_mamba2(StrictObject& in) {
  Mamba2Shape mamba2;
  mamba2.heads = read_dimension(in, "heads", true);
  mamba2.head_dim = read_dimension(in, "head_dim", true);
  mamba2.state = read_dimension(in, "state", true);
  mamba2.groups = std::max(1, read_dimension(in, "groups", false));
  mamba2.convolution = whole_member(in, "convolution", mamba2.convolution, 1, kMostTaps);
  return mamba2;
}

RecurrentShape read_recurrent(StrictObject& in) {
  RecurrentShape recurrent;
  recurrent.width = read_dimension(in, "width", true);
  recurrent.blocks = std::max(1, read_dimension(in, "blocks", true));
  recurrent.convolution = whole_member(in, "convolution", recurrent.convolution, 1, kMostTaps);
  return recurrent;
}

ConvolutionShape read_convolution(StrictObject& in) {
  ConvolutionShape convolution;
  convolution.width = read_dimension(in, "width", true);
  convolution.taps = whole_member(in, "taps", convolution.taps, 1, kMostTaps);
  return convolution;
}

SharedKv read_shared_kv(StrictObject& in) {
  return {.layers = read_dimension(in, "layers", true), .ffn = read_dimension(in, "ffn", false)};
}

/// Reads the optional object `key` with `read`.
template <class Shape>
void read_shape(StrictObject& in, const char* key, std::optional<Shape>& shape,
                Shape (*read)(StrictObject&)) {
  const Json* const object = in.optional(key);
  if (object == nullptr) return;
  StrictObject inner(*object, in.path(key));
  shape = read(inner);
  forward_error(inner, in);
}

void read_pattern(StrictObject& in, Model& model) {
  const Json* const pattern = in.optional("layer_pattern");
  if (pattern == nullptr) return;
  if (!pattern->is_array() || pattern->empty()) {
    in.reject("layer_pattern", tr("must be an array of 1 to {} kinds of layers", model.layers));
    return;
  }
  for (const Json& word : *pattern) {
    const auto mixer =
        word.is_string() ? mixer_from_string(word.get_ref<const std::string&>()) : std::nullopt;
    if (!mixer) {
      in.reject("layer_pattern",
                tr("kinds of layers are attention, sliding, linear, mamba, mamba2, recurrent, "
                   "convolution, attention+mamba2, feed_forward, compressed and "
                   "sparse_compressed"));
      return;
    }
    model.layer_pattern.push_back(*mixer);
  }
}

/// Rejects kinds of layers without their dimensions, and dimensions that no layer uses.
void check_pattern(StrictObject& in, const Model& model) {
  const auto uses = [&](std::initializer_list<Mixer> mixers) {
    return std::find_first_of(model.layer_pattern.begin(), model.layer_pattern.end(),
                              mixers.begin(), mixers.end()) != model.layer_pattern.end();
  };
  const auto check = [&](const char* key, bool stated, bool used) {
    if (used && !stated) in.reject(key, tr("is required by 'layer_pattern'"));
    if (stated && !used) in.reject(key, tr("is not used by 'layer_pattern'"));
  };
  check("linear", model.linear.has_value(), uses({Mixer::kLinear}));
  check("mamba", model.mamba.has_value(), uses({Mixer::kMamba}));
  check("mamba2", model.mamba2.has_value(), uses({Mixer::kMamba2, Mixer::kAttentionMamba2}));
  check("recurrent", model.recurrent.has_value(), uses({Mixer::kRecurrent}));
  check("convolution", model.convolution.has_value(), uses({Mixer::kConvolution}));
  if (model.heads == 0 && uses({Mixer::kAttention, Mixer::kSliding, Mixer::kAttentionMamba2})) {
    in.reject("heads", tr("is required by 'layer_pattern'"));
  }
}

}  // namespace

void read_mixers(StrictObject& in, Model& model) {
  read_shape(in, "mla", model.mla, read_mla);
  read_pattern(in, model);
  model.value_dim = read_dimension(in, "value_dim", false);
  model.attention_gate = in.optional_boolean("attention_gate", false);
  read_shape(in, "full_attention", model.full_attention, read_full_attention);
  read_shape(in, "compressed", model.compressed, read_compressed);
  read_shape(in, "sparse_attention", model.sparse_attention, read_sparse_attention);
  read_shape(in, "linear", model.linear, read_linear);
  read_shape(in, "mamba", model.mamba, read_mamba);
  read_shape(in, "mamba2", model.mamba2, read_mamba2);
  read_shape(in, "recurrent", model.recurrent, read_recurrent);
  read_shape(in, "convolution", model.convolution, read_convolution);
  read_shape(in, "shared_kv", model.shared_kv, read_shared_kv);
  model.layer_embedding = read_dimension(in, "layer_embedding", false);
  model.residual_streams = whole_member(in, "residual_streams", 1, 1, kMostStreams);
  model.mtp_layers = read_dimension(in, "mtp_layers", false);
  if (const auto bytes = in.optional_number("state_bytes")) {
    if (*bytes != 1.0 && *bytes != 2.0 && *bytes != 4.0) {
      in.reject("state_bytes", tr("must be 1, 2 or 4"));
    }
    model.state_bytes = *bytes;
  }
  check_pattern(in, model);
}

}  // namespace nscope::catalog
