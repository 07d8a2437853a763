#pragma once

#include <optional>
#include <string_view>

namespace nscope::catalog {

/// The part of a decoder layer that mixes positions. Names in documents: "attention", "sliding",
/// "linear", "mamba", "mamba2", "recurrent", "convolution", "attention+mamba2", "feed_forward",
/// "compressed", "sparse_compressed".
enum class Mixer {
  kAttention,        ///< causal attention over all positions, grouped or latent
  kSliding,          ///< causal attention over the last `sliding_window` positions
  kLinear,           ///< linear attention with a matrix state for each head
  kMamba,            ///< selective state space with a state for each channel (Mamba-1)
  kMamba2,           ///< selective state space with a matrix state for each head (Mamba-2)
  kRecurrent,        ///< real-gated linear recurrent unit (Griffin, RecurrentGemma)
  kConvolution,      ///< gated short convolution (LFM2)
  kAttentionMamba2,  ///< attention and Mamba-2 of the same input, added (Falcon-H1)
  kFeedForward,      ///< none: the layer is only a feed-forward part (Nemotron-H)
  kCompressed,       ///< attention to a window and to all compressed positions (DeepSeek-V4)
  kSparseCompressed  ///< attention to a window and to the compressed positions that an index
                     ///< selects
};
std::string_view to_string(Mixer mixer);
std::optional<Mixer> mixer_from_string(std::string_view name);

/// The feed-forward part of a decoder layer.
enum class FeedForward {
  kNone,
  kDense,
  kExperts,
  kWide  ///< dense with the width `shared_kv.ffn`
};

bool has_attention(Mixer mixer);  ///< attention of any kind
bool has_state(Mixer mixer);      ///< a state of constant size for each sequence

/// Layers with the same operators, in any order.
struct LayerGroup {
  Mixer mixer = Mixer::kAttention;
  FeedForward feed_forward = FeedForward::kDense;
  bool own_keys = true;  ///< false: the layers use the keys and values of earlier layers
  int count = 0;
};

/// Dimensions of the layers "attention" that differ from those of the layers "sliding"; 0: the
/// same.
struct FullAttention {
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  int value_dim = 0;
  bool shared_key_value = false;  ///< values are the keys, without a projection of their own
};

/// The heads of one attention layer that is not latent.
struct AttentionHeads {
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;   ///< of queries and keys
  int value_dim = 0;  ///< of values
  bool shared_key_value = false;
};

/// Multi-head latent attention (DeepSeek): keys and values are cached as one compressed vector
/// per token and layer, independent of the number of heads.
struct MlaShape {
  int query_rank = 0;  ///< 0: queries are not compressed
  int kv_rank = 0;
  int nope_dim = 0;   ///< per head, without rotary position
  int rope_dim = 0;   ///< rotary part, cached once per token
  int value_dim = 0;  ///< per head
};

/// Attention of DeepSeek-V4. Key and value of a position are the same vector of `head_dim`, which
/// all heads share. A query attends to the last `sliding_window` positions and, in layers
/// "compressed" and "sparse_compressed", to vectors that each stand for several positions. Queries
/// have a low rank, and so has the output projection, whose first half is divided into groups of
/// heads.
struct CompressedShape {
  int query_rank = 0;
  int rope_dim = 0;       ///< last part of a head
  int output_rank = 0;    ///< of each group
  int output_groups = 1;  ///< divide the heads
  int ratio = 128;        ///< positions of one vector of a layer "compressed"
  int sparse_ratio = 4;   ///< the same for "sparse_compressed", whose neighbours overlap by half
  /// Vectors of a layer "sparse_compressed" to which a position contributes.
  static constexpr int kOverlap = 2;
};

/// The index of sparse attention (DeepSeek-V3.2 and later, GLM-5): a few small heads score all
/// positions, compressed ones in DeepSeek-V4, and the attention reads the `top_k` positions with
/// the highest scores.
struct SparseAttention {
  int heads = 0;
  int head_dim = 0;
  int top_k = 0;
  /// The part of the layers that compute an index. The others use that of an earlier layer, and
  /// have neither its matrices nor its keys (GLM-5.3, Hy4).
  double share = 1;
  int pool = 1;  ///< positions that one key of the index stands for (GLM-5.3-Flash)
  /// Elements of the keys of the index that one position adds to a layer, on average.
  double cached() const { return head_dim * share / pool; }
};

/// The update of the state of linear attention.
enum class LinearRule {
  kGatedDelta,  ///< delta rule with one decay for each head (Qwen3-Next)
  kKda,         ///< delta rule with one decay for each channel of a key (Kimi Linear)
  kLightning    ///< sum with a constant decay (MiniMax-01)
};
std::string_view to_string(LinearRule rule);  ///< "gated_delta", "kda", "lightning"

struct LinearShape {
  LinearRule rule = LinearRule::kGatedDelta;
  int key_heads = 0;
  int value_heads = 0;
  int key_dim = 0;      ///< per head
  int value_dim = 0;    ///< per head
  int convolution = 4;  ///< taps of the convolution of queries, keys and values; 0: none
  // Widths between the two matrices of the decays and of the output gate of "kda". 0: those of one
  // head. The width of all heads or more: one matrix.
  int decay_rank = 0;
  int gate_rank = 0;
  /// The same widths; 0: one matrix.
  int decay_bottleneck() const { return bottleneck(decay_rank, key_heads, key_dim); }
  int gate_bottleneck() const { return bottleneck(gate_rank, value_heads, value_dim); }

 private:
  static int bottleneck(int rank, int heads, int width) {
    const int used = rank > 0 ? rank : width;
    return used < 1.0 * heads * width ? used : 0;
  }
};

struct MambaShape {
  int inner = 0;  ///< channels
  int state = 0;  ///< per channel
  int dt_rank = 0;
  int convolution = 4;  ///< taps
};

struct Mamba2Shape {
  int heads = 0;
  int head_dim = 0;
  int state = 0;        ///< per channel of a head
  int groups = 1;       ///< heads of a group have the same B and C
  int convolution = 4;  ///< taps
  int inner() const { return heads * head_dim; }
};

struct RecurrentShape {
  int width = 0;
  int blocks = 0;       ///< of the block-diagonal gates
  int convolution = 4;  ///< taps
};

struct ConvolutionShape {
  int width = 0;
  int taps = 3;
};

/// The last `layers` layers have no keys and values of their own (Gemma 3n).
struct SharedKv {
  int layers = 0;
  int ffn = 0;  ///< width of their feed-forward part; 0: that of the other layers
};

}  // namespace nscope::catalog
