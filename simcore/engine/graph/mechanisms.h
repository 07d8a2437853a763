#pragma once

#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/graph/operator.h"
#include "simcore/engine/graph/overlap.h"
#include "simcore/engine/machine/machine.h"

namespace nscope::sim {

/// The mechanisms of all operators. All functions return the work of one logical core and count
/// instructions with the published issue intervals (instruction_cost.h), multiplied by
/// `engine_stretch`.
struct Rates {
  const Machine& machine;
  const Parameters& parameters;
  double element_bytes = 2;  ///< of activations; 4: half the VectorE rate
  bool fp32 = false;         ///< matrices are fp32, too, and need four TensorE passes
};

/// B/s at which the DMA engines of a core stream: that of its engines, and on NeuronCore-v2 and
/// later at most `memory_share` of its share of the memory.
double dma_rate(const Rates& rates);

/// The overlap of the units of a core. DMA prefetches `prefetch_bytes` at the rate of weights.
/// NeuronCore-v1 does not prefetch, because its mechanism is not published.
Overlap overlap_of(const Rates& rates);

/// The number of keys from which compilers since `kFusedAttentionSince` keep the scores of long
/// inputs on the chip, tile by tile.
inline constexpr double kFusedKeys = 2048;

/// HBM traffic in bytes of a tensor between one operator and the next: 0 if it fits in SBUF, its
/// size if not. This rule applies to the residual streams of long prefills and to materialised
/// attention scores.
double spilled_bytes(const Machine& machine, double bytes);

/// Adds HBM traffic at the achievable DMA rate.
void add_stream(const Rates& rates, Work& work, double read_bytes, double write_bytes);

struct Gemm {
  double rows = 0;            ///< M: tokens
  double inner = 0;           ///< K
  double columns = 0;         ///< N
  double weight_bytes = 2;    ///< per element in HBM
  bool block_scales = false;  ///< narrow weights have a scale for each block of the matrix
  bool activation = false;    ///< ScalarE applies a function when it reads PSUM
  bool resident = false;      ///< the [K,N] operand is not a weight and is already on the chip
};

/// [M,K] x [K,N]: TensorE tiles of 128 x 128 x 512 with the better operand stationary; PSUM is read
/// by VectorE (ScalarE with an activation); weights are read once; int8 and fp8 weights are
/// converted by VectorE, ScalarE and GpSimdE together when they are read, and VectorE multiplies
/// them with the scales of their blocks; operands may spill.
Work gemm(const Rates& rates, const Gemm& shape);

struct Convolution {
  double pixels = 0;  ///< of the output, for all samples
  double in = 0;      ///< channels
  double out = 0;     ///< channels
  double taps = 1;    ///< kernel height x width
  double groups = 1;  ///< depthwise if equal to `in`
  double weight_bytes = 2;
  bool residual = false;  ///< adds another image with the size of the output
};

/// One matmul per tap with input channels across the partitions and moving pixels. If the channels
/// of two taps fit in the array together (first layer of an image network), they share it.
/// Depthwise convolutions are VectorE multiply-accumulates with one pass per tap. ScalarE applies
/// normalisation and activation when it reads PSUM.
Work convolution(const Rates& rates, const Convolution& shape);

/// `passes` of VectorE over [tokens, width]. Of tokens and width, the layout across partitions with
/// the shorter time is used.
Work elementwise(const Rates& rates, double tokens, double width, double passes);

/// The `count` largest of the `width` values of each row in order, as compiled code finds them: for
/// each eight, VectorE reads the rows with max8, nc_find_index8 and nc_match_replace8, one element
/// per cycle each (published costs). Rows are across the partitions, because VectorE reduces along
/// the free axis only, so that one row is the work of one physical core.
Work sorted_selection(const Rates& rates, double rows, double width, double count);

struct Gather {
  double rows = 0;       ///< rows read for all samples
  double row_bytes = 0;  ///< as stored
  double width = 0;      ///< elements of a row
  double sums = 0;       ///< rows that are added to others: all lookups except the first
};

/// Rows of an embedding table with one DMA descriptor each: the start of a transfer, then each row
/// at the achievable rate, but at least the time of a row of 2,450 B. VectorE sums the rows of a
/// sample. Writing the descriptors is not modelled because its cost is not published.
Work gather(const Rates& rates, const Gather& shape);

struct LstmStep {
  double batch = 1;
  double hidden = 0;
  double weight_bytes = 2;
  bool resident = false;  ///< the weights stay in SBUF
};
/// One step of one layer after the projection of its input: the recurrent matmul of the four gates,
/// which VectorE adds to the projection when it reads PSUM, five functions on ScalarE (four gates
/// and the cell), and four passes of VectorE over the cell.
Work lstm_step(const Rates& rates, const LstmStep& shape);

struct Attention {
  double batch = 1;
  double query_heads = 1;  ///< per core
  double kv_heads = 1;     ///< per core, as stored in the cache
  double head_dim = 128;
  double queries = 1;      ///< per sequence; 1: decode
  double keys = 1;         ///< positions of the compiled bucket
  bool fused = false;      ///< a kernel keeps the scores on the chip, tile by tile
  bool kept = false;       ///< scores are always written to HBM because a backward pass needs them
  double cache_bytes = 0;  ///< of an element of the KV cache; 0: that of activations
};

/// Scores, softmax and context of all heads of a core. Prefill tiles queries over partitions and
/// computes the full square, as static graphs do. Decode multiplies with keys on partitions and
/// reads the KV cache; its softmax has the heads of all sequences on partitions because VectorE
/// reduces only along the free axis.
Work attention_scores(const Rates& rates, const Attention& shape);
Work attention_softmax(const Rates& rates, const Attention& shape);
Work attention_context(const Rates& rates, const Attention& shape);

/// One pass over `positions` rows of the key or value cache of one layer. A row contains all
/// sequences and heads of one position.
double cache_pass_seconds(const Rates& rates, const Attention& shape, double positions);
double cache_pass_bytes(const Rates& rates, const Attention& shape, double positions);

/// Adds a read of `positions` rows of the key or value cache of one layer. Elements that are
/// narrower than activations are converted as narrow weights are.
void add_cache_read(const Rates& rates, Work& work, const Attention& shape, double positions);

/// The pass of a prefill graph over its static cache buffer of keys and values.
Work cache_rewrite(const Rates& rates, const Attention& shape, double positions);

}  // namespace nscope::sim
