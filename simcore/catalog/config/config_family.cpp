#include "simcore/catalog/config/config_family.h"

#include "profiler/base/resources.h"
#include "simcore/catalog/fact_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

template <class Value, std::size_t kCount>
using Words = std::array<std::pair<std::string_view, Value>, kCount>;

constexpr Words<ConfigKind, 7> kKinds{{
    {"decoder", ConfigKind::kDecoder},
    {"encoder", ConfigKind::kEncoder},
    {"encoder-decoder", ConfigKind::kEncoderDecoder},
    {"vision", ConfigKind::kVision},
    {"tower", ConfigKind::kTower},
    {"vision-language", ConfigKind::kVisionLanguage},
    {"diffusion", ConfigKind::kDiffusion},
}};
constexpr Words<ConfigClass, 3> kTextClasses{{{"t5", ConfigClass::kT5},
                                              {"bart", ConfigClass::kBart},
                                              {"two_parts", ConfigClass::kTwoParts}}};
constexpr Words<ConfigClass, 3> kVisionClasses{{{"swin", ConfigClass::kSwin},
                                                {"convnext", ConfigClass::kConvNext},
                                                {"pair", ConfigClass::kPair}}};
constexpr Words<ConfigBiases, 4> kBiases{{{"qkv", ConfigBiases::kQkv},
                                          {"ffn", ConfigBiases::kFeedForward},
                                          {"experts", ConfigBiases::kExperts},
                                          {"all", ConfigBiases::kAll}}};
constexpr Words<bool, 1> kWindows{{{"upper", true}}};
constexpr Words<Projection, 7> kProjections{{{"one", Projection::kOne},
                                             {"two", Projection::kTwo},
                                             {"merged", Projection::kMerged},
                                             {"square", Projection::kSquare},
                                             {"pooled", Projection::kPooled},
                                             {"halved", Projection::kHalved},
                                             {"feed_forward", Projection::kFeedForward}}};
constexpr Words<DenoiserBlocks, 3> kDenoiserBlocks{{{"joint", DenoiserBlocks::kJoint},
                                                    {"crossed", DenoiserBlocks::kCrossed},
                                                    {"unified", DenoiserBlocks::kUnified}}};
constexpr Words<LinearRule, 3> kRules{{{"gated_delta", LinearRule::kGatedDelta},
                                       {"kda", LinearRule::kKda},
                                       {"lightning", LinearRule::kLightning}}};

/// The value of one of the words; `absent` if the member is absent.
template <class Value, std::size_t kCount>
Value word_member(StrictObject& in, const char* key, const Words<Value, kCount>& words,
                  Value absent) {
  const auto stated = in.optional_string(key);
  if (!stated) return absent;
  std::string known;
  for (const auto& [word, value] : words) {
    if (*stated == word) return value;
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  in.reject(key, tr("unknown word '{}'; use one of {}", *stated, known));
  return absent;
}

Mixer mixer_member(StrictObject& in, const char* key, const std::string& name) {
  const auto mixer = mixer_from_string(name);
  if (!mixer) in.reject(key, tr("unknown mixer '{}'", name));
  return mixer.value_or(Mixer::kAttention);
}

/// The letters and digits in lower case, which a model type and the name of its class share.
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    if (letter >= 'A' && letter <= 'Z') letters += static_cast<char>(letter - 'A' + 'a');
    if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) letters += letter;
  }
  return letters;
}

int count_member(StrictObject& in, const char* key, int fallback) {
  const std::int64_t value = in.optional_integer(key).value_or(fallback);
  if (value < 0 || value > 1'000'000) in.reject(key, tr("must be between 0 and {}", 1'000'000));
  return static_cast<int>(value);
}

/// What decoders, encoders and encoder-decoders have.
void read_text_layers(StrictObject& in, ConfigFamily& family) {
  family.gated = in.optional_boolean("gated", true);
  family.positions = in.optional_boolean("positions", false);
  family.biases = word_member(in, "biases", kBiases, ConfigBiases::kNone);
}

void read_decoder_family(StrictObject& in, ConfigFamily& family) {
  read_text_layers(in, family);
  family.norms = count_member(in, "norms", family.norms);
  family.ffn_multiple = count_member(in, "ffn_multiple", 0);
  family.halved_ffn = in.optional_boolean("halved_ffn", false);
  family.expert_attention = in.optional_boolean("expert_attention", false);
  family.parallel_dense = in.optional_boolean("parallel_dense", false);
  family.dense_width = in.optional_string("dense_width").value_or("");
  family.shared_experts = count_member(in, "shared_experts", 0);
  family.unused_keys = in.optional_boolean("unused_keys", false);
  family.paired_layers = in.optional_boolean("paired_layers", false);
  family.modal_experts = in.optional_boolean("modal_experts", false);
  family.nested = optional_names(in, "nested");
  for (const std::string& name : optional_names(in, "pattern")) {
    family.pattern.push_back(mixer_member(in, "pattern", name));
  }
  family.upper_windows = word_member(in, "windows", kWindows, false);
  if (const auto state = in.optional_string("state")) {
    family.state = mixer_member(in, "state", *state);
  }
  family.linear_rule = word_member(in, "linear_rule", kRules, LinearRule::kGatedDelta);
  family.attention_gate = in.optional_boolean("attention_gate", false);
  family.attention_free = in.optional_boolean("attention_free", false);
  family.crossed = in.optional_boolean("crossed", false);
}

void read_encoder_family(StrictObject& in, ConfigFamily& family) {
  read_text_layers(in, family);
  family.ffn_multiple = count_member(in, "ffn_multiple", 0);
  family.pooler = in.optional_boolean("pooler", true);
  family.two_thirds_ffn = in.optional_boolean("two_thirds_ffn", false);
  family.relative_positions = in.optional_boolean("relative_positions", false);
}

void read_vision_family(StrictObject& in, ConfigFamily& family) {
  family.reader = word_member(in, "reader", kVisionClasses, ConfigClass::kUsual);
  family.class_tokens = count_member(in, "class_tokens", 0);
  family.attention_pool = in.optional_boolean("attention_pool", false);
  if (family.reader != ConfigClass::kPair) return;
  family.image_type = in.string("image_type");
  family.text_tower = in.object("text");
}

void read_tower_family(StrictObject& in, ConfigFamily& family) {
  family.gated = in.optional_boolean("gated", false);
  family.class_tokens = count_member(in, "class_tokens", 0);
  family.keeps_size = in.optional_boolean("keeps_size", false);
  family.most_tokens = count_member(in, "most_tokens", 0);
}

void read_vision_language_family(StrictObject& in, ConfigFamily& family) {
  family.text = in.string("text");
  family.tower = in.string("tower");
  family.text_member = in.optional_string("text_member").value_or(family.text_member);
  family.projection = word_member(in, "projection", kProjections, Projection::kNone);
  if (family.projection == Projection::kNone && !family.tower.empty())
    in.reject("projection", tr("is required by 'tower'"));
  family.most_tiles = count_member(in, "most_tiles", 1);
  family.overview = in.optional_boolean("overview", false);
  family.inside = in.optional_string("inside").value_or("");
  family.without_head = in.optional_boolean("without_head", false);
  family.crossed = in.optional_boolean("crossed", false);
  family.left_out = optional_names(in, "left_out");
}

void read_diffusion_family(StrictObject& in, ConfigFamily& family) {
  family.blocks = word_member(in, "blocks", kDenoiserBlocks, DenoiserBlocks::kJoint);
  family.text_tokens = count_member(in, "text_tokens", 0);
  family.image_scale = count_member(in, "image_scale", 0);
  family.packed = in.optional_boolean("packed", false);
  family.last_without_text = in.optional_boolean("last_without_text", false);
  family.gated = in.optional_boolean("gated", false);
  family.shared_modulation = in.optional_boolean("shared_modulation", false);
  family.masked = in.optional_boolean("masked", false);
  family.rotary = in.optional_boolean("rotary", true);
}

/// Reads the members that apply to the kind; others are unknown keys.
ConfigFamily read_family(StrictObject& in, std::string type, ConfigKind kind) {
  ConfigFamily family;
  family.type = std::move(type);
  family.kind = kind;
  family.defaults = in.object("defaults");
  switch (kind) {
    case ConfigKind::kDecoder: read_decoder_family(in, family); break;
    case ConfigKind::kEncoder: read_encoder_family(in, family); break;
    case ConfigKind::kEncoderDecoder:
      read_text_layers(in, family);
      family.reader = word_member(in, "reader", kTextClasses, ConfigClass::kUsual);
      if (family.reader == ConfigClass::kUsual) in.reject("reader", tr("is required"));
      family.norms = count_member(in, "norms", family.norms);
      break;
    case ConfigKind::kVision: read_vision_family(in, family); break;
    case ConfigKind::kTower: read_tower_family(in, family); break;
    case ConfigKind::kVisionLanguage: read_vision_language_family(in, family); break;
    case ConfigKind::kDiffusion: read_diffusion_family(in, family); break;
  }
  return family;
}

}  // namespace

std::string_view to_string(ConfigKind kind) {
  return kKinds[static_cast<std::size_t>(kind)].first;
}

Result<ConfigFamilies> ConfigFamilies::load() {
  std::vector<std::pair<std::string, Json>> documents;
  for (const Resource& resource : list_resources("model-configs/")) {
    auto json = parse_json(resource.content, resource.path);
    if (!json) return fail(json.error());
    documents.emplace_back(resource.path, std::move(*json));
  }
  return read(documents);
}

Result<ConfigFamilies> ConfigFamilies::read(
    const std::vector<std::pair<std::string, Json>>& documents) {
  ConfigFamilies all;
  for (const auto& [path, json] : documents) {
    StrictObject in(json, path);
    if (in.string("schema") != "nscope.model-configs/1")
      in.reject("schema", tr("must be {}", "nscope.model-configs/1"));
    in.string("source");
    in.string("date");
    const std::string word = in.string("kind");
    const auto* const kind = std::find_if(kKinds.begin(), kKinds.end(),
                                          [&](const auto& known) { return known.first == word; });
    if (kind == kKinds.end()) in.reject("kind", tr("unknown kind '{}'", word));
    for (const auto& [type, entry] : in.object("families").items()) {
      if (kind == kKinds.end()) break;
      StrictObject item(entry, in.path("families/" + type));
      std::vector<std::string> names = optional_names(item, "aliases");
      names.push_back(type);
      const ConfigFamily family = read_family(item, type, kind->second);
      forward_error(item, in);
      auto& table = kind->second == ConfigKind::kTower ? all.towers_ : all.models_;
      for (const std::string& name : names) {
        if (!table.emplace(name, family).second)
          in.reject("families/" + type, tr("duplicate '{}'", name));
      }
    }
    if (const auto done = in.finish(); !done) return fail(done.error());
  }
  if (const auto good = all.check_references(); !good) return fail(good.error());
  return all;
}

Result<> ConfigFamilies::check_references() const {
  const auto missing = [](const ConfigFamily& family, const char* key, const std::string& type) {
    return fail(ErrorCode::kBadInput, tr("unknown model type '{}'", type),
                fmt::format("families/{}/{}", family.type, key));
  };
  for (const auto& [type, family] : models_) {
    if (family.kind == ConfigKind::kVisionLanguage) {
      const ConfigFamily* const text = find(family.text);
      if (text == nullptr ||
          (text->kind != ConfigKind::kDecoder && text->kind != ConfigKind::kEncoderDecoder))
        return missing(family, "text", family.text);
      if (!family.tower.empty() && tower(family.tower) == nullptr)
        return missing(family, "tower", family.tower);
    }
    if (!family.image_type.empty() && find(family.image_type) == nullptr)
      return missing(family, "image_type", family.image_type);
  }
  return {};
}

const ConfigFamily* ConfigFamilies::find(std::string_view type) const {
  const auto found = models_.find(type);
  return found == models_.end() ? nullptr : &found->second;
}

const ConfigFamily* ConfigFamilies::tower(std::string_view type) const {
  const auto found = towers_.find(type);
  return found == towers_.end() ? nullptr : &found->second;
}

const ConfigFamily* ConfigFamilies::of_class(std::string_view name) const {
  if (const ConfigFamily* const exact = find(name)) return exact;
  constexpr std::array<std::string_view, 12> kHeads{"ForCausalLM",
                                                    "LMHeadModel",
                                                    "ForConditionalGeneration",
                                                    "ForMaskedLM",
                                                    "ForPreTraining",
                                                    "ForSequenceClassification",
                                                    "ForTokenClassification",
                                                    "ForQuestionAnswering",
                                                    "ForImageClassification",
                                                    "ForMultipleChoice",
                                                    "ForRetrieval",
                                                    "Model"};
  for (const std::string_view head : kHeads) {
    if (!name.ends_with(head) || name.size() == head.size()) continue;
    const std::string wanted = letters_of(name.substr(0, name.size() - head.size()));
    for (const auto& [type, family] : models_) {
      if (letters_of(type) == wanted) return &family;
    }
    return nullptr;
  }
  return nullptr;
}

std::vector<std::string> ConfigFamilies::types() const {
  std::vector<std::string> names;
  for (const auto& [type, family] : models_) names.push_back(type);
  return names;
}

const Result<ConfigFamilies>& config_families() {
  static const Result<ConfigFamilies> loaded = ConfigFamilies::load();
  return loaded;
}

}  // namespace nscope::catalog
