#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr Spellings kWindow{"sliding_window", "sliding_window_size", "attention_window_size",
                            "attention_chunk_size"};

/// The mixer of a layer type of transformers; nullopt for an unknown word.
std::optional<Mixer> mixer_of(const std::string& word, const ConfigFamily& family) {
  constexpr std::array<std::pair<std::string_view, Mixer>, 21> kWords{{
      {"full_attention", Mixer::kAttention},
      {"attention", Mixer::kAttention},
      {"global_attention", Mixer::kAttention},
      {"deepseek_sparse_attention", Mixer::kAttention},
      {"sparse_attention", Mixer::kAttention},
      {"sparse", Mixer::kAttention},
      {"*", Mixer::kAttention},
      {"G", Mixer::kAttention},
      {"sliding_attention", Mixer::kSliding},
      {"chunked_attention", Mixer::kSliding},
      {"L", Mixer::kSliding},
      {"heavily_compressed_attention", Mixer::kCompressed},
      {"compressed_sparse_attention", Mixer::kSparseCompressed},
      {"conv", Mixer::kConvolution},
      {"short_conv", Mixer::kConvolution},
      {"recurrent", Mixer::kRecurrent},
      {"hybrid", Mixer::kAttentionMamba2},
      {"mlp", Mixer::kFeedForward},
      {"moe", Mixer::kFeedForward},
      {"-", Mixer::kFeedForward},
      {"E", Mixer::kFeedForward},
  }};
  if (word == "linear_attention" || word == "mamba" || word == "mamba2" || word == "M") {
    return family.state;
  }
  const auto* const found = std::find_if(kWords.begin(), kWords.end(),
                                         [&](const auto& known) { return known.first == word; });
  if (found == kWords.end()) return std::nullopt;
  return found->second;
}

/// The words of a list or, one letter each, of a text.
std::vector<std::string> words_of(const Json& stated) {
  std::vector<std::string> words;
  if (stated.is_string()) {
    for (const char letter : stated.get_ref<const std::string&>()) words.emplace_back(1, letter);
  } else if (stated.is_array()) {
    for (const Json& word : stated)
      words.push_back(word.is_string() ? word.get<std::string>() : "");
  }
  return words;
}

/// Members with the type of each layer.
constexpr std::array<const char*, 3> kLayerTypes{"layer_types", "layers_block_type",
                                                 "hybrid_override_pattern"};

bool is_dense_part(const std::string& word) {
  return word == "mlp" || word == "-";
}
bool is_expert_part(const std::string& word) {
  return word == "moe" || word == "E";
}

/// The mixers that a member lists. Dense parts and experts cannot be mixed.
std::vector<Mixer> stated_words(ConfigReader& in, const char* member, const ConfigFamily& family) {
  std::vector<Mixer> mixers;
  const Json* const stated = in.member(member);
  if (stated == nullptr) return mixers;
  const std::vector<std::string> words = words_of(*stated);
  if (words.empty() || words.size() > std::size_t{kMostLayers}) {
    in.reject(member, tr("must be an array with the type of each layer"));
    return mixers;
  }
  bool dense = false;
  bool sparse = false;
  for (const std::string& word : words) {
    const auto mixer = mixer_of(word, family);
    if (!mixer) {
      in.refuse(member, tr("layers of type '{}' are not supported", word));
      return {};
    }
    dense = dense || is_dense_part(word);
    sparse = sparse || is_expert_part(word);
    mixers.push_back(*mixer);
  }
  if (dense && sparse) {
    in.refuse(member, tr("layers with experts and layers without them are not supported together"));
  }
  return mixers;
}

/// All layers, of which every `period`-th has attention and the others are `usual`.
std::vector<Mixer> interval(int period, Mixer usual, int layers) {
  std::vector<Mixer> mixers;
  for (int layer = 1; layer <= layers; ++layer) {
    mixers.push_back(layer % period == 0 ? Mixer::kAttention : usual);
  }
  return mixers;
}

/// All layers as `usual`, except those in `special`, which have the mixer `other`.
std::vector<Mixer> with_layers(ConfigReader& in, const char* member, int layers,
                               const std::vector<int>& special, Mixer usual, Mixer other) {
  std::vector<Mixer> mixers(static_cast<std::size_t>(layers), usual);
  for (const int layer : special) {
    if (layer >= layers) {
      in.reject(member, tr("layer {} exceeds the {} layers", layer, layers));
      return {};
    }
    mixers[static_cast<std::size_t>(layer)] = other;
  }
  return mixers;
}

/// All layers in groups, of which the last one has attention, as have those of an incomplete group
/// (Ling 2.5 and 3.0, Ring-linear).
std::vector<Mixer> grouped_layers(int size, Mixer usual, int layers) {
  std::vector<Mixer> mixers = interval(size, usual, layers);
  std::fill(mixers.end() - layers % size, mixers.end(), Mixer::kAttention);
  return mixers;
}

/// The numbers of layers in a list of Kimi Linear; empty if there is none.
std::vector<int> listed_layers(ConfigReader& in, const Json& linear, const char* name, int first,
                               int layers) {
  std::vector<int> listed;
  const auto list = linear.find(name);
  if (list == linear.end() || !list->is_array()) return listed;
  for (const Json& layer : *list) {
    if (!layer.is_number_integer() || layer.get<double>() < first ||
        layer.get<double>() >= layers + first) {
      in.reject(fmt::format("linear_attn_config/{}", name),
                tr("must be an array of whole numbers between {} and {}, because the model has {} "
                   "layers",
                   first, layers + first - 1, layers));
      return {};
    }
    listed.push_back(layer.get<int>() - first);
  }
  return listed;
}

bool lists_layers(const Json& linear) {
  return linear.contains("full_attn_layers") || linear.contains("kda_layers");
}

/// Whether members of the file itself state the layers with full attention.
bool states_full_layers(const ConfigReader& in) {
  return in.member("gqa_layers") != nullptr || in.member("gqa_interval") != nullptr ||
         in.member("full_attention_interval") != nullptr;
}

/// Kimi Linear numbers the layers from 1, and GLM-5.3-Flash from 0.
std::vector<Mixer> kimi_layers(ConfigReader& in, const Json& linear, int layers) {
  bool from_zero = false;
  for (const char* const name : {"kda_layers", "full_attn_layers"}) {
    const auto list = linear.find(name);
    if (list == linear.end() || !list->is_array()) continue;
    from_zero = from_zero || std::find(list->begin(), list->end(), Json(0)) != list->end();
  }
  const int first = from_zero ? 0 : 1;
  if (!linear.contains("full_attn_layers") && linear.contains("kda_layers")) {
    return with_layers(in, "linear_attn_config/kda_layers", layers,
                       listed_layers(in, linear, "kda_layers", first, layers), Mixer::kAttention,
                       Mixer::kLinear);
  }
  return with_layers(in, "linear_attn_config/full_attn_layers", layers,
                     listed_layers(in, linear, "full_attn_layers", first, layers), Mixer::kLinear,
                     Mixer::kAttention);
}

/// The ratio at which neighbouring compressed positions of DeepSeek-V4 overlap and an index selects
/// them.
constexpr int kSparseRatio = 4;

/// The mixers by the positions that a compressed one stands for, in each layer; 0 and 1: layers
/// with only a window. Published lists also have the layers that predict further tokens.
std::vector<Mixer> compressed_layers(ConfigReader& in, int layers) {
  std::vector<int> ratios = in.numbers("compress_ratios");
  ratios.resize(std::min(ratios.size(), static_cast<std::size_t>(layers)));
  check_layer_list(in, "compress_ratios", ratios.size(), layers);
  std::vector<Mixer> mixers;
  int ratio = 0;  // of the layers without an index
  for (const int stated : ratios) {
    if (stated <= 1) {
      mixers.push_back(Mixer::kSliding);
    } else if (stated == kSparseRatio) {
      mixers.push_back(Mixer::kSparseCompressed);
    } else {
      if (ratio != 0 && stated != ratio) {
        in.refuse("compress_ratios",
                  tr("layers with ratios {} and {} are not supported together", ratio, stated));
        return {};
      }
      ratio = stated;
      mixers.push_back(Mixer::kCompressed);
    }
  }
  return mixers;
}

/// The ratios of DeepSeek-V4 by the kind of layer, or those of the list of all layers.
void read_ratios(ConfigReader& in, CompressedShape& shape) {
  if (const Json* const rates = in.member("compress_rates"); rates != nullptr) {
    static const Json kNone = Json::object();
    if (!rates->is_object()) return in.reject("compress_rates", tr("must be an object"));
    ConfigReader inner(*rates, in.where() + "/compress_rates", kNone);
    shape.ratio = inner.find({"heavily_compressed_attention"}).value_or(shape.ratio);
    shape.sparse_ratio = inner.find({"compressed_sparse_attention"}).value_or(shape.sparse_ratio);
    if (inner.error()) in.adopt(*inner.error());
    return;
  }
  for (const int ratio : in.numbers("compress_ratios")) {
    if (ratio > 1 && ratio != kSparseRatio) shape.ratio = ratio;
  }
}

/// The mixers by members with the numbers of some layers; empty if the file has none of them.
std::vector<Mixer> numbered_layers(ConfigReader& in, const ConfigFamily& family, int layers) {
  if (layers < 1 || layers > kMostLayers) return {};
  if (const Json* const linear = in.member("linear_attn_config");
      linear != nullptr && linear->is_object() &&
      (lists_layers(*linear) || !states_full_layers(in))) {
    return kimi_layers(in, *linear, layers);
  }
  if (in.member("compress_ratios") != nullptr) return compressed_layers(in, layers);
  for (const char* const member :
       {"full_attn_idxs", "attn_layer_indices", "gqa_layers", "full_attention_layers"}) {
    if (in.member(member) == nullptr) continue;
    const Mixer usual = family.pattern.empty() ? family.state : family.pattern.front();
    return with_layers(in, member, layers, in.numbers(member), usual, Mixer::kAttention);
  }
  if (in.member("cross_attention_layers") != nullptr) {
    return with_layers(in, "cross_attention_layers", layers, in.numbers("cross_attention_layers"),
                       Mixer::kAttention, Mixer::kSliding);
  }
  // MiniMax-01: 1 is full attention; MiMo-V2: 1 is sliding attention.
  for (const auto& [member, zero, one] :
       {std::tuple{"attn_type_list", Mixer::kLinear, Mixer::kAttention},
        std::tuple{"hybrid_layer_pattern", Mixer::kAttention, Mixer::kSliding}}) {
    std::vector<Mixer> mixers;
    for (const int type : in.numbers(member)) mixers.push_back(type == 0 ? zero : one);
    if (mixers.empty()) continue;
    check_layer_list(in, member, mixers.size(), layers);
    return mixers;
  }
  if (const auto period = in.find({"attn_layer_period"})) {
    const int offset = in.find({"attn_layer_offset"}, kFromZero).value_or(0);
    std::vector<Mixer> mixers;
    for (int layer = 0; layer < layers; ++layer) {
      mixers.push_back(layer % *period == offset % *period ? Mixer::kAttention : family.state);
    }
    return mixers;
  }
  return {};
}

/// The mixers that the file or the family states, one period or all layers. Sets `layers` if only
/// the list of the layers states it.
std::vector<Mixer> layers_of(ConfigReader& in, const ConfigFamily& family, int& layers) {
  for (const char* const member : kLayerTypes) {
    auto words = stated_words(in, member, family);
    if (in.error()) return {};
    if (words.empty()) continue;
    if (layers == 0) layers = static_cast<int>(words.size());
    // Step 3.5 lists the layers of the multi-token prediction, too.
    const int predicting = in.find({"num_nextn_predict_layers"}, {0, kMostLayers}).value_or(0);
    if (words.size() == static_cast<std::size_t>(layers) + static_cast<std::size_t>(predicting)) {
      words.resize(static_cast<std::size_t>(layers));
    }
    check_layer_list(in, member, words.size(), layers);
    return words;
  }
  // RecurrentGemma states one period.
  for (const char* const member : {"_block_types", "block_types"}) {
    if (auto words = stated_words(in, member, family); !words.empty() || in.error()) return words;
  }
  if (auto numbered = numbered_layers(in, family, layers); !numbered.empty() || in.error()) {
    return numbered;
  }
  if (const auto every = in.find({"full_attention_interval", "gqa_interval"}))
    return interval(*every, family.state, layers);
  if (const auto size = in.find({"layer_group_size"})) {
    return grouped_layers(*size, family.state, layers);
  }
  const Json* const windows = in.member("sliding_window_pattern");
  if (windows != nullptr && windows->is_string()) {
    return stated_words(in, "sliding_window_pattern", family);
  }
  if (const auto every = in.find({"sliding_window_pattern", "global_attn_every_n_layers"})) {
    return interval(*every, Mixer::kSliding, layers);
  }
  if (family.upper_windows && in.flag("use_sliding_window", true)) {
    const int full = in.find({"max_window_layers"}, kFromZero).value_or(0);
    std::vector<Mixer> mixers(static_cast<std::size_t>(layers), Mixer::kSliding);
    std::fill_n(mixers.begin(),
                std::min<std::size_t>(mixers.size(), static_cast<std::size_t>(full)),
                Mixer::kAttention);
    return mixers;
  }
  return family.pattern;
}

/// The shortest period of the mixers, which are a period themselves if they are fewer than the
/// layers; empty if all are full attention.
std::vector<Mixer> shortest_period(std::vector<Mixer> mixers, std::size_t layers) {
  for (std::size_t period = 1; period < mixers.size(); ++period) {
    bool repeats = mixers.size() >= layers || mixers.size() % period == 0;
    for (std::size_t i = period; i < mixers.size() && repeats; ++i) {
      repeats = mixers[i] == mixers[i - period];
    }
    if (repeats) mixers.resize(period);
  }
  const bool plain = mixers.size() == 1 && mixers.front() == Mixer::kAttention;
  return plain ? std::vector<Mixer>() : mixers;
}

/// The width of all heads, as a rank: one matrix without a narrow width.
int full_rank(const LinearShape& shape) {
  return static_cast<int>(std::min(1.0 * shape.key_heads * shape.key_dim, 1.0 * kLargestDimension));
}

/// Ling: layers with a short convolution have the delta rule of KDA, others a constant decay.
void read_ling_layers(ConfigReader& in, Model& model, LinearShape& shape) {
  shape.key_heads = shape.value_heads = model.heads;
  shape.key_dim = shape.value_dim = in.find({"head_dim"}).value_or(model.head_dim);
  const auto taps = in.find({"short_conv_kernel_size"});
  shape.convolution = taps.value_or(0);
  if (!taps) return;
  shape.rule = LinearRule::kKda;
  if (in.flag("no_kda_lora", false)) shape.decay_rank = shape.gate_rank = full_rank(shape);
}

/// RWKV-7: decays and rates, and output gates and mixed values, each between two narrow matrices.
/// Its rule is that of KDA with further vectors, without a convolution.
void read_rwkv_layers(ConfigReader& in, const Model& model, LinearShape& shape) {
  constexpr WholeRange kRank{1, 100'000};  // sums of two fit
  shape.key_heads = shape.value_heads = model.heads;
  shape.key_dim = shape.value_dim = model.head_dim;
  shape.convolution = 0;
  shape.decay_rank =
      in.require({"decay_low_rank_dim"}, kRank) + in.require({"a_low_rank_dim"}, kRank);
  shape.gate_rank =
      in.require({"gate_low_rank_dim"}, kRank) + in.require({"v_low_rank_dim"}, kRank);
  in.note(tr("the layers of RWKV-7 are counted as linear attention of the rule kda"));
}

void read_linear(ConfigReader& in, const ConfigFamily& family, Model& model) {
  LinearShape shape{.rule = family.linear_rule};
  if (const Json* const kimi = in.member("linear_attn_config"); kimi != nullptr) {
    static const Json kNone = Json::object();
    ConfigReader inner(*kimi, in.where() + "/linear_attn_config", kNone);
    shape.key_heads = shape.value_heads = inner.require({"num_heads"});
    shape.key_dim = shape.value_dim = inner.require({"head_dim"});
    shape.convolution =
        inner.find({"short_conv_kernel_size"}, kFromZero).value_or(shape.convolution);
    if (inner.flag("use_full_rank_gate", false) || in.flag("kda_use_full_proj", false))
      shape.gate_rank = full_rank(shape);
    if (inner.error()) in.adopt(*inner.error());
  } else if (family.type == "rwkv7") {
    read_rwkv_layers(in, model, shape);
  } else if (family.linear_rule == LinearRule::kLightning) {
    read_ling_layers(in, model, shape);
  } else {
    shape.key_heads = in.require({"linear_num_key_heads"});
    shape.value_heads = in.require({"linear_num_value_heads"});
    shape.key_dim = in.require({"linear_key_head_dim"});
    shape.value_dim = in.require({"linear_value_head_dim"});
    shape.convolution = in.find({"linear_conv_kernel_dim"}, kFromZero).value_or(shape.convolution);
  }
  model.linear = shape;
}

constexpr Spellings kState{"mamba_d_state", "ssm_state_size", "state_size"};
constexpr Spellings kTaps{"mamba_d_conv", "conv_kernel"};

/// The channels of a state-space layer.
int inner_width(ConfigReader& in, const Model& model) {
  if (const auto stated = in.find({"mamba_d_ssm"})) return *stated;
  const char* const member = in.member("mamba_expand") ? "mamba_expand" : "expand";
  const double width = in.number(member).value_or(2) * model.hidden;
  if (width <= kLargestDimension) return static_cast<int>(width);
  in.reject(member,
            tr("is too large: the layers would have more than {} channels", kLargestDimension));
  return model.hidden;
}

void read_mamba(ConfigReader& in, Model& model) {
  constexpr int kHiddenPerRank = 16;  // the rank "auto" of Mamba
  const int automatic = (model.hidden + kHiddenPerRank - 1) / kHiddenPerRank;
  model.mamba = MambaShape{
      .inner = inner_width(in, model),
      .state = in.require(kState),
      .dt_rank = in.find_unless_auto({"mamba_dt_rank", "time_step_rank"}).value_or(automatic),
      .convolution = in.find(kTaps).value_or(4)};
}

void read_mamba2(ConfigReader& in, const ConfigFamily& family, Model& model) {
  Mamba2Shape shape;
  // The model type "mamba2" has no attention whose heads could have these names.
  const bool alone = family.attention_free;
  shape.heads =
      alone ? in.require({"num_heads"}) : in.require({"mamba_n_heads", "mamba_num_heads"});
  const auto width = alone ? in.find_unless_auto({"head_dim"})
                           : in.find_unless_auto({"mamba_d_head", "mamba_head_dim"});
  shape.head_dim = width.value_or(std::max(1, inner_width(in, model) / shape.heads));
  shape.state = in.require(kState);
  shape.groups = in.find({"mamba_n_groups", "n_groups"}).value_or(1);
  shape.convolution = in.find(kTaps).value_or(4);
  model.mamba2 = shape;
}

}  // namespace

bool lists_only_dense_parts(const ConfigReader& in) {
  for (const char* const member : kLayerTypes) {
    const Json* const stated = in.member(member);
    if (stated == nullptr) continue;
    const std::vector<std::string> words = words_of(*stated);
    return std::any_of(words.begin(), words.end(), is_dense_part) &&
           std::none_of(words.begin(), words.end(), is_expert_part);
  }
  return false;
}

void check_layer_list(ConfigReader& in, std::string_view member, std::size_t entries, int layers) {
  if (layers == 0 || entries == static_cast<std::size_t>(layers)) return;
  in.reject(member, tr("has {} entries, but the model has {} layers; the list must have one entry "
                       "for each layer",
                       entries, layers));
}

void read_mixers(ConfigReader& in, const ConfigFamily& family, Model& model) {
  // Qwen states a window that it uses only if use_sliding_window is true.
  if (in.flag("use_sliding_window", true)) model.sliding_window = in.find(kWindow);
  if (!model.sliding_window) {
    // ModernBERT states the positions on both sides, of which a decoder reads half.
    if (const auto both = in.find({"local_attention"}, {2, kLargestDimension})) {
      model.sliding_window = *both / 2;
    }
  }
  std::vector<Mixer> mixers = layers_of(in, family, model.layers);
  if (!model.sliding_window && !family.crossed) {
    std::replace(mixers.begin(), mixers.end(), Mixer::kSliding, Mixer::kAttention);
  }
  read_layer_heads(in, mixers, model);
  model.layer_pattern = shortest_period(std::move(mixers), static_cast<std::size_t>(model.layers));
  const auto has = [&](Mixer mixer) {
    return std::find(model.layer_pattern.begin(), model.layer_pattern.end(), mixer) !=
           model.layer_pattern.end();
  };
  if (model.compressed) read_ratios(in, *model.compressed);
  if (has(Mixer::kLinear)) read_linear(in, family, model);
  if (has(Mixer::kMamba)) read_mamba(in, model);
  if (has(Mixer::kMamba2) || has(Mixer::kAttentionMamba2)) read_mamba2(in, family, model);
  if (has(Mixer::kRecurrent)) {
    model.recurrent = RecurrentShape{.width = in.find({"lru_width"}).value_or(model.hidden),
                                     .blocks = model.heads,
                                     .convolution = in.find({"conv1d_width"}).value_or(4)};
  }
  if (has(Mixer::kConvolution)) {
    model.convolution = ConvolutionShape{.width = in.find({"conv_dim"}).value_or(model.hidden),
                                         .taps = in.find({"conv_L_cache"}).value_or(3)};
  }
}

}  // namespace nscope::catalog
