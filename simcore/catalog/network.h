#pragma once

#include "simcore/catalog/fact_reader.h"

#include <string>
#include <vector>

namespace nscope::catalog {

/// One building block of a network whose shapes are known when it is compiled: `times` equal
/// operators in sequence. A block works on an image with the size of the input divided by
/// `scale`, or on a fixed number of `rows`.
struct Block {
  enum class Kind {
    kConvolution,     ///< kernel x kernel, `in` to `out` channels, followed by an activation
    kPool,            ///< maximum or mean over kernel x kernel
    kLinear,          ///< rows x in to rows x out
    kNorm,            ///< over `in` channels: LayerNorm, GroupNorm
    kTransformer,     ///< self-attention (cross-attention with a context), then feed-forward
    kCrossAttention,  ///< attention of `rows` positions of width `in` to a context only
    kEmbedding,       ///< the sum of `lookups` rows of a table of `in` rows of width `out`
    kInteraction,     ///< products of all pairs of `rows` vectors of width `in`
    kElementwise,     ///< `kernel` passes over rows of width `in`
    kLstm,            ///< `rows` steps in sequence: `in` features, `out` hidden units
  };
  Kind kind = Kind::kConvolution;
  int in = 0;
  int out = 0;
  int kernel = 1;
  int groups = 1;  ///< of a convolution; depthwise if equal to `in`
  int scale = 1;   ///< height of the input divided by the height of the output
  int rows = 0;    ///< per sample; 0: the pixels of all frames and images at `scale`
  int images = 1;  ///< of the input size in the sequence: 2 if an image is edited
  int times = 1;
  bool residual = false;  ///< adds its input
  bool shared = false;    ///< all `times` use the same weights
  // For a transformer, whose width is `in`.
  int heads = 0;
  int head_dim = 0;
  int ffn = 0;  ///< 0: attention only
  bool gated = false;
  int context_rows = 0;  ///< of cross-attention; 0: none
  int context_width = 0;
  int text_rows = 0;  ///< of text that join the rows in attention and in all projections; 0: none
  bool own_text_weights = false;  ///< the text has projections of its own: a double block
  bool text_ends = false;  ///< the text has only queries, keys and values: nothing reads its output
  bool parallel = false;  ///< attention and feed-forward have one input and one sum: a single block
  bool rope = false;      ///< rotary embedding of queries and keys
  bool qk_norm = false;   ///< norm of queries and keys
  bool masked = false;    ///< attention has a mask of padded text, which no kernel supports
  bool modulated = false;  ///< both norms have scale, shift and gate of the denoising step
  int lookups = 0;         ///< per sample, of an embedding

  /// Whether the weights are a table of which only the requested rows are read.
  bool is_table() const { return kind == Kind::kEmbedding; }
};

using Network = std::vector<Block>;

/// Reads a list of blocks such as
///   [{"convolution": [3, 64], "kernel": 7, "scale": 2}, {"pool": 64, "kernel": 3, "scale": 4},
///    {"transformer": 768, "heads": 12, "ffn": 3072, "rows": 197, "times": 12},
///    {"linear": [2048, 1000], "rows": 1}, {"embedding": [40000000, 128], "lookups": 3},
///    {"interaction": 16, "rows": 27}, {"elementwise": 3456, "passes": 2, "rows": 1},
///    {"lstm": [45, 40], "rows": 24},
///    {"transformer": 3072, "heads": 24, "ffn": 12288, "text": 512, "own_text_weights": true,
///     "rope": true, "qk_norm": true, "modulated": true, "scale": 16, "times": 19},
///    {"cross_attention": 1024, "heads": 1, "context": [3136, 322], "rows": 512}]
/// strictly. Problems are reported through `in` with `path` as their place.
Network network_from_json(const Json& list, StrictObject& in, const std::string& path);

/// Number of weights of all blocks with embedding tables and without biases; shared weights
/// count once.
double parameters_of(const Network& network);
/// Number of elements of the embedding tables only.
double table_parameters_of(const Network& network);
/// Multiply-accumulates of one sample with an input of `frames` times height x width.
double macs_of(const Network& network, int height, int width, int frames = 1);

}  // namespace nscope::catalog
