#include "simcore/catalog/model_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace nscope::catalog {
namespace {

constexpr std::array kArchitectures{Architecture::kDecoder,           Architecture::kEncoder,
                                    Architecture::kEncoderDecoder,    Architecture::kVisionCnn,
                                    Architecture::kVisionTransformer, Architecture::kDiffusion,
                                    Architecture::kRecommender,       Architecture::kTimeSeries};

constexpr std::array kReturned{Returned::kHiddenState, Returned::kLogits, Returned::kClasses};

/// A positive number, or 0 if the optional key is absent.
double positive(StrictObject& in, const char* key, bool required) {
  const auto value = required ? std::optional(in.number(key)) : in.optional_number(key);
  if (!value) return 0.0;
  if (!std::isfinite(*value) || *value <= 0.0) in.reject(key, tr("must be greater than 0"));
  return *value;
}

std::map<std::string, double> by_input_size(StrictObject& in, const char* key, double factor) {
  std::map<std::string, double> values;
  const Json* const table = in.optional(key);
  if (table == nullptr) return values;
  if (!table->is_object())
    in.reject(key, tr("must be an object with a number for each input size"));
  for (const auto& [size, json] : table->items()) {
    if (!json.is_number() || json.get<double>() <= 0.0) {
      in.reject(std::string(key) + "/" + size, tr("must be a number greater than 0"));
    } else {
      values.emplace(size, json.get<double>() * factor);
    }
  }
  return values;
}

constexpr double kGiga = 1e9;  // data files state multiply-accumulates in GMAC

/// The networks of a file by name.
class Networks {
 public:
  explicit Networks(StrictObject& in) {
    const Json* const table = in.optional("networks");
    if (table == nullptr) return;
    if (!table->is_object()) {
      in.reject("networks", tr("must be an object of arrays of blocks"));
      return;
    }
    for (const auto& [name, blocks] : table->items()) {
      networks_.emplace(name, network_from_json(blocks, in, "networks/" + name));
    }
  }

  /// The network whose name is in the optional key "network".
  Network of(StrictObject& in) {
    const auto name = in.optional_string("network");
    if (!name) return {};
    const auto found = networks_.find(*name);
    if (found == networks_.end()) {
      in.reject("network", tr("unknown network '{}'; it must be in 'networks'", *name));
      return {};
    }
    used_.insert(*name);
    return found->second;
  }

  /// Rejects networks that no model uses, because they remained after an edit.
  void finish(StrictObject& in) const {
    for (const auto& [name, network] : networks_) {
      if (!used_.contains(name)) in.reject("networks/" + name, tr("is not used by any model"));
    }
  }

 private:
  std::map<std::string, Network> networks_;
  std::set<std::string> used_;
};

ModelPart read_part(StrictObject& in, FactReader& facts, Networks& networks) {
  ModelPart part;
  part.name = in.string("name");
  part.parameters = positive(in, "parameters", false);
  part.layers = read_dimension(in, "layers", false);
  part.hidden = read_dimension(in, "hidden", false);
  part.heads = read_dimension(in, "heads", false);
  part.ffn = read_dimension(in, "ffn", false);
  part.vocabulary = read_dimension(in, "vocabulary", false);
  part.tokens = by_input_size(in, "tokens", 1.0);
  part.macs = by_input_size(in, "gmacs", kGiga);
  part.network = networks.of(in);
  part.samples = read_dimension(in, "samples", false);
  if (in.optional("source") != nullptr) {
    const Fact cited = facts.citation(in);
    part.source = cited.source;
    part.date = cited.date;
    part.note = Text::verbatim(cited.note);
  }
  return part;
}

MoeShape read_moe(StrictObject& in) {
  MoeShape moe;
  moe.experts = read_dimension(in, "experts", true);
  moe.top_k = read_dimension(in, "top_k", true);
  moe.expert_ffn = read_dimension(in, "expert_ffn", true);
  moe.shared_experts = read_dimension(in, "shared_experts", false, 0);
  moe.latent = read_dimension(in, "latent", false);
  moe.every = std::max(1, read_dimension(in, "every", false));
  moe.dense_layers = read_dimension(in, "dense_layers", false, 0);
  return moe;
}

void read_transformer(StrictObject& in, Model& model) {
  const bool text = model.architecture == Architecture::kDecoder ||
                    model.architecture == Architecture::kEncoder ||
                    model.architecture == Architecture::kEncoderDecoder;
  // An encoder that is described by its parts (Perceiver) has no layers of its own.
  const bool required = text && model.parts.empty();
  model.layers = read_dimension(in, "layers", required);
  model.encoder_layers =
      read_dimension(in, "encoder_layers", model.architecture == Architecture::kEncoderDecoder);
  model.hidden = read_dimension(in, "hidden", required);
  // Layers of other kinds need no heads, and layers with experts no dense feed-forward part.
  const bool others = in.optional("layer_pattern") != nullptr;
  model.heads = read_dimension(in, "heads", required && !others);
  model.kv_heads = read_dimension(in, "kv_heads", false);
  if (model.kv_heads == 0) model.kv_heads = model.heads;
  model.head_dim = read_dimension(in, "head_dim", false);
  if (model.head_dim == 0) model.head_dim = head_dim_of(model);
  model.ffn = read_dimension(in, "ffn", required && !others && in.optional("moe") == nullptr);
  model.ffn_gated = in.optional_boolean("ffn_gated", false);
  model.vocabulary = read_dimension(in, "vocabulary", required);
  model.embedding_dim = read_dimension(in, "embedding_dim", false);
  // Only generative models have an LM head that can be untied.
  model.tied_embeddings = model.architecture == Architecture::kDecoder
                              ? in.boolean("tied_embeddings")
                              : in.optional_boolean("tied_embeddings", true);
  if (in.optional_boolean("shared_layers", false)) model.loops = std::max(1, model.layers);
  constexpr int kMostLoops = 1000;
  if (const int loops = whole_member(in, "loops", 1, 1, kMostLoops); loops > 1) {
    if (model.loops > 1 || in.optional("moe") != nullptr || in.optional("shared_kv") != nullptr) {
      in.reject("loops", tr("applies only to equal layers without 'shared_layers'"));
    }
    model.loops = loops;
    model.layers = static_cast<int>(
        std::min<std::int64_t>(std::int64_t{model.layers} * loops, kLargestDimension));
  }
  if (const auto returns = in.optional_string("returns")) {
    const auto* const known =
        std::find_if(kReturned.begin(), kReturned.end(),
                     [&](Returned candidate) { return *returns == to_string(candidate); });
    if (known == kReturned.end()) {
      in.reject("returns", tr("must be hidden_state, logits or classes"));
    } else {
      model.returns = *known;
    }
  }
  model.max_positions = read_dimension(in, "max_positions", false);
  model.encoder_positions = read_dimension(in, "encoder_positions", false);
  if (model.encoder_positions > 0 && model.architecture != Architecture::kEncoderDecoder) {
    in.reject("encoder_positions", tr("applies only to encoder-decoders"));
  }
  if (const int window = read_dimension(in, "sliding_window", false); window > 0) {
    model.sliding_window = window;
  }
}

void read_parts(StrictObject& in, FactReader& facts, Networks& networks, Model& model) {
  const Json* const parts = in.optional("parts");
  if (parts == nullptr) return;
  if (!parts->is_array()) {
    in.reject("parts", tr("must be an array"));
    return;
  }
  for (std::size_t index = 0; index < parts->size(); ++index) {
    StrictObject part((*parts)[index], in.path("parts/" + std::to_string(index)));
    model.parts.push_back(read_part(part, facts, networks));
    forward_error(part, in);
  }
}

void read_nested(StrictObject& in, Model& model) {
  if (const Json* const moe = in.optional("moe"); moe != nullptr) {
    StrictObject inner(*moe, in.path("moe"));
    model.moe = read_moe(inner);
    forward_error(inner, in);
  }
}

Model read_model(StrictObject& in, FactReader& facts, Networks& networks) {
  Model model;
  model.id = in.string("id");
  if (model.id.empty()) in.reject("id", tr("must not be empty"));
  const std::string architecture = in.string("architecture");
  const auto* const known =
      std::find_if(kArchitectures.begin(), kArchitectures.end(),
                   [&](Architecture candidate) { return architecture == to_string(candidate); });
  if (known == kArchitectures.end()) {
    in.reject("architecture", tr("unknown architecture '{}'", architecture));
  } else {
    model.architecture = *known;
  }
  model.aliases = optional_names(in, "aliases");
  model.unmodelled = in.optional_string("unmodelled").value_or("");
  read_parts(in, facts, networks, model);
  model.network = networks.of(in);
  read_transformer(in, model);
  read_nested(in, model);
  read_mixers(in, model);
  model.vision = read_vision(in, model.hidden);
  if (model.vision && model.architecture != Architecture::kDecoder)
    in.reject("vision", tr("applies only to decoders"));
  const bool is_text = model.architecture == Architecture::kDecoder ||
                       model.architecture == Architecture::kEncoder ||
                       model.architecture == Architecture::kEncoderDecoder;
  model.parameters = positive(in, "parameters", is_text);
  model.active_parameters = positive(in, "active_parameters", false);
  model.tokens = by_input_size(in, "tokens", 1.0);
  model.macs = by_input_size(in, "gmacs", kGiga);
  model.diffusion_steps = read_dimension(in, "diffusion_steps", false);
  model.passes_per_step = read_dimension(in, "passes_per_step", false);
  model.batched_guidance = in.optional_boolean("batched_guidance", false);
  const Fact cited = facts.citation(in);
  model.source = cited.source;
  model.date = cited.date;
  model.note = Text::verbatim(cited.note);
  model.confidence = Text::verbatim(in.string("confidence"));
  if (model.confidence.empty()) in.reject("confidence", tr("must not be empty"));
  if (!in.first_error()) return model;
  if (auto wrong = contradiction(model)) in.reject(wrong->member, std::move(wrong->why));
  return model;
}

}  // namespace

int whole_member(StrictObject& in, const char* key, int fallback, int least, int most) {
  const auto value = in.optional_integer(key);
  if (!value) return fallback;
  if (*value >= least && *value <= most) return static_cast<int>(*value);
  in.reject(key, tr("must be a whole number between {} and {}", least, most));
  return fallback;
}

int read_dimension(StrictObject& in, const char* key, bool required, int least) {
  if (required) in.integer(key);  // rejects a missing key
  return whole_member(in, key, required ? least : 0, least, kLargestDimension);
}

Result<std::vector<Model>> models_from_json(const Json& json, std::string_view name) {
  StrictObject in{json, std::string(name)};
  if (in.string("schema") != "nscope.models/1") in.reject("schema", tr("must be nscope.models/1"));
  FactReader facts(in);
  Networks networks(in);
  std::vector<Model> models;
  std::size_t index = 0;
  for (const Json& entry : in.array("models")) {
    StrictObject item(entry, in.path(entry_path("models", entry, index++)));
    models.push_back(read_model(item, facts, networks));
    forward_error(item, in);
  }
  facts.finish(in);
  networks.finish(in);
  if (const auto done = in.finish(); !done) return fail(done.error());
  return models;
}

}  // namespace nscope::catalog
