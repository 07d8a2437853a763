#include "simcore/engine/graph/mechanisms.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

/// The compiler packs taps in pairs for layers with few channels: images have three, latents four.
/// Wider layers are not packed.
constexpr double kPackedChannels = 16;
constexpr double kPackedTaps = 2;
/// Both operands come from SBUF, which takes two cycles per element.
constexpr double kResidualPasses = 2;

double tiles(double length, double tile) {
  return std::ceil(length / tile);
}

void add_tensor(const Rates& rates, Work& work, double cycles) {
  work[Unit::kTensor] += rates.parameters.engine_stretch * rates.machine.tensor_seconds(cycles);
}
void add_vector(const Rates& rates, Work& work, double cycles) {
  // tensor_tensor from SBUF takes two cycles per element in fp32.
  const double width = rates.element_bytes > 2 ? 2.0 : 1.0;
  work[Unit::kVector] +=
      rates.parameters.engine_stretch * width * rates.machine.vector_seconds(cycles);
}
void add_scalar(const Rates& rates, Work& work, double cycles) {
  work[Unit::kScalar] += rates.parameters.engine_stretch * rates.machine.scalar_seconds(cycles);
}

/// Cycles of instructions over [tokens, width] with one of the two across the partitions.
double layout_cycles(const Machine& machine, double tokens, double width) {
  return std::min(tiles(tokens, machine.partitions) * elementwise_cycles(*machine.timing, width),
                  elementwise_cycles(*machine.timing, tiles(width, machine.partitions) * tokens));
}

/// The longest conversion of narrow weights with which an operator takes no longer than with wide
/// weights, because the compiler can also keep converted weights. `wide` is the transfer of wide
/// weights in seconds. The limit does not depend on the transfer of the narrow weights, so that
/// even narrower ones are not slower.
double longest_widening(const Rates& rates, const Work& work, double wide) {
  const Overlap overlap = overlap_of(rates);
  const double compute = work[Unit::kTensor] + std::max(work[Unit::kVector], work[Unit::kScalar]);
  // DMA may already have prefetched the lead.
  Operator op{"wide", work};
  op.work[Unit::kDma] = std::max(0.0, wide - overlap.lead);
  const double seconds = operator_seconds(op, overlap);
  return std::max(0.0, seconds - compute - wide / overlap.prefetch);
}

/// Adds the conversion of narrow weights or cached keys and values, whose transfer takes `narrow`
/// seconds, and `wide` seconds without it. Three engines share the elements in proportion to their
/// speed, so that they finish at the same time. While DMA is the limit, a part of the computation
/// (1 / Overlap::prefetch) follows the transfer; the transfer must save as much as that part grows.
void add_widening(const Rates& rates, Work& work, double elements, double narrow, double wide) {
  const Machine& machine = rates.machine;
  const double cycles = elements / machine.partitions;
  const double gpsimd = machine.gpsimd_hz > 0 ? 1.0 / machine.gpsimd_seconds(cycles) : 0.0;
  const double together =
      1.0 / (1.0 / machine.vector_seconds(cycles) + 1.0 / machine.scalar_seconds(cycles) + gpsimd);
  const double seconds =
      std::min({rates.parameters.engine_stretch * together, longest_widening(rates, work, wide),
                overlap_of(rates).prefetch * (wide - narrow)});
  work[Unit::kVector] += seconds;
  work[Unit::kScalar] += seconds;
  if (gpsimd > 0) work[Unit::kGpSimd] += seconds;
}

/// Adds the product of narrow weights with the scales of their blocks, which also converts them: a
/// tensor_tensor instruction of VectorE, which takes one cycle per element and lane of these types.
/// Scales of channels multiply the results instead.
void add_block_scaling(const Rates& rates, Work& work, double elements) {
  const Machine& machine = rates.machine;
  const double cycles = machine.vector_speed * elements / machine.partitions;
  work[Unit::kVector] += rates.parameters.engine_stretch * machine.vector_seconds(cycles);
}

bool is_decode(const Attention& shape) {
  return shape.queries <= 1;
}

/// HBM bytes of the scores of all heads: 0 if they fit in SBUF.
double score_traffic(const Rates& rates, const Attention& shape, double bytes_per_score) {
  if (is_decode(shape) || shape.fused) return 0;
  const double scores = shape.batch * shape.query_heads * shape.queries * shape.keys;
  const double spilled = spilled_bytes(rates.machine, scores * rates.parameters.score_bytes);
  return shape.kept || spilled > 0 ? scores * bytes_per_score : 0;
}

}  // namespace

double dma_rate(const Rates& rates) {
  const Machine& machine = rates.machine;
  if (machine.generation == CoreGeneration::kV1) return machine.dma_bandwidth;
  return std::min(machine.dma_bandwidth, rates.parameters.memory_share * machine.hbm_bandwidth);
}

Overlap overlap_of(const Rates& rates) {
  const auto& [machine, parameters, element_bytes, fp32] = rates;
  Overlap overlap{.engines = parameters.tile_buffers, .prefetch = parameters.prefetch_tiles};
  if (machine.generation != CoreGeneration::kV1) {
    overlap.lead = parameters.prefetch_bytes * machine.physical_per_logical /
                   (parameters.weight_efficiency * dma_rate(rates));
  }
  return overlap;
}

double spilled_bytes(const Machine& machine, double bytes) {
  return bytes > machine.sbuf ? bytes : 0;
}

void add_stream(const Rates& rates, Work& work, double read_bytes, double write_bytes) {
  work.read_bytes += read_bytes;
  work.write_bytes += write_bytes;
  work[Unit::kDma] += (read_bytes + write_bytes) / dma_rate(rates);
}

Work gemm(const Rates& rates, const Gemm& shape) {
  const Machine& machine = rates.machine;
  Work work;
  const double m = shape.rows;
  const double k_tiles = tiles(shape.inner, machine.pe_rows);
  const double weights_stay =
      tiles(shape.columns, machine.pe_columns) *
      matmul_sweep_cycles(*machine.timing, machine.pe_columns, m, rates.fp32);
  const double tokens_stay = tiles(m, machine.pe_columns) *
                             matmul_sweep_cycles(*machine.timing, std::min(m, machine.pe_columns),
                                                 shape.columns, rates.fp32);
  add_tensor(rates, work, k_tiles * std::min(weights_stay, tokens_stay));
  const double evacuation = layout_cycles(machine, m, shape.columns);
  if (shape.activation) {
    add_scalar(rates, work, evacuation);
  } else {
    // fp32 from PSUM takes one cycle per element and lane, even if the engine is faster from SBUF.
    work[Unit::kVector] +=
        rates.parameters.engine_stretch * machine.vector_seconds(machine.vector_speed * evacuation);
  }
  const double elements = shape.inner * shape.columns;
  if (!shape.resident) {
    const double weight_bytes = elements * shape.weight_bytes;
    const double rate = rates.parameters.weight_efficiency * dma_rate(rates);
    work.read_bytes += weight_bytes;
    work[Unit::kDma] += weight_bytes / rate;
    if (shape.weight_bytes < rates.element_bytes && shape.block_scales) {
      add_block_scaling(rates, work, elements);
    } else if (shape.weight_bytes < rates.element_bytes) {
      add_widening(rates, work, elements, weight_bytes / rate,
                   elements * rates.element_bytes / rate);
    }
  }
  add_stream(rates, work, spilled_bytes(machine, m * shape.inner * rates.element_bytes),
             spilled_bytes(machine, m * shape.columns * rates.element_bytes));
  work.flops = 2.0 * m * shape.inner * shape.columns;
  return work;
}

Work convolution(const Rates& rates, const Convolution& shape) {
  const Machine& machine = rates.machine;
  Work work;
  const double in = shape.in / shape.groups;
  const double out = shape.out / shape.groups;
  const double image =
      tiles(shape.out, machine.partitions) * elementwise_cycles(*machine.timing, shape.pixels);
  if (in <= 1 && shape.groups > 1) {
    add_vector(rates, work, shape.taps * image);
  } else {
    // The number of taps that fit in the rows of the array together.
    const double together = std::clamp(std::floor(machine.pe_rows / in), 1.0, shape.taps);
    const double packed = in < kPackedChannels ? std::min(together, kPackedTaps) : 1.0;
    add_tensor(
        rates, work,
        shape.groups * std::ceil(shape.taps / packed) * tiles(in, machine.pe_rows) *
            tiles(out, machine.pe_columns) *
            matmul_sweep_cycles(*machine.timing, machine.pe_columns, shape.pixels, rates.fp32));
  }
  add_scalar(rates, work, image);
  if (shape.residual) add_vector(rates, work, kResidualPasses * image);
  const double weights = shape.groups * in * out * shape.taps;
  const double weight_bytes = weights * shape.weight_bytes;
  work.read_bytes += weight_bytes;
  work[Unit::kDma] += weight_bytes / (rates.parameters.weight_efficiency * dma_rate(rates));
  add_stream(rates, work, spilled_bytes(machine, shape.pixels * shape.in * rates.element_bytes),
             spilled_bytes(machine, shape.pixels * shape.out * rates.element_bytes));
  work.flops = 2.0 * shape.pixels * weights;
  return work;
}

Work sorted_selection(const Rates& rates, double rows, double width, double count) {
  constexpr double kFoundAtOnce = 8;
  constexpr double kInstructions = 3;
  const Machine& machine = rates.machine;
  // The physical cores of a logical core have whole rows each, at one element per cycle and lane.
  const double cores = machine.physical_per_logical;
  const double passes =
      tiles(tiles(rows, cores), machine.partitions) * tiles(count, kFoundAtOnce) * kInstructions;
  Work work;
  work[Unit::kVector] += rates.parameters.engine_stretch *
                         machine.vector_seconds(cores * machine.vector_speed * passes * width);
  return work;
}

Work elementwise(const Rates& rates, double tokens, double width, double passes) {
  Work work;
  add_vector(rates, work, passes * layout_cycles(rates.machine, tokens, width));
  const double spilled = spilled_bytes(rates.machine, tokens * width * rates.element_bytes);
  add_stream(rates, work, spilled, spilled);
  return work;
}

Work gather(const Rates& rates, const Gather& shape) {
  const Machine& machine = rates.machine;
  Work work;
  work.read_bytes = shape.rows * shape.row_bytes;
  work[Unit::kDma] =
      machine.dma_start +
      shape.rows * std::max(shape.row_bytes, machine.timing->gathered_row) / dma_rate(rates);
  if (shape.sums > 0) {
    add_vector(rates, work, layout_cycles(machine, shape.sums, shape.width));
  }
  return work;
}

Work lstm_step(const Rates& rates, const LstmStep& shape) {
  constexpr double kGates = 4;
  constexpr double kCellPasses = 4;  // forget, input, their sum, output
  Work work = gemm(rates, {.rows = shape.batch,
                           .inner = shape.hidden,
                           .columns = kGates * shape.hidden,
                           .weight_bytes = shape.weight_bytes,
                           .resident = shape.resident});
  const Machine& machine = rates.machine;
  const double gates = layout_cycles(machine, shape.batch, kGates * shape.hidden);
  const double cell = layout_cycles(machine, shape.batch, shape.hidden);
  add_scalar(rates, work, gates + cell);
  add_vector(rates, work, kCellPasses * cell);
  return work;
}

double cache_pass_bytes(const Rates& rates, const Attention& shape, double positions) {
  const double element = shape.cache_bytes > 0 ? shape.cache_bytes : rates.element_bytes;
  return positions * shape.batch * shape.kv_heads * shape.head_dim * element;
}

double cache_pass_seconds(const Rates& rates, const Attention& shape, double positions) {
  const double row = cache_pass_bytes(rates, shape, 1);
  return positions * std::max(row, rates.parameters.kv_row_floor) /
         (rates.parameters.kv_efficiency * dma_rate(rates));
}

void add_cache_read(const Rates& rates, Work& work, const Attention& shape, double positions) {
  work.read_bytes += cache_pass_bytes(rates, shape, positions);
  work[Unit::kDma] += cache_pass_seconds(rates, shape, positions);
  if (shape.cache_bytes <= 0 || shape.cache_bytes >= rates.element_bytes) return;
  Attention wide = shape;
  wide.cache_bytes = rates.element_bytes;
  add_widening(rates, work, positions * shape.batch * shape.kv_heads * shape.head_dim,
               cache_pass_seconds(rates, shape, positions),
               cache_pass_seconds(rates, wide, positions));
}

Work attention_scores(const Rates& rates, const Attention& shape) {
  const Machine& machine = rates.machine;
  Work work;
  const double heads = shape.batch * shape.query_heads;
  const double depth = tiles(shape.head_dim, machine.pe_rows);
  work.flops = 2.0 * heads * shape.queries * shape.keys * shape.head_dim;
  if (is_decode(shape)) {
    const double key_tiles = tiles(shape.keys, machine.pe_columns);
    add_tensor(rates, work,
               heads * depth * key_tiles *
                   matmul_cycles(*machine.timing, machine.pe_columns, 1, rates.fp32));
    add_cache_read(rates, work, shape, shape.keys);
    return work;
  }
  add_tensor(rates, work,
             heads * depth * tiles(shape.queries, machine.pe_columns) *
                 matmul_sweep_cycles(*machine.timing, machine.pe_columns, shape.keys, rates.fp32));
  add_stream(rates, work, 0, score_traffic(rates, shape, rates.parameters.score_bytes));
  return work;
}

Work attention_softmax(const Rates& rates, const Attention& shape) {
  const Machine& machine = rates.machine;
  Work work;
  const double heads = shape.batch * shape.query_heads;
  const double cycles = is_decode(shape) ? tiles(heads, machine.partitions) *
                                               elementwise_cycles(*machine.timing, shape.keys)
                                         : heads * tiles(shape.queries, machine.partitions) *
                                               elementwise_cycles(*machine.timing, shape.keys);
  add_vector(rates, work,
             cycles * (shape.fused ? rates.parameters.fused_softmax_passes
                                   : rates.parameters.softmax_passes));
  add_scalar(rates, work, cycles);
  add_stream(rates, work, score_traffic(rates, shape, rates.parameters.score_bytes),
             score_traffic(rates, shape, rates.element_bytes));
  return work;
}

Work attention_context(const Rates& rates, const Attention& shape) {
  const Machine& machine = rates.machine;
  Work work;
  const double heads = shape.batch * shape.query_heads;
  const double depth = tiles(shape.head_dim, machine.pe_rows);
  const double key_tiles = tiles(shape.keys, machine.pe_rows);
  work.flops = 2.0 * heads * shape.queries * shape.keys * shape.head_dim;
  if (is_decode(shape)) {
    add_tensor(rates, work,
               heads * depth * key_tiles *
                   matmul_cycles(*machine.timing, machine.pe_columns, 1, rates.fp32));
    add_cache_read(rates, work, shape, shape.keys);
    return work;
  }
  const double query_tiles = tiles(shape.queries, machine.pe_columns);
  const double transposes = query_tiles * key_tiles * machine.pe_columns;
  const double product = std::min(
      key_tiles * depth *
          matmul_sweep_cycles(*machine.timing, machine.pe_columns, shape.queries, rates.fp32),
      key_tiles * query_tiles *
          matmul_cycles(*machine.timing, machine.pe_columns, shape.head_dim, rates.fp32));
  add_tensor(rates, work, heads * (transposes + product));
  add_vector(rates, work,
             heads * query_tiles * elementwise_cycles(*machine.timing, shape.head_dim));
  add_stream(rates, work, score_traffic(rates, shape, rates.element_bytes), 0);
  return work;
}

Work cache_rewrite(const Rates& rates, const Attention& shape, double positions) {
  Work work;
  const double passes = 2.0 * rates.parameters.cache_passes;  // keys and values
  work[Unit::kDma] = passes * cache_pass_seconds(rates, shape, positions);
  work.write_bytes = passes * cache_pass_bytes(rates, shape, positions);
  return work;
}

}  // namespace nscope::sim
