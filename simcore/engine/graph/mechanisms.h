#pragma once

#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/graph/operator.h"
#include "simcore/engine/graph/overlap.h"
#include "simcore/engine/machine/machine.h"

namespace nscope::sim {

/// The mechanisms behind every operator, each in one place. All functions give
/// the work of one logical core and count instructions with the published issue
/// intervals (instruction_cost.h), stretched by `engine_stretch`.
struct Rates {
  const Machine& machine;
  const Parameters& parameters;
  double element_bytes = 2;  ///< of activations and KV cache; 4: half the VectorE rate
  bool fp32 = false;         ///< matrices too: four TensorE passes
};

/// How the units of a core run side by side. DMA brings `prefetch_bytes` ahead, at the rate
/// of weights; how that of NeuronCore-v1 works is not published: it brings nothing.
Overlap overlap_of(const Rates& rates);

/// Keys from which on a compiler of `kFusedAttentionSince` or later keeps the scores of long
/// inputs on the chip, tile by tile.
inline constexpr double kFusedKeys = 2048;

/// Bytes that a tensor costs in HBM traffic when it is handed from one operator
/// to the next: nothing while it fits in SBUF, its size where it does not.
/// Residual streams of long prefills and materialised attention scores both
/// leave the core by this one rule.
double spilled_bytes(const Machine& machine, double bytes);

/// Adds HBM traffic at the achievable DMA rate.
void add_stream(const Rates& rates, Work& work, double read_bytes, double write_bytes);

struct Gemm {
  double rows = 0;          ///< M: tokens
  double inner = 0;         ///< K
  double columns = 0;       ///< N
  double weight_bytes = 2;  ///< per element in HBM
  bool activation = false;  ///< ScalarE applies a function while it empties PSUM
  bool resident = false;    ///< the [K,N] operand is no weight: it is on the chip already
};
/// [M,K] x [K,N]: TensorE tiles of 128 x 128 x 512 with the better operand kept
/// stationary, PSUM evacuation on VectorE (ScalarE with an activation), weights
/// streamed once, int8 and fp8 weights widened by VectorE, ScalarE and GpSimdE
/// together while they stream, operands that spill.
Work gemm(const Rates& rates, const Gemm& shape);

struct Convolution {
  double pixels = 0;  ///< of the output, all samples
  double in = 0;      ///< channels
  double out = 0;     ///< channels
  double taps = 1;    ///< kernel height x width
  double groups = 1;  ///< `in`: depthwise
  double weight_bytes = 2;
  bool residual = false;  ///< adds another image of the output's size
};
/// One matmul per tap, input channels across the partitions, pixels moving. Where
/// two taps' channels fit the array together (the first layer of an image network)
/// they share it. Depthwise convolutions are VectorE multiply-accumulates, one pass
/// per tap. ScalarE applies normalisation and activation while it empties PSUM.
Work convolution(const Rates& rates, const Convolution& shape);

/// `passes` of VectorE over [tokens, width], tokens or width across partitions,
/// whichever is shorter.
Work elementwise(const Rates& rates, double tokens, double width, double passes);

struct Gather {
  double rows = 0;       ///< looked up, all samples
  double row_bytes = 0;  ///< as stored
  double width = 0;      ///< elements of a row
  double sums = 0;       ///< rows that are added to others: lookups beyond the first
};
/// Rows of an embedding table, one DMA descriptor each: the start of a transfer, then each
/// row at the achievable rate but for no less than a row of 2,450 B takes. VectorE adds the
/// rows of a sample. Who writes the descriptors is not modelled: their cost is not published.
Work gather(const Rates& rates, const Gather& shape);

struct LstmStep {
  double batch = 1;
  double hidden = 0;
  double weight_bytes = 2;
  bool resident = false;  ///< the weights stay in SBUF
};
/// One step of one layer behind the projection of its input: the recurrent matmul of the
/// four gates, added to that projection while VectorE empties PSUM, five functions on ScalarE
/// (four gates, the cell), and four passes of VectorE over the cell.
Work lstm_step(const Rates& rates, const LstmStep& shape);

struct Attention {
  double batch = 1;
  double query_heads = 1;  ///< per core
  double kv_heads = 1;     ///< per core, as held in the cache
  double head_dim = 128;
  double queries = 1;  ///< per sequence; 1: decode
  double keys = 1;     ///< positions, the compiled bucket
  bool fused = false;  ///< a kernel that keeps the scores on the chip, tile by tile
  bool kept = false;   ///< scores go through HBM whatever their size: a backward pass needs them
};
/// Scores, softmax, and context of all heads of a core. Prefill tiles queries
/// over partitions and computes the full square, as static graphs do. Decode
/// multiplies with keys on partitions and reads the KV cache; its softmax has the heads of
/// all sequences on partitions, since VectorE reduces along the free axis alone.
Work attention_scores(const Rates& rates, const Attention& shape);
Work attention_softmax(const Rates& rates, const Attention& shape);
Work attention_context(const Rates& rates, const Attention& shape);

/// One pass over `positions` rows of the key or value cache of one layer; a row
/// holds all sequences and heads of one position.
double cache_pass_seconds(const Rates& rates, const Attention& shape, double positions);
double cache_pass_bytes(const Rates& rates, const Attention& shape, double positions);

/// The prefill graph's pass over its static cache buffer, keys and values.
Work cache_rewrite(const Rates& rates, const Attention& shape, double positions);

}  // namespace nscope::sim
