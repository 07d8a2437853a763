#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::catalog {
namespace {

/// What the class of the model returns to the host.
Returned returned_by(const ConfigReader& in) {
  const Json* const classes = in.member("architectures");
  if (classes == nullptr || !classes->is_array() || classes->empty()) return Returned::kHiddenState;
  if (!classes->front().is_string()) return Returned::kHiddenState;
  const std::string_view name = classes->front().get_ref<const std::string&>();
  if (name.ends_with("ForMaskedLM") || name.ends_with("ForPreTraining") ||
      name.ends_with("LMHead") || name.ends_with("LMHeadModel")) {
    return Returned::kLogits;
  }
  return name.ends_with("ForSequenceClassification") ? Returned::kClasses : Returned::kHiddenState;
}

/// Experts of every few layers (Nomic Embed v2).
void read_encoder_experts(ConfigReader& in, Model& model) {
  const int experts = in.find({"num_experts"}, kFromZero).value_or(0);
  if (experts <= 1) return;
  model.moe = MoeShape{.experts = experts,
                       .top_k = in.require({"moe_top_k"}),
                       .expert_ffn = model.ffn,
                       .every = in.find({"moe_every_n_layers"}).value_or(1)};
}

/// Elements of the matrices that adapt embeddings and layers to tasks (Jina v3).
double adaptations(ConfigReader& in, const Model& model) {
  const double rank = in.find({"lora_rank"}).value_or(0);
  const Json* const tasks = in.member("lora_adaptations");
  if (rank == 0 || tasks == nullptr) return 0;
  constexpr std::size_t kMostTasks = 1000;
  if (!tasks->is_array() || tasks->size() > kMostTasks) {
    in.reject("lora_adaptations", tr("must be an array of at most {} names", kMostTasks));
    return 0;
  }
  const double hidden = model.hidden;
  const double layer = (hidden + 3 * hidden) + 2 * hidden + 2 * (hidden + model.ffn);
  const double columns = model.layers * layer + model.vocabulary + hidden;
  return static_cast<double>(tasks->size()) * rank * columns;
}

/// Whether positions are rotations or distances instead of a learned table.
bool has_computed_positions(ConfigReader& in) {
  const std::string kind = in.text("position_embedding_type");
  return kind == "rotary" || kind == "alibi";
}

}  // namespace

void read_encoder(ConfigReader& in, const ConfigFamily& family, Model& model) {
  model.architecture = Architecture::kEncoder;
  model.layers = in.require(kLayers, kLayerCount);
  // XLM states its dimensions under other names, and no width of the feed-forward part.
  const bool xlm = family.ffn_multiple > 0;
  model.hidden = xlm ? in.require({"emb_dim"}) : in.require(kHidden);
  model.heads = in.require(kHeads);
  model.ffn_gated = family.gated;
  model.kv_heads = in.find({"num_key_value_heads"}).value_or(model.heads);
  model.head_dim = head_dim_of(model);
  model.ffn = xlm ? family.ffn_multiple * model.hidden : in.require(kFfn);
  if (family.two_thirds_ffn) model.ffn = two_thirds_of(model.ffn);
  // Classes of a family state their kind: "reglu" (Jina v2), "gelu" (Nomic Embed v2).
  for (const char* const member : {"feed_forward_type", "activation_function"}) {
    const std::string kind = in.text(member);
    model.ffn_gated = kind.empty() ? model.ffn_gated : kind.ends_with("glu");
  }
  model.vocabulary = xlm ? in.require({"n_words"}) : in.require(kVocabulary);
  model.max_positions = in.find_first(kPositions).value_or(0);
  model.embedding_dim = in.find({"embedding_size"}).value_or(0);
  if (model.embedding_dim == model.hidden) model.embedding_dim = 0;
  if (in.find({"num_hidden_groups"}).value_or(0) == 1) model.loops = std::max(1, model.layers);
  model.returns = returned_by(in);
  const bool tied = in.flag("tie_word_embeddings", true);
  model.tied_embeddings = tied || model.returns != Returned::kLogits;
  const double hidden = model.hidden;
  const double width = model.embedding_dim > 0 ? model.embedding_dim : hidden;
  double others = width * in.find({"type_vocab_size"}, kFromZero).value_or(0);
  if (family.pooler) others += hidden * hidden + hidden;
  if (family.relative_positions) {
    constexpr int kBuckets = 256;  // position_buckets of DeBERTa-v3
    others += 2.0 * in.find({"position_buckets"}).value_or(kBuckets) * hidden;
  }
  if (family.positions && has_computed_positions(in)) {
    others -= width * model.max_positions;  // which vector_parameters() adds
  }
  others += adaptations(in, model);
  read_encoder_experts(in, model);
  model.parameters = others;  // added to the matrices
}

/// Whether the class has only the encoder of its family: T5EncoderModel, the text encoder of
/// diffusion pipelines and of sentence-t5.
bool is_encoder_alone(const ConfigReader& in) {
  const Json* const classes = in.member("architectures");
  return classes != nullptr && classes->is_array() && !classes->empty() &&
         classes->front().is_string() &&
         classes->front().get_ref<const std::string&>().ends_with("EncoderModel");
}

void keep_encoder(Model& model) {
  model.architecture = Architecture::kEncoder;
  model.layers = std::exchange(model.encoder_layers, 0);
  model.max_positions = 0;
  model.tied_embeddings = true;
  model.returns = Returned::kHiddenState;
}

/// T5Gemma: an encoder and a decoder that are Gemma models, each described by an object.
void read_two_parts(ConfigReader& in, const ConfigFamily& family, Model& model) {
  static const Json kNone = Json::object();
  model.architecture = Architecture::kEncoderDecoder;
  model.tied_embeddings = in.flag("tie_word_embeddings", true);
  model.ffn_gated = family.gated;
  const Json* const stated = in.member("encoder");
  const Json* const second = in.member("decoder");
  const Json& first = stated != nullptr && stated->is_object() ? *stated : kNone;
  ConfigReader encoder(first, in.where() + "/encoder", family.defaults);
  ConfigReader decoder(second != nullptr && second->is_object() ? *second : first,
                       in.where() + "/decoder", family.defaults);
  const auto same = [&](Spellings names) {
    const int value = decoder.require(names);
    const int other = encoder.require(names);
    if (value != other) {
      encoder.refuse(*names.begin(), tr("encoders with other dimensions than the decoder are not "
                                        "supported"));
    }
    return value;
  };
  model.hidden = same(kHidden);
  model.heads = same(kHeads);
  model.kv_heads = same({"num_key_value_heads"});
  model.head_dim = same({"head_dim"});
  model.ffn = same(kFfn);
  model.encoder_layers = encoder.require(kLayers, kLayerCount);
  model.layers = decoder.require(kLayers, kLayerCount);
  model.max_positions = decoder.find_first(kPositions).value_or(0);
  model.vocabulary =
      in.states("vocab_size") ? in.require(kVocabulary) : decoder.require(kVocabulary);
  for (const ConfigReader* const part : {&encoder, &decoder}) {
    if (part->error()) return in.adopt(*part->error());
    if (part->used_defaults().empty()) continue;
    in.note(
        tr("the configuration leaves out members; the defaults of model type '{}' are "
           "assumed: {}",
           family.type, part->used_defaults()));
  }
  in.note(tr("layers with windows are counted as layers with full attention"));
  if (is_encoder_alone(in)) return keep_encoder(model);
  model.parameters = 1.0 * model.vocabulary * model.hidden;  // the embedding of the encoder
}

void read_encoder_decoder(ConfigReader& in, const ConfigFamily& family, Model& model) {
  if (family.reader == ConfigClass::kTwoParts) return read_two_parts(in, family, model);
  model.architecture = Architecture::kEncoderDecoder;
  model.hidden = in.require(kHidden);
  model.vocabulary = in.require(kVocabulary);
  model.tied_embeddings = in.flag("tie_word_embeddings", true);
  model.ffn_gated = family.gated;
  if (family.reader == ConfigClass::kT5) {
    model.encoder_layers = in.require({"num_layers", "num_hidden_layers"}, kLayerCount);
    model.layers = in.find({"num_decoder_layers"}, kLayerCount).value_or(model.encoder_layers);
    model.heads = in.require({"num_heads"});
    model.head_dim = in.require({"d_kv"});
    model.ffn = in.require({"d_ff"});
    model.ffn_gated = in.text("feed_forward_proj").starts_with("gated") ||
                      (family.gated && !in.states("feed_forward_proj"));
  } else {
    model.encoder_layers = in.require({"encoder_layers"}, kLayerCount);
    model.layers = in.require({"decoder_layers"}, kLayerCount);
    model.heads = in.require({"decoder_attention_heads"});
    const int width = in.require({"encoder_ffn_dim"});
    model.ffn = in.require({"decoder_ffn_dim"});
    if (width != model.ffn || in.require({"encoder_attention_heads"}) != model.heads) {
      in.refuse("encoder_ffn_dim", tr("encoders with other dimensions than the decoder are not "
                                      "supported"));
    }
    model.head_dim = head_dim_of(model);
  }
  model.kv_heads = model.heads;
  if (family.reader == ConfigClass::kT5 && is_encoder_alone(in)) return keep_encoder(model);
  const int source = in.find({"max_source_positions"}).value_or(0);
  model.max_positions = in.find({"max_target_positions", "max_position_embeddings"}).value_or(0);
  double others = 0;
  if (source > 0) {
    model.encoder_positions = source;
    // Whisper: the two convolutions of the spectrum, and positions of the encoder.
    constexpr double kTaps = 3;
    const double bins = in.require({"num_mel_bins"});
    others = kTaps * (bins + model.hidden) * model.hidden + 1.0 * source * model.hidden;
  } else if (family.positions) {
    others = 1.0 * model.max_positions * model.hidden;  // of the encoder
  }
  model.parameters = others;
}

}  // namespace nscope::catalog
