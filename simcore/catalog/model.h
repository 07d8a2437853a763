#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/model_layers.h"
#include "simcore/catalog/network.h"
#include "simcore/catalog/vision_tower.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::catalog {

enum class Architecture {
  kDecoder,
  kEncoder,
  kEncoderDecoder,
  kVisionCnn,
  kVisionTransformer,
  kDiffusion,
  kRecommender,
  kTimeSeries
};
std::string_view to_string(Architecture architecture);

/// The output that a model without generation returns to the host.
enum class Returned {
  kHiddenState,  ///< of every position
  kLogits,       ///< of every position, over the vocabulary
  kClasses       ///< a few scores for each sequence
};
std::string_view to_string(Returned returned);  ///< "hidden_state", "logits", "classes"

/// Mixture-of-experts part of a decoder.
struct MoeShape {
  int experts = 0;
  int top_k = 0;
  int expert_ffn = 0;
  int shared_experts = 0;
  /// Width of the inputs and outputs of the routed experts, between two projections that all
  /// experts share (Nemotron 3 Super); 0: the hidden size.
  int latent = 0;
  int every = 1;  ///< one layer in `every` has experts
  /// Leading layers without experts; negative for a part of a model that begins after them.
  int dense_layers = 0;
};

/// One of several networks of a model, such as a diffusion UNet or a text tower. Zero and empty
/// mean not stated. Input sizes are strings such as "512x512".
struct ModelPart {
  std::string name;  ///< "unet", "vae_decoder", "text_encoder", "image_tower", "latents"
  double parameters = 0.0;
  int layers = 0;
  int hidden = 0;
  int heads = 0;
  int ffn = 0;
  int vocabulary = 0;
  std::map<std::string, double> tokens;  ///< input size -> sequence length
  std::map<std::string, double> macs;    ///< input size -> multiply-accumulates of one pass
  Network network{};                     ///< its operators; empty: not described
  int samples = 0;                       ///< of a call, independent of its batch; 0: the batch
  std::string source{};                  ///< of its parameters; empty: that of the model
  std::string date{};
  Text note{};
};

/// Largest accepted dimension of a model, so that sums of a few dimensions fit in an int.
inline constexpr int kLargestDimension = 100'000'000;

/// The dimensions of a model that determine its cost and memory.
/// Loaded from resources/models/*.json or a Hugging Face config.json.
struct Model {
  std::string id;  ///< "llama-2-70b"
  Architecture architecture = Architecture::kDecoder;
  int layers = 0;
  int hidden = 0;
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  int ffn = 0;
  bool ffn_gated = false;  ///< SwiGLU-like: three matrices instead of two
  int vocabulary = 0;
  bool tied_embeddings = false;
  int max_positions = 0;  ///< 0: not stated
  double parameters = 0;  ///< total count, as published or computed
  std::optional<MoeShape> moe;
  std::optional<int> sliding_window;
  std::string source;  ///< where the dimensions come from
  std::string date;
  Text confidence;  ///< "official", "inferred: ...", ...
  std::vector<std::string> aliases{};
  Text note{};
  /// The kind of its layers that the dimensions do not describe, such as "Mamba-2 layers"; empty:
  /// none. Only the parameter count of such a model is complete.
  std::string unmodelled{};
  std::optional<MlaShape> mla{};
  /// One period of the mixers of the layers; empty: all layers have attention. The last period may
  /// be incomplete. If it contains kFeedForward, the other layers have no feed-forward part.
  std::vector<Mixer> layer_pattern{};
  int value_dim = 0;            ///< of a value head; 0: `head_dim`
  bool attention_gate = false;  ///< queries have an output gate of the same width
  std::optional<FullAttention> full_attention{};
  std::optional<CompressedShape> compressed{};
  std::optional<SparseAttention> sparse_attention{};
  std::optional<LinearShape> linear{};
  std::optional<MambaShape> mamba{};
  std::optional<Mamba2Shape> mamba2{};
  std::optional<RecurrentShape> recurrent{};
  std::optional<ConvolutionShape> convolution{};
  double state_bytes = 4;   ///< of one element of a state
  int mtp_layers = 0;       ///< of the multi-token prediction module, not part of `parameters`
  int layer_embedding = 0;  ///< width of an embedding for each layer (Gemma 3n); 0: none
  /// Parallel copies of the hidden state that each part of a layer mixes (DeepSeek-V4).
  int residual_streams = 1;
  std::optional<SharedKv> shared_kv{};
  std::optional<VisionTower> vision{};  ///< of a decoder that reads images
  int encoder_layers = 0;               ///< encoder-decoder only; `layers` are the decoder's
  int encoder_positions = 0;            ///< that every input is padded to (Whisper); 0: any length
  int embedding_dim = 0;                ///< width of the embedding table; 0: `hidden`
  /// How often a token passes through the stored layers. `layers` counts each pass, so that
  /// `layers` / `loops` are stored (ALBERT, Ouro).
  int loops = 1;
  Returned returns = Returned::kHiddenState;
  double active_parameters = 0;            ///< MoE: per token, as published; 0: not stated
  std::map<std::string, double> tokens{};  ///< vision: input size -> sequence length
  std::map<std::string, double> macs{};    ///< input size -> multiply-accumulates of one pass
  std::vector<ModelPart> parts{};
  Network network{};              ///< vision: its operators; empty: not described
  int diffusion_steps = 0;        ///< denoising steps of the published runs
  int passes_per_step = 0;        ///< 2 with classifier-free guidance
  bool batched_guidance = false;  ///< the passes of a step are one batch on one core instead of
                                  ///< running on all cores

  /// Elements of the mixers (attention and others) and of the feed-forward matrices of all layers,
  /// and of the embeddings and LM head (0 if tied). Their sum should equal `parameters` except for
  /// norms and biases. Experts are part of the feed-forward elements. Layers that a
  /// token passes several times are counted each time, which measures work, not storage.
  double attention_parameters() const;
  double feed_forward_parameters() const;
  double embedding_parameters() const;
  /// The number of stored elements by the dimensions; 0 if the dimensions are unknown.
  double computed_parameters() const;
  /// Matrix elements that one token passes through in all layers and the LM
  /// head (without the input embedding): two operations each.
  double active_matrix_parameters() const;
  /// Elements that one token adds to the caches of all attention layers, without padding and
  /// replication, while the windows of sliding layers are not full; 0 for models without a cache.
  double kv_elements_per_token() const;
  /// Elements of the multi-token prediction module: for each of its layers, a layer like the last
  /// one of the model and the projection of two hidden states to one. Embedding and LM head are
  /// those of the model.
  double mtp_parameters() const;
  /// Columns of the projection that gives one part of a layer the weights of its residual
  /// streams: one to read and one to write each of them, and a matrix between them.
  int stream_weights() const { return (2 + residual_streams) * residual_streams; }
  /// Layers whose feed-forward part is a mixture of experts.
  int moe_layers() const;
  /// The layers of the decoder by their kind, dense before experts. Their counts add up to
  /// `layers`.
  std::vector<LayerGroup> layer_groups() const;
  /// The heads of layers with the mixer, which must have attention. Not for latent attention.
  AttentionHeads attention_of(Mixer mixer) const;
};

/// Reads a document of models (schema `nscope.models/1`) strictly: see
/// docs/how-to/add-a-device-or-instance.md. Errors: kBadInput with file and key.
Result<std::vector<Model>> models_from_json(const Json& json, std::string_view name);

}  // namespace nscope::catalog
