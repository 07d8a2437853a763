#include "simcore/catalog/model.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

/// The convention by which a family describes its experts.
enum class MoeStyle { kNone, kMixtral, kQwen, kDeepSeek, kGptOss, kLlama4 };

/// Properties that `model_type` implies and config.json does not contain.
struct Family {
  std::string_view model_type;
  Architecture architecture = Architecture::kDecoder;
  bool gated = false;
  bool tied = true;        ///< default of tie_word_embeddings
  int ffn_multiple = 0;    ///< feed-forward width divided by hidden size if absent; 0: required
  bool positions = false;  ///< a learned position embedding
  MoeStyle moe = MoeStyle::kNone;
};

constexpr auto kDec = Architecture::kDecoder;
constexpr auto kEnc = Architecture::kEncoder;
constexpr std::array kFamilies{
    // model_type, architecture, gated, tied, ffn multiple, learned positions, experts
    Family{"llama", kDec, true, false},
    Family{"mistral", kDec, true, false},
    Family{"qwen2", kDec, true, false},
    Family{"qwen3", kDec, true, false},
    Family{"gemma", kDec, true, true},
    Family{"gemma2", kDec, true, true},
    Family{"gemma3_text", kDec, true, true},
    Family{"phi", kDec, false, false},
    Family{"phi3", kDec, true, false},
    Family{"olmo", kDec, true, false},
    Family{"olmo2", kDec, true, false},
    Family{"granite", kDec, true, false},
    Family{"stablelm", kDec, true, false},
    Family{"starcoder2", kDec, false, true},
    Family{"gpt2", kDec, false, true, 4, true},
    Family{"gpt_neo", kDec, false, true, 4, true},
    Family{"gpt_neox", kDec, false, false},
    Family{"gptj", kDec, false, false, 4},
    Family{"opt", kDec, false, true, 0, true},
    Family{"bloom", kDec, false, true, 4},
    Family{"falcon", kDec, false, true, 4},
    Family{"mpt", kDec, false, true, 4},
    Family{"mixtral", kDec, true, false, 0, false, MoeStyle::kMixtral},
    Family{"qwen2_moe", kDec, true, false, 0, false, MoeStyle::kQwen},
    Family{"qwen3_moe", kDec, true, false, 0, false, MoeStyle::kQwen},
    Family{"deepseek_v2", kDec, true, false, 0, false, MoeStyle::kDeepSeek},
    Family{"deepseek_v3", kDec, true, false, 0, false, MoeStyle::kDeepSeek},
    Family{"kimi_k2", kDec, true, false, 0, false, MoeStyle::kDeepSeek},
    Family{"gpt_oss", kDec, true, false, 0, false, MoeStyle::kGptOss},
    Family{"llama4_text", kDec, true, false, 0, false, MoeStyle::kLlama4},
    Family{"bert", kEnc, false, true, 0, true},
    Family{"roberta", kEnc, false, true, 0, true},
    Family{"xlm-roberta", kEnc, false, true, 0, true},
    Family{"camembert", kEnc, false, true, 0, true},
    Family{"electra", kEnc, false, true, 0, true},
    Family{"distilbert", kEnc, false, true, 0, true},
    Family{"albert", kEnc, false, true, 0, true},
    Family{"mpnet", kEnc, false, true, 0, true},
    Family{"modernbert", kEnc, true, true},
};

const Family* find_family(std::string_view model_type) {
  const auto* const it =
      std::find_if(kFamilies.begin(), kFamilies.end(),
                   [&](const Family& family) { return family.model_type == model_type; });
  return it == kFamilies.end() ? nullptr : it;
}

using Spellings = std::initializer_list<const char*>;

/// The keys of each dimension in the families above.
constexpr Spellings kLayers{"num_hidden_layers", "n_layer", "n_layers", "num_layers"};
constexpr Spellings kHidden{"hidden_size", "n_embd", "n_embed", "d_model", "dim"};
constexpr Spellings kHeads{"num_attention_heads", "n_head", "n_heads", "num_heads"};
constexpr Spellings kKvHeads{"num_key_value_heads", "num_kv_heads", "n_head_kv"};
constexpr Spellings kFfn{"intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size",
                         "hidden_dim"};
constexpr Spellings kPositions{"max_position_embeddings", "n_positions", "max_seq_len"};

/// Reads dimensions under any of their keys and keeps the first error. Other keys are ignored
/// because config.json has many that do not matter here.
class ConfigReader {
 public:
  ConfigReader(const Json& config, std::string where) : config_(config), where_(std::move(where)) {}

  /// Null counts as absent. Two keys with different values are an error.
  std::optional<int> find(Spellings names, int least = 1) {
    std::optional<int> found;
    const char* first = nullptr;
    for (const char* name : names) {
      const auto it = config_.find(name);
      if (it == config_.end() || it->is_null()) continue;
      if (!it->is_number_integer() || it->get<double>() < least ||
          it->get<double>() > kLargestDimension) {
        reject(name, tr("must be a whole number of at least {}", least));
        return std::nullopt;
      }
      const int value = it->get<int>();
      if (found && *found != value) {
        reject(name, tr("is {}, but '{}' is {}", value, first, *found));
        return std::nullopt;
      }
      if (!found) first = name;
      found = value;
    }
    return found;
  }

  int require(Spellings names, int least = 1) {
    const auto found = find(names, least);
    if (!found) {
      std::string others;
      for (const char* name : names) {
        if (name == *names.begin()) continue;
        others += (others.empty() ? "" : ", ") + std::string(name);
      }
      reject(*names.begin(),
             others.empty() ? tr("is required") : tr("is required (also accepted: {})", others));
    }
    return found.value_or(least);
  }

  bool flag(const char* name, bool fallback) {
    const auto it = config_.find(name);
    if (it == config_.end() || it->is_null()) return fallback;
    if (!it->is_boolean()) {
      reject(name, tr("must be true or false"));
      return fallback;
    }
    return it->get<bool>();
  }

  const Json* member(const char* name) const {
    const auto it = config_.find(name);
    return it == config_.end() || it->is_null() ? nullptr : &*it;
  }

  void reject(std::string_view member, Text message) {
    if (error_) return;
    error_ = Error{ErrorCode::kBadInput, std::move(message), fmt::format("{}/{}", where_, member)};
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const Json& config_;
  std::string where_;
  std::optional<Error> error_;
};

int kv_heads_of(ConfigReader& in, const Family& family, int heads) {
  if (family.model_type == "falcon" && !in.flag("new_decoder_architecture", false)) {
    return in.flag("multi_query", true) ? 1 : heads;  // the old architecture ignores num_kv_heads
  }
  if (const Json* const attention = in.member("attn_config"); attention != nullptr) {
    const auto it = attention->is_object() ? attention->find("kv_n_heads") : attention->end();
    if (attention->is_object() && it != attention->end() && it->is_number_unsigned() &&
        it->get<double>() <= heads) {
      return std::max(1, it->get<int>());
    }
  }
  return in.find(kKvHeads).value_or(heads);
}

void read_attention(ConfigReader& in, const Family& family, Model& model) {
  model.heads = in.require(kHeads);
  model.kv_heads = kv_heads_of(in, family, model.heads);
  if (model.kv_heads > model.heads || model.heads % model.kv_heads != 0) {
    in.reject("num_key_value_heads",
              tr("is {}, which does not divide {} heads", model.kv_heads, model.heads));
  }
  if (in.find({"kv_lora_rank"})) {
    MlaShape mla;
    mla.query_rank = in.find({"q_lora_rank"}).value_or(0);
    mla.kv_rank = in.require({"kv_lora_rank"});
    mla.nope_dim = in.require({"qk_nope_head_dim"});
    mla.rope_dim = in.require({"qk_rope_head_dim"});
    mla.value_dim = in.require({"v_head_dim"});
    model.head_dim = mla.nope_dim;
    model.mla = mla;
    return;
  }
  if (const auto head_dim = in.find({"head_dim"})) {
    model.head_dim = *head_dim;
  } else if (model.hidden % model.heads == 0) {
    model.head_dim = model.hidden / model.heads;
  } else {
    in.reject("head_dim", tr("is required because {} heads do not divide the hidden size of {}",
                             model.heads, model.hidden));
  }
}

/// The dense layers of Qwen must be the first ones because MoeShape cannot describe others.
int leading_dense_layers(ConfigReader& in) {
  const Json* const list = in.member("mlp_only_layers");
  if (list == nullptr) return 0;
  if (!list->is_array()) in.reject("mlp_only_layers", tr("must be an array"));
  int expected = 0;
  for (const Json& layer : *list) {
    if (!layer.is_number_integer() || layer.get<double>() != expected) {
      in.reject("mlp_only_layers", tr("only the first layers can be dense"));
      return 0;
    }
    ++expected;
  }
  return expected;
}

void read_shared_experts(ConfigReader& in, MoeShape& moe) {
  const auto width = in.find({"shared_expert_intermediate_size"}, 0);
  if (!width) return;
  if (*width % moe.expert_ffn != 0) {
    in.reject("shared_expert_intermediate_size", tr("must be a multiple of moe_intermediate_size"));
    return;
  }
  moe.shared_experts = *width / moe.expert_ffn;
}

void read_moe(ConfigReader& in, MoeStyle style, Model& model) {
  MoeShape moe;
  switch (style) {
    case MoeStyle::kNone: return;
    case MoeStyle::kMixtral:
    case MoeStyle::kGptOss:
      moe.experts = in.require({"num_local_experts"});
      moe.expert_ffn = model.ffn;
      break;
    case MoeStyle::kLlama4:
      moe.experts = in.require({"num_local_experts"});
      moe.expert_ffn = model.ffn;
      moe.shared_experts = 1;
      moe.every = in.find({"interleave_moe_layer_step"}).value_or(1);
      model.ffn = in.require({"intermediate_size_mlp"});
      break;
    case MoeStyle::kQwen:
      moe.experts = in.require({"num_experts"});
      moe.expert_ffn = in.require({"moe_intermediate_size"});
      moe.every = in.find({"decoder_sparse_step"}).value_or(1);
      moe.dense_layers = leading_dense_layers(in);
      read_shared_experts(in, moe);
      break;
    case MoeStyle::kDeepSeek:
      if (!in.find({"n_routed_experts"})) return;  // a dense variant
      moe.experts = in.require({"n_routed_experts"});
      moe.expert_ffn = in.require({"moe_intermediate_size"});
      moe.shared_experts = in.find({"n_shared_experts"}, 0).value_or(0);
      moe.dense_layers = in.find({"first_k_dense_replace"}, 0).value_or(0);
      moe.every = in.find({"moe_layer_freq"}).value_or(1);
      break;
  }
  moe.top_k = in.require({"num_experts_per_tok", "experts_per_token"});
  if (moe.top_k > moe.experts) {
    in.reject("num_experts_per_tok", tr("exceeds the {} experts", moe.experts));
  }
  if (moe.dense_layers > model.layers) {
    in.reject("first_k_dense_replace", tr("exceeds the {} layers", model.layers));
  }
  model.moe = moe;
}

int feed_forward_width(ConfigReader& in, const Family& family, int hidden) {
  if (family.ffn_multiple == 0) return in.require(kFfn);
  int multiple = family.ffn_multiple;
  if (family.model_type == "mpt") multiple = in.find({"expansion_ratio"}).value_or(multiple);
  if (const auto stated = in.find(kFfn)) return *stated;
  if (hidden > kLargestDimension / multiple) {
    in.reject(*kHidden.begin(), tr("is too large"));
    return hidden;
  }
  return multiple * hidden;
}

Result<Model> read_model(const Json& config, const Family& family, std::string_view name,
                         std::string where) {
  ConfigReader in(config, std::move(where));
  Model model;
  model.id = name;
  model.architecture = family.architecture;
  model.layers = in.require(kLayers);
  model.hidden = in.require(kHidden);
  read_attention(in, family, model);
  model.ffn = feed_forward_width(in, family, model.hidden);
  model.ffn_gated = family.gated;
  model.vocabulary = in.require({"vocab_size"});
  model.tied_embeddings =
      family.architecture == Architecture::kEncoder || in.flag("tie_word_embeddings", family.tied);
  model.max_positions = in.find(kPositions).value_or(0);
  // Qwen states a window that it uses only if use_sliding_window is true.
  if (in.flag("use_sliding_window", true)) model.sliding_window = in.find({"sliding_window"});
  model.embedding_dim = in.find({"embedding_size", "word_embed_proj_dim"}).value_or(0);
  if (model.embedding_dim == model.hidden) model.embedding_dim = 0;
  if (family.model_type == "albert") {
    model.shared_layers = in.find({"num_hidden_groups"}).value_or(1) == 1;
  }
  read_moe(in, family.moe, model);
  if (in.error()) return fail(*in.error());
  const double width = model.embedding_dim > 0 ? model.embedding_dim : model.hidden;
  model.parameters =
      model.computed_parameters() + (family.positions ? width * model.max_positions : 0.0);
  model.source = fmt::format("Hugging Face config.json ({})", name);
  model.confidence = tr("computed from the dimensions, without norms and biases");
  return model;
}

/// The model type; if absent, that of the class name in `architectures`.
std::string model_type_of(const Json& config) {
  const auto type = config.find("model_type");
  if (type != config.end() && type->is_string()) return type->get<std::string>();
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kClasses{{
      {"GPT2LMHeadModel", "gpt2"},
      {"LlamaForCausalLM", "llama"},
      {"MistralForCausalLM", "mistral"},
      {"MixtralForCausalLM", "mixtral"},
      {"BertForMaskedLM", "bert"},
      {"RobertaForMaskedLM", "roberta"},
  }};
  const auto classes = config.find("architectures");
  if (classes == config.end() || !classes->is_array() || classes->empty()) return {};
  if (!classes->front().is_string()) return {};
  const auto wanted = classes->front().get<std::string>();
  for (const auto& [class_name, model_type] : kClasses) {
    if (class_name == wanted) return std::string(model_type);
  }
  return wanted;
}

}  // namespace

Result<Model> model_from_hf_config(const Json& config, std::string_view name) {
  if (!config.is_object()) {
    return fail(ErrorCode::kBadInput, tr("must be an object"), std::string(name));
  }
  const std::string model_type = model_type_of(config);
  if (const Family* const family = find_family(model_type)) {
    return read_model(config, *family, name, fmt::format("{}: ", name));
  }
  // A multimodal model has its language model in text_config.
  if (const auto text = config.find("text_config"); text != config.end() && text->is_object()) {
    if (const Family* const family = find_family(model_type_of(*text))) {
      auto model = read_model(*text, *family, name, fmt::format("{}: /text_config", name));
      if (model) model->note = tr("text part of a {} model only", model_type);
      return model;
    }
  }
  if (model_type.empty()) {
    return fail(ErrorCode::kBadInput, tr("is required; the file is not a Hugging Face config.json"),
                fmt::format("{}: /model_type", name));
  }
  std::string known;
  for (const Family& family : kFamilies) {
    known += (known.empty() ? "" : ", ") + std::string(family.model_type);
  }
  return fail(ErrorCode::kUnsupportedVersion,
              tr("unsupported model type '{}'; supported: {}", model_type, known),
              fmt::format("{}: /model_type", name));
}

}  // namespace nscope::catalog
