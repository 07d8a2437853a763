#include "simcore/catalog/config/config_family.h"

#include "profiler/base/resources.h"
#include "simcore/catalog/fact_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr std::array<std::pair<std::string_view, ConfigKind>, 7> kKinds{{
    {"decoder", ConfigKind::kDecoder},
    {"encoder", ConfigKind::kEncoder},
    {"encoder-decoder", ConfigKind::kEncoderDecoder},
    {"vision", ConfigKind::kVision},
    {"tower", ConfigKind::kTower},
    {"vision-language", ConfigKind::kVisionLanguage},
    {"diffusion", ConfigKind::kDiffusion},
}};

Mixer read_mixer(StrictObject& in, const char* key, const std::string& name) {
  const auto mixer = mixer_from_string(name);
  if (!mixer) in.reject(key, tr("unknown mixer '{}'", name));
  return mixer.value_or(Mixer::kAttention);
}

LinearRule read_rule(StrictObject& in) {
  const std::string name = in.optional_string("linear_rule").value_or("gated_delta");
  for (const LinearRule rule :
       {LinearRule::kGatedDelta, LinearRule::kKda, LinearRule::kLightning}) {
    if (name == to_string(rule)) return rule;
  }
  in.reject("linear_rule", tr("must be one of {}", "gated_delta, kda, lightning"));
  return LinearRule::kGatedDelta;
}

int flag_count(StrictObject& in, const char* key, int fallback) {
  const std::int64_t value = in.optional_integer(key).value_or(fallback);
  if (value < 0 || value > 1'000'000) in.reject(key, tr("must be between 0 and {}", 1'000'000));
  return static_cast<int>(value);
}

ConfigFamily read_family(StrictObject& in, std::string type, ConfigKind kind) {
  ConfigFamily family;
  family.type = std::move(type);
  family.kind = kind;
  family.defaults = in.object("defaults");
  family.reader = in.optional_string("reader").value_or("");
  family.gated = in.optional_boolean("gated", kind != ConfigKind::kTower);
  family.positions = in.optional_boolean("positions", false);
  family.biases = in.optional_string("biases").value_or("");
  family.norms = flag_count(in, "norms", family.norms);
  family.ffn_multiple = flag_count(in, "ffn_multiple", 0);
  family.halved_ffn = in.optional_boolean("halved_ffn", false);
  family.dense_width = in.optional_string("dense_width").value_or("");
  family.shared_experts = flag_count(in, "shared_experts", 0);
  family.nested = optional_names(in, "nested");
  for (const std::string& name : optional_names(in, "pattern")) {
    family.pattern.push_back(read_mixer(in, "pattern", name));
  }
  family.upper_windows = in.optional_string("windows") == "upper";
  if (const auto state = in.optional_string("state")) {
    family.state = read_mixer(in, "state", *state);
  }
  family.linear_rule = read_rule(in);
  family.attention_gate = in.optional_boolean("attention_gate", false);
  family.attention_sinks = in.optional_boolean("attention_sinks", false);
  family.attention_free = in.optional_boolean("attention_free", false);
  family.crossed = in.optional_boolean("crossed", false);
  family.pooler = in.optional_boolean("pooler", true);
  family.relative_positions = in.optional_boolean("relative_positions", false);
  family.class_tokens = flag_count(in, "class_tokens", 0);
  family.attention_pool = in.optional_boolean("attention_pool", false);
  family.keeps_size = in.optional_boolean("keeps_size", false);
  family.most_tokens = flag_count(in, "most_tokens", 0);
  family.image_type = in.optional_string("image_type").value_or("");
  if (kind == ConfigKind::kVision) {
    if (const Json* const text = in.optional("text")) family.text_tower = *text;
  } else {
    family.text = in.optional_string("text").value_or("");
  }
  family.tower = in.optional_string("tower").value_or("");
  family.text_member = in.optional_string("text_member").value_or(family.text_member);
  family.projection = in.optional_string("projection").value_or("");
  family.most_tiles = flag_count(in, "most_tiles", 1);
  family.overview = in.optional_boolean("overview", false);
  family.thinker = in.optional_boolean("thinker", false);
  family.left_out = optional_names(in, "left_out");
  family.blocks = in.optional_string("blocks").value_or("");
  family.text_tokens = flag_count(in, "text_tokens", 0);
  family.image_scale = flag_count(in, "image_scale", 0);
  family.last_without_text = in.optional_boolean("last_without_text", false);
  family.masked = in.optional_boolean("masked", false);
  family.shared_modulation = in.optional_boolean("shared_modulation", false);
  return family;
}

}  // namespace

Result<ConfigFamilies> ConfigFamilies::load() {
  ConfigFamilies all;
  for (const Resource& resource : list_resources("model-configs/")) {
    const auto json = parse_json(resource.content, resource.path);
    if (!json) return fail(json.error());
    StrictObject in(*json, std::string(resource.path));
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
  return all;
}

const ConfigFamily* ConfigFamilies::find(std::string_view type) const {
  const auto found = models_.find(type);
  return found == models_.end() ? nullptr : &found->second;
}

const ConfigFamily* ConfigFamilies::tower(std::string_view type) const {
  const auto found = towers_.find(type);
  return found == towers_.end() ? nullptr : &found->second;
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
