#include "app/documents/config_file.h"

#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/download_mistakes.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 3> kDescriptions{"model_index.json", "config.json",
                                                   "params.json"};

/// Python writes numbers that JSON does not have: the time_step_limit of Mamba-2 ends with
/// Infinity. Replaces them by null, because no dimension of a model has such a value.
std::string with_null_numbers(std::string_view text) {
  constexpr std::array<std::string_view, 3> kNumbers{"-Infinity", "Infinity", "NaN"};
  std::string replaced;
  replaced.reserve(text.size());
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '"') quoted = !quoted;
    if (quoted && letter == '\\' && at + 1 < text.size()) {
      replaced += letter;
      ++at;
    } else if (!quoted) {
      const std::string_view rest = text.substr(at);
      const auto* const number =
          std::find_if(kNumbers.begin(), kNumbers.end(),
                       [&](std::string_view name) { return rest.starts_with(name); });
      if (number != kNumbers.end()) {
        replaced += "null";
        at += number->size() - 1;
        continue;
      }
    }
    replaced += text[at];
  }
  return replaced;
}

/// What a file that is not JSON is, and what to use instead; empty if that is not known.
Text foreign_file(std::string_view bytes) {
  constexpr std::size_t kHeader = 8;  // the length of the header of a file of weights
  const bool tensors = bytes.size() > kHeader && bytes[kHeader] == '{' &&
                       bytes.substr(kHeader - 2, 2) == std::string_view("\0\0", 2);
  if (bytes.starts_with("GGUF")) {
    return tr(
        "is a GGUF file, whose header is not read; use the config.json of the model that it "
        "was converted from, with --weight-dtype");
  }
  if (tensors || bytes.starts_with("PK\x03\x04") || bytes.starts_with("\x80\x02")) {
    return tr("is a file of weights; use the config.json of the same folder");
  }
  if (is_lfs_pointer(bytes)) {
    return tr("is a pointer of Git LFS instead of the file; download the file with Git LFS");
  }
  if (is_web_page(bytes)) {
    return tr("is a web page instead of a config.json; download the file itself");
  }
  return {};
}

bool has_member(const Json& json, const char* name) {
  const auto member = json.find(name);
  return member != json.end() && !member->is_null();
}

std::string text_member(const Json& json, const char* name) {
  const auto member = json.find(name);
  return member != json.end() && member->is_string() ? member->get<std::string>() : std::string();
}

bool names_a_model(const Json& json) {
  return has_member(json, "model_type") || has_member(json, "_class_name") ||
         has_member(json, "architectures");
}

/// What a document without a model is; empty if that is not known.
Text other_document(const Json& json) {
  if (has_member(json, "peft_type") || has_member(json, "base_model_name_or_path")) {
    const std::string base = text_member(json, "base_model_name_or_path");
    const Text wanted = base.empty() ? tr("its base model") : tr("its base model '{}'", base);
    return tr(
        "is the configuration of an adapter (PEFT), not of a model; use the config.json of {}, "
        "and --lora to train an adapter",
        wanted);
  }
  if (const std::string error = text_member(json, "error"); !error.empty()) {
    return tr("is an error message instead of a config.json: '{}'", error);
  }
  struct Kind {
    const char* member;
    Text name;
  };
  const std::array<Kind, 22> kinds{{
      {"weight_map", tr("the index of files with weights")},
      {"tokenizer_class", tr("the configuration of a tokenizer")},
      {"added_tokens_decoder", tr("the configuration of a tokenizer")},
      {"image_processor_type", tr("the configuration of a preprocessor")},
      {"feature_extractor_type", tr("the configuration of a preprocessor")},
      {"processor_class", tr("the configuration of a preprocessor")},
      {"_from_model_config", tr("the configuration of text generation")},
      {"max_new_tokens", tr("the configuration of text generation")},
      {"tp_degree", tr("the configuration of a compilation for Neuron")},
      {"producer", tr("the configuration of a quantisation")},
      {"group_size", tr("the configuration of a quantisation")},
      {"max_length", tr("the configuration of text generation")},
      {"do_sample", tr("the configuration of text generation")},
      {"temperature", tr("the configuration of text generation")},
      {"similarity_fn_name", tr("the configuration of a pipeline of Sentence Transformers")},
      {"word_embedding_dimension", tr("the configuration of a pipeline of Sentence Transformers")},
      {"do_lower_case", tr("the configuration of a pipeline of Sentence Transformers")},
      {"build_config", tr("the configuration of an engine of TensorRT-LLM")},
      {"mapping", tr("the configuration of a checkpoint of TensorRT-LLM")},
      {"block_size", tr("the configuration of LitGPT")},
      {"log_history", tr("the state of a training")},
      {"train_batch_size", tr("the configuration of a training")},
  }};
  const auto* const kind = std::find_if(
      kinds.begin(), kinds.end(), [&](const Kind& one) { return has_member(json, one.member); });
  if (kind == kinds.end()) return {};
  const bool converted = has_member(json, "build_config") || has_member(json, "mapping");
  if (converted) {
    return tr("is {}, not of a model; use the config.json that it was converted from", kind->name);
  }
  return tr("is {}, not of a model; use the config.json of the same folder", kind->name);
}

/// A member of params.json and its name in a config.json.
using Renamed = std::pair<const char*, const char*>;

void rename_members(const Json& from, const std::vector<Renamed>& names, Json& into) {
  for (const auto& [name, renamed] : names) {
    if (has_member(from, name)) into[renamed] = from.at(name);
  }
}

/// The width of the feed-forward part that Meta's params.json gives by a factor: two thirds of four
/// times the width of the model, rounded up.
Json meta_width(const Json& params) {
  constexpr double kLargest = 1e8;
  const auto number = [&](const char* name, double fallback) {
    const auto member = params.find(name);
    return member != params.end() && member->is_number() ? member->get<double>() : fallback;
  };
  const double multiple = number("multiple_of", 256);
  const double width =
      std::floor(number("ffn_dim_multiplier", 1.0) * std::floor(8.0 * number("dim", 0) / 3.0));
  if (!(multiple >= 1) || !(width >= 1) || width > kLargest) return nullptr;
  return static_cast<std::int64_t>(std::ceil(width / multiple) * multiple);
}

/// Whether the document is the params.json of Mistral or Meta.
bool is_native(const Json& json) {
  return !names_a_model(json) && has_member(json, "dim") && has_member(json, "n_layers") &&
         has_member(json, "n_heads");
}

/// The experts of Mistral's params.json, which have an object of their own.
void add_native_experts(const Json& moe, bool latent, Json& config) {
  config["model_type"] = latent ? "deepseek_v3" : "mixtral";
  rename_members(moe,
                 {{"num_experts", latent ? "n_routed_experts" : "num_local_experts"},
                  {"num_experts_per_tok", "num_experts_per_tok"},
                  {"expert_hidden_dim", "moe_intermediate_size"},
                  {"num_shared_experts", "n_shared_experts"},
                  {"first_k_dense_replace", "first_k_dense_replace"}},
                 config);
}

/// The decoder of a params.json with the members of a config.json.
Json native_decoder(const Json& params) {
  Json config{{"model_type", "llama"}, {"tie_word_embeddings", false}};
  rename_members(params,
                 {{"dim", "hidden_size"},
                  {"n_layers", "num_hidden_layers"},
                  {"n_heads", "num_attention_heads"},
                  {"n_kv_heads", "num_key_value_heads"},
                  {"head_dim", "head_dim"},
                  {"hidden_dim", "intermediate_size"},
                  {"vocab_size", "vocab_size"},
                  {"max_position_embeddings", "max_position_embeddings"},
                  {"max_seq_len", "max_position_embeddings"},
                  {"tied_embeddings", "tie_word_embeddings"},
                  {"sliding_window", "sliding_window"},
                  {"q_lora_rank", "q_lora_rank"},
                  {"kv_lora_rank", "kv_lora_rank"},
                  {"qk_nope_head_dim", "qk_nope_head_dim"},
                  {"qk_rope_head_dim", "qk_rope_head_dim"},
                  {"v_head_dim", "v_head_dim"}},
                 config);
  if (!config.contains("intermediate_size")) config["intermediate_size"] = meta_width(params);
  if (!config.contains("num_key_value_heads")) config["num_key_value_heads"] = nullptr;
  if (!config.contains("vocab_size")) config["vocab_size"] = nullptr;
  if (!config.contains("max_position_embeddings")) config["max_position_embeddings"] = nullptr;
  const bool latent = has_member(params, "kv_lora_rank");
  if (latent) config.erase("head_dim");
  // Only Mistral's first models have windows, in all layers.
  if (has_member(params, "sliding_window")) config["model_type"] = "mistral";
  if (const auto moe = params.find("moe"); moe != params.end() && moe->is_object()) {
    add_native_experts(*moe, latent, config);
  }
  if (const auto quantised = params.find("quantization");
      quantised != params.end() && quantised->is_object() &&
      text_member(*quantised, "qformat_weight").starts_with("fp8")) {
    config["quantization_config"] = {{"quant_method", "fp8"}};
  }
  return config;
}

/// The params.json with the members of a config.json. A vision encoder has the members of
/// Pixtral's.
Json from_native(const Json& params) {
  Json decoder = native_decoder(params);
  const auto vision = params.find("vision_encoder");
  if (vision == params.end() || !vision->is_object()) return decoder;
  const bool merges = text_member(*vision, "mm_projector_id") == "patch_merge";
  Json tower = *vision;
  tower["model_type"] = "pixtral";
  Json config{{"model_type", merges ? "mistral3" : "llava"}};
  if (has_member(tower, "spatial_merge_size")) {
    config["spatial_merge_size"] = tower.at("spatial_merge_size");
  }
  config["text_config"] = std::move(decoder);
  config["vision_config"] = std::move(tower);
  return config;
}

/// The file that describes the model in a folder; empty if there is none.
std::string description_in(const fs::path& folder) {
  std::error_code ignored;
  for (const char* const name : kDescriptions) {
    const fs::path file = folder / name;
    if (fs::exists(file, ignored)) return file.string();
  }
  return {};
}

/// Whether the folder has a file with this ending.
bool has_file_like(const fs::path& folder, std::string_view ending) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().ends_with(ending)) return true;
  }
  return false;
}

/// Why a path that is neither a file nor a folder cannot be one; empty if it could.
Text no_path(const std::string& path) {
  if (path.find("://") != std::string::npos) {
    return tr("is an address; download the file first, and state its path");
  }
  const std::size_t owner = path.find('/');
  const bool hub = owner != std::string::npos && owner > 0 && path[0] != '.' && path[0] != '~' &&
                   path.find('/', owner + 1) == std::string::npos && !path.ends_with(".json");
  if (!hub) return {};
  return tr(
      "there is no such file or folder; download the file of a checkpoint of the Hugging Face hub "
      "first: hf download {} config.json",
      path);
}

/// The snapshots of a folder of the hub's cache.
std::vector<fs::path> snapshots_in(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder / "snapshots", ignored)) {
    if (entry.is_directory(ignored)) found.push_back(entry.path());
  }
  return found;
}

/// Why a folder has no file that describes a model.
Text no_description(const fs::path& folder) {
  if (has_file_like(folder, ".gguf")) {
    return tr(
        "the folder has GGUF files, whose headers are not read; use the config.json of the model "
        "that they were converted from, with --weight-dtype");
  }
  if (const std::size_t snapshots = snapshots_in(folder).size(); snapshots > 1) {
    return tr("the folder has {} snapshots of a checkpoint; state the folder of one of them",
              snapshots);
  }
  return tr("the folder has no config.json, model_index.json or params.json");
}

}  // namespace

std::string description_of_folder(const std::string& folder) {
  std::string file = description_in(folder);
  if (!file.empty()) return file;
  const std::vector<fs::path> snapshots = snapshots_in(folder);
  return snapshots.size() == 1 ? description_in(snapshots.front()) : std::string();
}

Result<ConfigFile> read_config_file(const std::string& path) {
  std::error_code ignored;
  ConfigFile file{.path = path, .json = {}};
  if (!fs::exists(path, ignored)) {
    if (Text why = no_path(path); !why.empty()) {
      return fail(ErrorCode::kNotFound, std::move(why), path);
    }
  }
  if (fs::is_directory(path, ignored)) {
    file.path = description_of_folder(path);
    if (file.path.empty() && fs::exists(fs::path(path) / "adapter_config.json", ignored)) {
      file.path = (fs::path(path) / "adapter_config.json").string();
    }
    if (file.path.empty()) return fail(ErrorCode::kNotFound, no_description(path), path);
  }
  const auto source = ByteSource::open(file.path);
  if (!source) return fail(source.error());
  if (Text other = foreign_file(source->text()); !other.empty()) {
    return fail(ErrorCode::kBadInput, std::move(other), file.path);
  }
  auto json = parse_foreign_json(with_null_numbers(source->text()), file.path);
  if (!json) {
    const std::string extension = fs::path(file.path).extension().string();
    if (extension == ".yaml" || extension == ".yml") {
      return fail(ErrorCode::kBadInput,
                  tr("is a YAML file; use the config.json of the model, which NeMo, Megatron and "
                     "others write when they convert a checkpoint for Hugging Face"),
                  file.path);
    }
    return fail(json.error());
  }
  if (json->is_object() && is_native(*json)) {
    file.json = from_native(*json);
    return file;
  }
  if (json->is_object() && !names_a_model(*json)) {
    if (Text other = other_document(*json); !other.empty()) {
      return fail(ErrorCode::kBadInput, std::move(other), file.path);
    }
  }
  file.json = std::move(*json);
  return file;
}

}  // namespace nscope::app
