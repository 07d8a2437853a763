#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/model_layers.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::catalog {

/// The reader of a family.
enum class ConfigKind {
  kDecoder,
  kEncoder,
  kEncoderDecoder,
  kVision,
  kTower,  ///< part of a vision-language model
  kVisionLanguage,
  kDiffusion
};
std::string_view to_string(ConfigKind kind);  ///< "decoder", "vision-language", ...

/// The classes of a kind whose configurations have other members than most of the kind.
enum class ConfigClass { kUsual, kT5, kBart, kTwoParts, kSwin, kConvNext, kPair };

/// The biases of the projections of a layer.
enum class ConfigBiases { kNone, kQkv, kFeedForward, kExperts, kAll };

/// The matrices between a vision tower and its decoder.
enum class Projection {
  kNone,
  kOne,
  kTwo,
  kMerged,      ///< one that merges patches to the width of the tower, and two
  kSquare,      ///< two, of which the first keeps the width of the merged patches
  kPooled,      ///< one, after the mean of the patches
  kHalved,      ///< two, of which the first has a gate beside its output
  kFeedForward  ///< two of the width of the decoder, and a gated feed-forward part
};

/// The blocks of a diffusion transformer.
enum class DenoiserBlocks {
  kJoint,    ///< image and text attend to each other: double blocks, then single blocks
  kCrossed,  ///< the image attends to itself and then to the text
  kUnified   ///< image and text pass through the same matrices, after a few blocks of each alone
};

/// What a model type (or a class of diffusers) implies beyond the members of its config.json: one
/// entry of resources/model-configs. Plain data, immutable after loading.
struct ConfigFamily {
  std::string type;
  ConfigKind kind = ConfigKind::kDecoder;
  Json defaults;  ///< of members that the file leaves out
  ConfigClass reader = ConfigClass::kUsual;

  // Layers of text models.
  bool gated = true;
  bool positions = false;  ///< a learned embedding of positions
  ConfigBiases biases = ConfigBiases::kNone;
  int norms = 2;                    ///< vectors of the hidden size in each layer
  int ffn_multiple = 0;             ///< width of the feed-forward part divided by the hidden size
  bool halved_ffn = false;          ///< the stated width is that of gate and value together
  bool expert_attention = false;    ///< queries and outputs of attention have experts (JetMoE)
  bool parallel_dense = false;      ///< a dense part beside the experts of a layer (Arctic)
  std::string dense_width;          ///< member with the width of layers without experts
  int shared_experts = 0;           ///< that the file does not state
  bool unused_keys = false;         ///< layers that share keys have matrices for their own
  bool paired_layers = false;       ///< a layer has two attentions and dense parts (LongCat)
  bool modal_experts = false;       ///< lists have the experts of words and those of images (ERNIE)
  std::vector<std::string> nested;  ///< objects whose members count as members of the file
  std::vector<Mixer> pattern;       ///< of the layers, if the file does not state their types
  bool upper_windows = false;       ///< the layers from max_window_layers on have windows
  Mixer state = Mixer::kLinear;     ///< the mixer of layers of type "mamba" or "linear_attention"
  LinearRule linear_rule = LinearRule::kGatedDelta;
  bool attention_gate = false;
  bool attention_free = false;
  bool crossed = false;  ///< some layers attend to an image instead of to the text
  // Encoders.
  bool pooler = true;
  bool two_thirds_ffn = false;  ///< the feed-forward part has two thirds of the stated width
  bool relative_positions = false;

  // Vision.
  int class_tokens = 0;
  bool attention_pool = false;  ///< an attention layer reduces the patches to one vector
  bool keeps_size = false;      ///< images are not resized
  int most_tokens = 0;
  std::string image_type;  ///< of a pair of towers
  Json text_tower;         ///< defaults of the other tower
  // Vision-language models.
  std::string text;   ///< model type of the decoder, if the file does not state it
  std::string tower;  ///< of the vision tower; empty: not described
  std::string text_member = "text_config";
  Projection projection = Projection::kNone;
  int most_tiles = 1;
  bool overview = false;
  std::string inside;                 ///< object of the file that has the model; empty: the file
  bool without_head = false;          ///< the model returns vectors instead of tokens
  std::vector<std::string> left_out;  ///< members with parts that are not described

  // Diffusion transformers.
  DenoiserBlocks blocks = DenoiserBlocks::kJoint;
  int text_tokens = 0;
  int image_scale = 0;             ///< pixels for a position of the latents, in each direction
  bool packed = false;             ///< the input channels are those of a whole patch
  bool last_without_text = false;  ///< the last block computes no text
  bool shared_modulation = false;  ///< all blocks of a kind have the same modulation
  bool masked = false;
  bool rotary = true;  ///< rotary positions in every block
};

/// All families of the built-in tables, by kind and type.
class ConfigFamilies {
 public:
  static Result<ConfigFamilies> load();
  /// The families of documents of the schema nscope.model-configs/1, by name. Errors: kBadInput
  /// with name and key, also for a type that another family refers to and that no document has.
  static Result<ConfigFamilies> read(const std::vector<std::pair<std::string, Json>>& documents);
  /// Null if there is none.
  const ConfigFamily* find(std::string_view type) const;   ///< of a model
  const ConfigFamily* tower(std::string_view type) const;  ///< of a vision tower
  /// The family of a class of transformers, "Qwen2ForCausalLM"; null if there is none.
  const ConfigFamily* of_class(std::string_view name) const;
  /// The types of all families that are models, sorted.
  std::vector<std::string> types() const;

 private:
  Result<> check_references() const;

  std::map<std::string, ConfigFamily, std::less<>> models_;
  std::map<std::string, ConfigFamily, std::less<>> towers_;
};

/// The tables, loaded once.
const Result<ConfigFamilies>& config_families();

}  // namespace nscope::catalog
