#include "simcore/catalog/config/hf_config.h"

#include "profiler/base/text/closest_names.h"
#include "simcore/catalog/config/config_parts.h"
#include "simcore/catalog/config/quantization_config.h"
#include "simcore/catalog/config/refused_types.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

/// The first class in `architectures`; empty if there is none.
std::string class_of(const Json& config) {
  const auto classes = config.find("architectures");
  if (classes == config.end() || !classes->is_array() || classes->empty()) return {};
  return classes->front().is_string() ? classes->front().get<std::string>() : std::string();
}

/// The model type or the class of diffusers; if absent, that of the class in `architectures`.
std::string type_of(const ConfigFamilies& families, const Json& config) {
  for (const char* const name : {"model_type", "_class_name"}) {
    const auto type = config.find(name);
    if (type != config.end() && type->is_string()) return type->get<std::string>();
  }
  const std::string wanted = class_of(config);
  const ConfigFamily* const family = families.of_class(wanted);
  return family != nullptr ? family->type : wanted;
}

tl::unexpected<Error> unsupported(const ConfigFamilies& families, const std::string& type,
                                  const std::string& place) {
  const std::string member = fmt::format("{}/model_type", place);
  if (Text reason = reason_for(type); !reason.empty()) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported model type '{}': {}", type, std::move(reason)), member);
  }
  if (type.empty()) {
    return fail(ErrorCode::kBadInput, tr("is required; the file is not a Hugging Face config.json"),
                member);
  }
  const std::vector<std::string> types = families.types();
  if (!similar_name(type, types)) {
    return fail(
        ErrorCode::kUnsupportedVersion,
        tr("unsupported model type '{}'; 'nscope models --config-types' lists those that are read",
           type),
        member);
  }
  return fail(ErrorCode::kUnsupportedVersion,
              tr("unsupported model type '{}'; the closest are {}; 'nscope models --config-types' "
                 "lists all",
                 type, fmt::format("{}", fmt::join(closest_names(type, types, 3), ", "))),
              member);
}

const Json* object_in(const Json& json, const std::string& name) {
  const auto member = json.find(name);
  return member != json.end() && member->is_object() ? &*member : nullptr;
}

/// Whether the object describes a part of the model, or names the checkpoint of it.
bool has_part(const Json& json, const std::string& name) {
  const auto member = json.find(name);
  if (member == json.end()) return false;
  return member->is_object() ||
         (member->is_string() && !member->get_ref<const std::string&>().empty());
}

void add_note(Model& model, Text note) {
  model.note = model.note.empty() ? std::move(note) : tr("{}; {}", model.note, std::move(note));
}

/// Says which dimensions were not in the file.
void note_defaults(const ConfigReader& in, const std::string& type, Model& model) {
  if (in.used_defaults().empty()) return;
  add_note(model, tr("the configuration leaves out members; the defaults of model type '{}' are "
                     "assumed: {}",
                     type, in.used_defaults()));
}

/// Says what the description of the model simplifies.
void note_simplifications(const ConfigReader& in, const ConfigFamily& family, Model& model) {
  for (const Text& note : in.notes()) add_note(model, note);
  if (in.member("sparse_attention_config") != nullptr) {
    add_note(model, tr("attention to chosen blocks of positions is counted as attention to all"));
  }
  if (in.member("attn_res_block_size") != nullptr) {
    add_note(model,
             tr("the attention over the outputs of earlier blocks of layers is not counted"));
  }
  if (family.type == "doge") {
    add_note(model, tr("attention to chosen positions is counted as attention to all"));
  }
  if (family.type == "diffllama") {
    add_note(model, tr("the second product of scores and values of differential attention is not "
                       "counted"));
  }
  if (family.paired_layers && model.moe) {
    add_note(model, tr("each layer is counted as two, and experts without weights as experts that "
                       "are not chosen: {} of {} are used",
                       model.moe->top_k, model.moe->experts));
  }
}

constexpr std::array<MemberName, 10> kModelMembers{{
    {"kv_heads", "num_key_value_heads"},
    {"full_attention/kv_heads", "num_key_value_heads"},
    {"moe/top_k", "num_experts_per_tok"},
    {"moe/experts", "num_experts"},
    {"moe/dense_layers", "first_k_dense_replace"},
    {"linear/value_heads", "linear_num_value_heads"},
    {"mamba2/groups", "mamba_n_groups"},
    {"recurrent/width", "lru_width"},
    {"shared_kv/layers", "num_kv_shared_layers"},
    {"layer_pattern", "layer_types"},
}};

/// A model without parts of other types.
Result<Model> read_plain(const Json& config, const ConfigFamily& family, std::string where) {
  ConfigReader in(config, std::move(where), family.defaults, family.nested);
  Model model;
  const bool text = family.kind != ConfigKind::kVision && family.kind != ConfigKind::kDiffusion;
  switch (family.kind) {
    case ConfigKind::kDecoder: read_decoder(in, family, model); break;
    case ConfigKind::kEncoder: read_encoder(in, family, model); break;
    case ConfigKind::kEncoderDecoder: read_encoder_decoder(in, family, model); break;
    case ConfigKind::kVision: read_vision_model(in, family, config, model); break;
    case ConfigKind::kDiffusion: read_diffusion(in, family, model); break;
    case ConfigKind::kTower:
    case ConfigKind::kVisionLanguage: break;
  }
  if (in.error()) return fail(*in.error());
  if (family.crossed) {
    // cross_image() replaces it by the positions of an image.
    model.sliding_window = 1;
  }
  if (auto wrong = contradiction(model)) {
    in.reject(config_name(kModelMembers, wrong->member), std::move(wrong->why));
    return fail(*in.error());
  }
  if (text) model.parameters += model.computed_parameters() + vector_parameters(model, family);
  note_defaults(in, family.type, model);
  note_simplifications(in, family, model);
  return model;
}

/// The member with the decoder of a vision-language model; empty if the file has none.
std::string text_member_of(const Json& config, const ConfigFamily& family) {
  for (const std::string& name :
       {family.text_member, std::string("text_config"), std::string("llm_config"),
        std::string("language_config"), std::string("llm_cfg")}) {
    if (object_in(config, name) != nullptr) return name;
  }
  return {};
}

bool writes_text(const ConfigFamily& family) {
  return family.kind == ConfigKind::kDecoder || family.kind == ConfigKind::kEncoderDecoder;
}

/// Whether a member of the file describes another part of the model: its tower, its codec.
bool is_part(std::string_view name) {
  return name != "quantization_config" && name != "generation_config" &&
         (name.ends_with("_config") || name.ends_with("_cfg"));
}

/// The family of a decoder that an object describes by itself; null if it describes none.
const ConfigFamily* decoder_of(const ConfigFamilies& families, const Json& object) {
  const ConfigFamily* const family = families.find(type_of(families, object));
  return family != nullptr && writes_text(*family) && !family->crossed ? family : nullptr;
}

/// The member with the decoder of a model of an unknown type: that with a usual name, or the only
/// one with a known decoder. Empty if there is none.
std::string decoder_member(const ConfigFamilies& families, const Json& config) {
  const std::string usual = text_member_of(config, ConfigFamily());
  if (!usual.empty()) return decoder_of(families, config.at(usual)) != nullptr ? usual : "";
  std::string found;
  for (const auto& [name, part] : config.items()) {
    const ConfigFamily* const family =
        part.is_object() && is_part(name) ? decoder_of(families, part) : nullptr;
    if (family == nullptr || family->kind != ConfigKind::kDecoder) continue;
    if (!found.empty()) return {};
    found = name;
  }
  return found;
}

/// A family for a model type that is not known, but whose file, or an object of it, has a decoder
/// of a known type. Other parts are left out. Nullopt if the file has no such decoder.
std::optional<ConfigFamily> family_of_decoder(const ConfigFamilies& families, const Json& config,
                                              const std::string& type) {
  if (!reason_for(type).empty()) return std::nullopt;
  ConfigFamily family;
  family.type = type;
  family.kind = ConfigKind::kVisionLanguage;
  family.defaults = Json::object();
  const Json* whole = &config;
  std::string member = decoder_member(families, config);
  for (auto part = config.begin(); member.empty() && part != config.end(); ++part) {
    if (!part->is_object() || !is_part(part.key())) continue;
    member = decoder_member(families, *part);
    if (member.empty()) continue;
    family.inside = part.key();  // thinker_config, vlm_config
    whole = &*part;
  }
  if (member.empty()) return std::nullopt;
  family.text = type_of(families, whole->at(member));
  family.text_member = member;
  for (const Json* const object : {whole, &config}) {
    for (const auto& [name, part] : object->items()) {
      const bool used = object == whole ? name == member : name == family.inside;
      if (part.is_object() && !used && is_part(name)) family.left_out.push_back(name);
    }
    if (whole == &config) break;
  }
  return family;
}

/// The decoder of a vision-language model: its own object, or the members of the file itself.
Result<Model> read_text_part(const ConfigFamilies& families, const Json& config,
                             const ConfigFamily& family, const std::string& where) {
  const std::string member = text_member_of(config, family);
  Json text = member.empty() ? config : config.at(member);
  const std::string place = member.empty() ? where : fmt::format("{}/{}", where, member);
  std::string type = member.empty() ? family.text : type_of(families, text);
  const ConfigFamily* known = families.find(type);
  if (known == nullptr || !writes_text(*known)) {
    const bool stated = !member.empty() && text.contains("model_type");
    if (stated && (known == nullptr || known->kind != ConfigKind::kVisionLanguage)) {
      return unsupported(families, type, place);
    }
    known = families.find(family.text);
  }
  // A file can tie the embeddings of the whole model.
  if (!member.empty() && !text.contains("tie_word_embeddings") &&
      config.contains("tie_word_embeddings")) {
    text["tie_word_embeddings"] = config.at("tie_word_embeddings");
  }
  // A class without a head is that of the whole model. InternVLChatModel has one, and so have most
  // classes of unknown types (UltravoxModel).
  if (!member.empty() && !text.contains("architectures") && families.find(family.type) != nullptr &&
      !class_of(config).ends_with("ChatModel") && class_of(config).ends_with("Model")) {
    text["architectures"] = config.at("architectures");
  }
  if (family.without_head) text["architectures"] = {"Model"};
  return read_plain(text, *known, place);
}

/// The words of a cross-attention model have a window of the tokens of one image.
void cross_image(Model& model) {
  if (!model.vision || !model.vision->is_crossed) return;
  VisionInput input = vision_input(*model.vision, 0, 0);
  model.sliding_window = model.vision->most_tiles * input.positions;
  add_note(model, tr("cross-attention layers are counted as layers with a window of the {} "
                     "positions of an image",
                     *model.sliding_window));
}

/// The object with the members of a vision-language model: the file, or an object of it. Extends
/// `where` by its place.
const Json* model_object(const Json& file, const ConfigFamily& family, std::string& where) {
  const Json* const inner = family.inside.empty() ? nullptr : object_in(file, family.inside);
  if (inner == nullptr) return &file;
  where += "/" + family.inside;
  return inner;
}

/// The weights by the first object that states a quantisation: the file, the model in it, its
/// decoder.
Result<StoredWeights> weights_of(const Json& file, const ConfigFamily& family, std::string where) {
  auto weights = stored_weights(file, where);
  const auto is_stated = [](const StoredWeights& one) {
    return !one.dtype.empty() || one.small_cache;
  };
  if (family.kind != ConfigKind::kVisionLanguage || !weights || is_stated(*weights)) {
    return weights;
  }
  const Json* const whole = model_object(file, family, where);
  weights = stored_weights(*whole, where);
  const std::string member = text_member_of(*whole, family);
  if (!weights || is_stated(*weights) || member.empty()) return weights;
  return stored_weights(whole->at(member), fmt::format("{}/{}", where, member));
}

Result<Model> read_vision_language(const ConfigFamilies& families, const Json& file,
                                   const ConfigFamily& family, std::string where) {
  const Json* const whole = model_object(file, family, where);
  auto model = read_text_part(families, *whole, family, where);
  if (!model) return model;
  const Json* const vision = object_in(*whole, "vision_config");
  if (vision != nullptr && !family.tower.empty()) {
    const ConfigFamily* known = families.tower(type_of(families, *vision));
    if (known == nullptr) known = families.tower(family.tower);
    ConfigReader in(*vision, where + "/vision_config", known->defaults);
    ConfigReader outer(*whole, where, family.defaults);
    model->vision = read_vision_tower(in, *known, outer, family, model->hidden);
    for (const ConfigReader* const reader : {&in, &outer}) {
      if (reader->error()) return fail(*reader->error());
    }
    note_defaults(in, known->type, *model);
    add_note(*model, tr("vision tower of {} parameters",
                        as::exact(fmt::format("{:.4g}e6", model->vision->parameters / 1e6))));
    cross_image(*model);
  } else if (vision == nullptr && family.crossed) {
    return fail(ErrorCode::kBadInput,
                tr("is required, because cross-attention layers read the image"),
                fmt::format("{}/vision_config", where));
  } else if (vision == nullptr && !family.tower.empty()) {
    add_note(*model, tr("the file has no vision_config, so the model reads no images"));
  }
  for (const std::string& part : family.left_out) {
    if (has_part(*whole, part) || has_part(file, part)) {
      add_note(*model, tr("{} is not counted", part));
    }
  }
  return model;
}

/// Says which other parts the file of a decoder has: the tower of Qwen-VL and of GLM-4V.
void note_parts(const Json& file, Model& model) {
  for (const char* const part : {"visual", "vision_config", "audio_config"}) {
    if (has_part(file, part)) add_note(model, tr("{} is not counted", part));
  }
}

}  // namespace

Result<ConfiguredModel> read_hf_config(const Json& config, std::string_view name) {
  if (!config.is_object()) {
    return fail(ErrorCode::kBadInput, tr("must be an object"), std::string(name));
  }
  const Result<ConfigFamilies>& families = config_families();
  if (!families) return fail(families.error());
  const std::string where = fmt::format("{}: ", name);
  const std::string type = type_of(*families, config);
  if (Text reason = reason_for_draft(config, type, class_of(config)); !reason.empty()) {
    return fail(ErrorCode::kUnsupportedVersion, std::move(reason), std::string(name));
  }
  const ConfigFamily* family = families->find(type);
  const bool refused = family == nullptr && !reason_for(type).empty();
  // Grok-2 and models of users state other types than their class has.
  const bool by_class = family == nullptr && !refused;
  if (by_class) family = families->of_class(class_of(config));
  std::optional<ConfigFamily> of_decoder;
  if (family == nullptr) {
    of_decoder = family_of_decoder(*families, config, type);
    if (!of_decoder) return unsupported(*families, type, where);
    family = &*of_decoder;
  }
  if (family->crossed && family->kind != ConfigKind::kVisionLanguage) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("the cross-attention layers of '{}' need the configuration of the whole model, "
                   "with its vision_config",
                   type),
                fmt::format("{}/model_type", where));
  }
  auto model = family->kind == ConfigKind::kVisionLanguage
                   ? read_vision_language(*families, config, *family, where)
                   : read_plain(config, *family, where);
  if (!model) return fail(model.error());
  if (family->kind == ConfigKind::kDecoder) note_parts(config, *model);
  if (of_decoder) {
    add_note(*model, tr("the model type '{}' is not known, and only its decoder is read", type));
  } else if (by_class) {
    add_note(*model,
             tr("the model type '{}' is not known, and the file is read as that of the class "
                "{}",
                type, class_of(config)));
  }
  model->id = name;
  model->source = fmt::format("Hugging Face config.json ({})", name);
  model->confidence = tr("computed from the dimensions, with norms, biases and positions");
  auto weights = weights_of(config, *family, where);
  if (!weights) return fail(weights.error());
  if (weights->small_cache) {
    add_note(*model, tr("the keys and values of 8 bits that quantization_config states are used "
                        "only if the workload states them ('kv_dtype')"));
  }
  return ConfiguredModel{std::move(*model), std::move(*weights)};
}

Result<Model> model_from_hf_config(const Json& config, std::string_view name) {
  auto read = read_hf_config(config, name);
  if (!read) return fail(read.error());
  return std::move(read->model);
}

}  // namespace nscope::catalog
