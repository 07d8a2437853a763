#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace nscope::catalog {
namespace {

constexpr Spellings kLatentRank{"kv_lora_rank", "attention_kv_lora_dim"};  // the last of openPangu

constexpr Spellings kKvHeads{
    "num_key_value_heads", "num_kv_heads",          "n_head_kv",
    "kv_n_heads",          "multi_query_group_num", "num_attention_groups"};

int kv_heads_of(ConfigReader& in, const ConfigFamily& family, int heads) {
  const bool multi_query = in.flag("multi_query", false) || in.flag("multi_query_attention", false);
  if (family.type == "falcon" && !in.flag("new_decoder_architecture", false)) {
    return multi_query ? 1 : heads;  // the old architecture ignores num_kv_heads
  }
  if (family.type == "gpt_bigcode") return multi_query ? 1 : heads;
  return in.find(kKvHeads).value_or(heads);
}

/// The part of the layers that compute an index of their own, "full"; the others, "shared", use
/// that of an earlier layer.
double index_share(ConfigReader& in, int layers) {
  const Json* const types = in.member("indexer_types");
  if (types == nullptr) return 1;
  if (!types->is_array() || types->size() > std::size_t{kMostLayers}) {
    in.reject("indexer_types", tr("must be an array with the type of each layer"));
    return 1;
  }
  // Published lists also have the layers that predict further tokens.
  const std::size_t used = std::min(types->size(), static_cast<std::size_t>(layers));
  check_layer_list(in, "indexer_types", used, layers);
  const auto full =
      std::count(types->begin(), types->begin() + static_cast<std::ptrdiff_t>(used), Json("full"));
  if (full > 0) return static_cast<double>(full) / static_cast<double>(used);
  in.reject("indexer_types", tr("must have a layer of type '{}'", "full"));
  return 1;
}

/// Parallel copies of the hidden state, of which each part of a layer has weights.
void read_residual_streams(ConfigReader& in, Model& model) {
  constexpr WholeRange kStreams{1, 64};
  constexpr double kParts = 2;  // attention and feed-forward part
  model.residual_streams = in.find({"hc_mult", "mhc_num_residual_streams"}, kStreams).value_or(1);
  if (model.residual_streams == 1) return;
  model.parameters += kParts * model.layers * model.residual_streams * model.hidden *
                      model.stream_weights();  // added to the matrices
}

constexpr WholeRange kPool{1, 1024};

/// Latent attention (DeepSeek), and the index of its sparse form.
void read_latent_attention(ConfigReader& in, Model& model) {
  MlaShape mla;
  mla.query_rank = in.find({"q_lora_rank", "attention_q_lora_dim"}).value_or(0);
  mla.kv_rank = in.require(kLatentRank);
  mla.nope_dim = in.require({"qk_nope_head_dim", "attention_qk_dim"});
  mla.rope_dim = in.require({"qk_rope_head_dim", "attention_qk_rope_dim"}, kFromZero);
  mla.value_dim = in.require({"v_head_dim", "attention_v_dim"});
  model.attention_gate = model.attention_gate || in.flag("mla_use_output_gate", false);
  model.head_dim = mla.nope_dim;
  model.mla = mla;
  read_residual_streams(in, model);
  if (!in.find({"index_topk"})) return;
  model.sparse_attention = SparseAttention{.heads = in.require({"index_n_heads"}),
                                           .head_dim = in.require({"index_head_dim"}),
                                           .top_k = in.require({"index_topk"}),
                                           .share = index_share(in, model.layers),
                                           .pool = in.find({"index_kpool"}, kPool).value_or(1)};
}

/// Shared keys and values with compression (DeepSeek-V4). read_mixers() reads the ratios.
void read_compressed_attention(ConfigReader& in, Model& model) {
  model.head_dim = in.require({"head_dim"});
  model.compressed = CompressedShape{.query_rank = in.require({"q_lora_rank"}),
                                     .rope_dim = in.require({"qk_rope_head_dim"}),
                                     .output_rank = in.require({"o_lora_rank"}),
                                     .output_groups = in.require({"o_groups"})};
  model.sparse_attention = SparseAttention{.heads = in.require({"index_n_heads"}),
                                           .head_dim = in.require({"index_head_dim"}),
                                           .top_k = in.require({"index_topk"})};
  model.residual_streams = in.find({"hc_mult"}).value_or(1);
}

/// Layers with full attention that have other heads than those with windows (Gemma 4, MiMo).
void read_full_attention(ConfigReader& in, Model& model) {
  if (const auto head_dim = in.find({"global_head_dim"})) {
    const bool shared = in.flag("attention_k_eq_v", false);
    model.full_attention =
        FullAttention{.kv_heads = shared ? in.find({"num_global_key_value_heads"}).value_or(0) : 0,
                      .head_dim = *head_dim,
                      .shared_key_value = shared};
    return;
  }
  if (const Json* const sliding = in.member("attention_other_setting"); sliding != nullptr) {
    // Step 3.5 states the heads of its layers with windows in an object.
    static const Json kNone = Json::object();
    if (!sliding->is_object()) return in.reject("attention_other_setting", tr("must be an object"));
    ConfigReader inner(*sliding, in.where() + "/attention_other_setting", kNone);
    model.full_attention =
        FullAttention{.heads = model.heads, .kv_heads = model.kv_heads, .head_dim = model.head_dim};
    model.heads = inner.require({"num_attention_heads"});
    model.kv_heads = inner.find({"num_attention_groups"}).value_or(model.kv_heads);
    model.head_dim = inner.find({"head_dim"}).value_or(model.head_dim);
    if (inner.error()) in.adopt(*inner.error());
    return;
  }
  if (!in.find({"swa_num_attention_heads"})) return;
  model.full_attention = FullAttention{.heads = model.heads,
                                       .kv_heads = model.kv_heads,
                                       .head_dim = model.head_dim,
                                       .value_dim = model.value_dim};
  model.heads = in.require({"swa_num_attention_heads"});
  model.kv_heads = in.require({"swa_num_key_value_heads"});
  model.head_dim = in.find({"swa_head_dim"}).value_or(model.head_dim);
  model.value_dim = in.find({"swa_v_head_dim"}).value_or(model.value_dim);
}

/// JetMoE: the matrices of queries and outputs belong to experts, of which a token chooses some.
/// Each has as many heads as there are heads of keys.
void read_expert_attention(ConfigReader& in, Model& model) {
  constexpr WholeRange kChosen{1, 1024};
  model.kv_heads = in.require(kKvHeads, {1, 1'000'000 / kChosen.most});
  const int chosen = in.require({"num_experts_per_tok"}, kChosen);
  const int experts = in.require({"num_local_experts"});
  model.heads = model.kv_heads * chosen;
  model.head_dim = in.require({"kv_channels"});
  const double others = 2.0 * model.layers * std::max(0, experts - chosen) * model.hidden *
                        model.kv_heads * model.head_dim;
  model.parameters += others;  // added to the matrices
  in.note(
      tr("the experts of attention that a token does not choose have {} parameters, which are "
         "counted in the memory, but not in the time",
         as::count(std::llround(others))));
}

void read_attention(ConfigReader& in, const ConfigFamily& family, Model& model) {
  if (family.attention_free) return;
  if (family.expert_attention) return read_expert_attention(in, model);
  model.heads = in.require(kHeads);
  // Laguna gates each element or, with a matrix too narrow to matter, each head.
  const Json* const gating = in.member("gating");
  model.attention_gate = (family.attention_gate && in.flag("use_gqa_gate", true) &&
                          in.flag("attention_output_gate", true)) ||
                         (gating != nullptr && *gating == "per-element");
  const bool latent = in.flag("use_mla", true);  // DeepSeek-OCR has the members of both
  if (latent && in.find(kLatentRank)) {
    model.kv_heads = model.heads;  // the latent vector is expanded for every head
    return read_latent_attention(in, model);
  }
  model.kv_heads = kv_heads_of(in, family, model.heads);
  if (in.find({"o_lora_rank"})) return read_compressed_attention(in, model);
  model.head_dim =
      in.find({"head_dim", "kv_channels", "attention_head_dim"}).value_or(head_dim_of(model));
  if (const auto value_dim = latent ? in.find({"v_head_dim"}) : std::nullopt) {
    model.value_dim = *value_dim == model.head_dim ? 0 : *value_dim;
  }
  read_full_attention(in, model);
}

/// The width of the feed-forward part as the file states it; 0 if it states none.
int feed_forward_width(ConfigReader& in, const ConfigFamily& family, int hidden) {
  if (family.attention_free) return 0;
  if (family.ffn_multiple > 0) {
    const int multiple = in.find({"expansion_ratio"}).value_or(family.ffn_multiple);
    if (const auto stated = in.find(kFfn)) return *stated;
    if (hidden > kLargestDimension / multiple) {
      in.reject(*kHidden.begin(),
                tr("is too large: the feed-forward part would have more than {} columns",
                   kLargestDimension));
      return hidden;
    }
    return multiple * hidden;
  }
  const int width = in.find(kFfn).value_or(0);
  if (family.halved_ffn) return width / 2;
  if (!in.flag("block_auto_adjust_ff_dim", false)) return width;
  // LFM2 rounds two thirds of the stated width up.
  const int multiple = in.find({"block_multiple_of"}).value_or(1);
  const double factor = in.number("block_ffn_dim_multiplier").value_or(1.0);
  const double adjusted =
      std::ceil(std::floor(factor * std::floor(2.0 * width / 3.0)) / multiple) * multiple;
  if (adjusted > kLargestDimension) {
    in.reject("block_ffn_dim_multiplier",
              tr("is too large: the feed-forward part would have more than {} columns",
                 kLargestDimension));
    return width;
  }
  return static_cast<int>(adjusted);
}

/// Whether the class of the model returns hidden states or scores instead of tokens. ChatGLM and
/// Aquila call their classes with a head so, too.
bool has_no_head(const ConfigReader& in) {
  const Json* const classes = in.member("architectures");
  if (classes == nullptr || !classes->is_array() || classes->empty()) return false;
  if (!classes->front().is_string()) return false;
  const std::string_view name = classes->front().get_ref<const std::string&>();
  if (name.ends_with("LMHeadModel") || name == "ChatGLMModel" || name == "AquilaModel")
    return false;
  return name.ends_with("Model") || name.ends_with("ForSequenceClassification") ||
         name.ends_with("ForTokenClassification") || name.ends_with("ForRetrieval");
}

/// Layers that use the keys and values of other layers.
void read_shared_keys(ConfigReader& in, const ConfigFamily& family, Model& model) {
  int shared = in.find({"num_kv_shared_layers"}, kFromZero).value_or(0);
  if (in.flag("use_cla", false)) {
    // Hunyuan-Large: one layer in cla_share_factor has keys, and the next ones use them.
    const int factor = in.require({"cla_share_factor"});
    shared = model.layers - (model.layers + factor - 1) / factor;
  }
  if (shared <= 0) return;
  const bool wide = in.flag("use_double_wide_mlp", false);
  model.shared_kv = SharedKv{.layers = shared, .ffn = wide ? 2 * model.ffn : 0};
  if (family.unused_keys) {
    const double heads = 1.0 * model.kv_heads * (model.head_dim + model.head_dim);
    model.parameters += 1.0 * shared * model.hidden * heads;  // added to the matrices
  }
}

/// Kimi-Audio: further layers and a head that write the tokens of sound beside those of words, and
/// two matrices that adapt the features of the sound.
void read_sound_layers(ConfigReader& in, Model& model) {
  const auto layers = in.find({"kimia_mimo_layers"}, {0, kMostLayers});
  if (!layers) return;
  const double features = in.find({"kimia_adaptor_input_dim"}).value_or(0);
  const double hidden = model.hidden;
  model.layers += *layers;
  model.parameters += hidden * model.vocabulary + hidden * (features + hidden);
  in.note(
      tr("the {} layers that write sound are counted as further layers, and their head in the "
         "memory, but not in the time; the encoder of sound is not counted",
         *layers));
}

/// Elements of Gemma 3n: projections between the parallel inputs of the layers (AltUp), and a
/// low-rank path beside each layer (LAuReL).
void read_parallel_inputs(ConfigReader& in, Model& model) {
  const double hidden = model.hidden;
  const int inputs = in.find({"altup_num_inputs"}).value_or(1);
  const int rank = in.find({"laurel_rank"}).value_or(0);
  model.parameters += 2.0 * (inputs - 1) * hidden * hidden + 2.0 * model.layers * hidden * rank;
}

/// Refuses other parts of the models whose tokens pass through the same layers several times.
void refuse_uneven_loops(ConfigReader& in, const Model& model, const char* member) {
  for (const char* const other :
       {"enable_double_loop_split", "enable_hyper_connection", "enable_depth_attention"}) {
    if (!in.flag(other, false)) continue;
    in.refuse(other, tr("layers that only a part of the loops passes, several residual streams and "
                        "attention over depths of looped models are not described"));
    return;
  }
  const bool equal = !model.moe && !model.shared_kv && model.layer_embedding == 0 &&
                     (model.layer_pattern.empty() ||
                      model.layers % static_cast<int>(model.layer_pattern.size()) == 0);
  if (!equal) {
    in.refuse(member, tr("loops through layers of different kinds are not described"));
  }
}

/// Reads how often a token passes through all layers (Ouro, Nanbeige 4.2). Each pass has keys and
/// values of its own. Must follow the layers.
void read_loops(ConfigReader& in, Model& model) {
  constexpr int kMostLoops = 1000;
  const Json* const losses = in.member("loop_loss_weights");
  const bool by_losses = losses != nullptr && losses->is_array() && !losses->empty();
  for (const char* const member : {"num_loops", "total_ut_steps"}) {
    const int stated = in.find({member}, {0, kMostLoops}).value_or(1);
    const int loops = by_losses
                          ? static_cast<int>(std::min<std::size_t>(losses->size(), kMostLoops)) + 1
                          : stated;
    if (loops <= 1 || model.loops > 1 || in.error()) continue;
    refuse_uneven_loops(in, model, member);
    model.loops = loops;
  }
  if (model.loops == 1 || in.error()) return;
  if (1.0 * model.layers * model.loops > kMostLayers) {
    in.refuse("num_loops", tr("gives {} passes through layers, more than {}",
                              as::count(std::int64_t{model.layers} * model.loops), kMostLayers));
    return;
  }
  model.layers *= model.loops;
  in.note(
      tr("a token passes {} times through the layers, which are stored once, with keys and "
         "values of its own in each pass",
         model.loops));
  if (in.number("early_exit_threshold").value_or(1) < 1) {
    in.note(tr("tokens that leave the loop early are counted with all passes"));
  }
}

/// Refuses embeddings of several tokens together.
void refuse_token_groups(ConfigReader& in) {
  if (in.find({"emb_neighbor_num"}, kFromZero).value_or(0) < 2) return;
  in.refuse("emb_neighbor_num",
            tr("it looks up embeddings of several tokens together, which a model document cannot "
               "describe"));
}

/// The longest sequence with YaRN: the factor times the positions of the first training, which some
/// files do not include in their positions.
int extended_positions(ConfigReader& in, int positions) {
  static const Json kNone = Json::object();
  for (const char* const member : {"rope_scaling", "rope_parameters"}) {
    const Json* const rope = in.member(member);
    if (rope == nullptr || !rope->is_object()) continue;
    ConfigReader inner(*rope, in.where() + "/" + member, kNone);
    const std::string kind =
        rope->contains("rope_type") ? inner.text("rope_type") : inner.text("type");
    if (kind != "yarn") continue;
    const double factor = inner.number("factor").value_or(1);
    const double first = inner.find({"original_max_position_embeddings"}).value_or(0);
    if (inner.error()) {
      in.adopt(*inner.error());
      return positions;
    }
    return static_cast<int>(std::clamp(factor * first, 1.0 * positions, 1.0 * kLargestDimension));
  }
  return positions;
}

double attention_biases(const Model& model, ConfigBiases kind) {
  const double queries = 1.0 * model.heads * model.head_dim;
  const double keys = 2.0 * model.kv_heads * model.head_dim;
  switch (kind) {
    case ConfigBiases::kQkv: return queries + keys;
    case ConfigBiases::kExperts:
    case ConfigBiases::kAll: return queries + keys + model.hidden;
    case ConfigBiases::kNone:
    case ConfigBiases::kFeedForward: break;
  }
  return 0.0;
}

double feed_forward_biases(const Model& model, ConfigBiases kind) {
  if (kind == ConfigBiases::kFeedForward || kind == ConfigBiases::kAll) {
    return (model.ffn_gated ? 2.0 : 1.0) * model.ffn + model.hidden;
  }
  if (kind != ConfigBiases::kExperts || !model.moe) return 0.0;
  return model.moe->experts * (2.0 * model.moe->expert_ffn + model.hidden + 1.0);
}

}  // namespace

double vector_parameters(const Model& model, const ConfigFamily& family) {
  const double layers = 1.0 * model.layers / model.loops + model.encoder_layers;
  // A norm with biases has two vectors.
  const double norms = family.biases == ConfigBiases::kAll ? 2.0 : 1.0;
  double sum = norms * model.hidden * (layers * family.norms + 1);
  sum +=
      layers * (attention_biases(model, family.biases) + feed_forward_biases(model, family.biases));
  // The embedding of positions of a decoder (OPT-350m) has the width of the model.
  const bool narrow = model.embedding_dim > 0 && model.architecture != Architecture::kDecoder;
  const double width = narrow ? model.embedding_dim : model.hidden;
  return sum + (family.positions ? width * model.max_positions : 0.0);
}

void read_decoder(ConfigReader& in, const ConfigFamily& family, Model& model) {
  model.architecture = Architecture::kDecoder;
  refuse_token_groups(in);
  model.layers = in.find(kLayers, kLayerCount).value_or(0);
  model.hidden = in.require(kHidden);
  model.vocabulary = in.require(kVocabulary);
  model.max_positions = extended_positions(in, in.find_first(kPositions).value_or(0));
  // A model without a head stores one matrix for its vocabulary, as one with tied embeddings.
  model.tied_embeddings = in.flag("tie_word_embeddings", false) || has_no_head(in);
  model.embedding_dim = in.find({"word_embed_proj_dim"}).value_or(0);
  if (model.embedding_dim == model.hidden) model.embedding_dim = 0;
  // The projection to the width of the embedding before the head, which the matrices do not have.
  model.parameters += 1.0 * model.embedding_dim * model.hidden;
  read_attention(in, family, model);
  model.ffn = feed_forward_width(in, family, model.hidden);
  model.ffn_gated = family.gated;
  if (has_blocks(in)) {
    read_blocks(in, model);
  } else {
    read_mixers(in, family, model);
  }
  if (model.layers == 0) in.require(kLayers);
  read_sound_layers(in, model);
  if (!in.error()) read_experts(in, family, model);
  if (model.ffn == 0 && !model.moe && !family.attention_free) in.require(kFfn);
  model.mtp_layers =
      in.find({"num_nextn_predict_layers", "mtp_num_hidden_layers"}, {0, kMostLayers}).value_or(0);
  model.layer_embedding = in.find({"hidden_size_per_layer_input"}, kFromZero).value_or(0);
  read_shared_keys(in, family, model);
  read_parallel_inputs(in, model);
  read_loops(in, model);
}

}  // namespace nscope::catalog
