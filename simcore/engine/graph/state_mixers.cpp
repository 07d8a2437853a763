#include "simcore/engine/graph/state_mixers.h"

#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

using catalog::LinearRule;

/// The states of all sequences of one layer: `count` matrices of [rows, columns].
struct States {
  double count = 0;
  double rows = 0;
  double columns = 0;
  double elements() const { return count * rows * columns; }
};

void add_state_traffic(const MixerScope& scope, Work& work, const States& states) {
  const double bytes = states.elements() * scope.model.state_bytes;
  const bool begins = !scope.decodes() && !scope.continues;
  add_stream(scope.rates, work, begins ? 0.0 : bytes, bytes);
}

/// Adds VectorE passes over rows across the partitions. Two operands of fp32 from SBUF take two
/// cycles for each element.
void add_state_passes(const MixerScope& scope, Work& work, const States& states, double passes) {
  const Machine& machine = scope.rates.machine;
  const double width = scope.model.state_bytes > 2 ? 2.0 : 1.0;
  const double cycles = std::ceil(states.count * states.rows / machine.partitions) *
                        elementwise_cycles(*machine.timing, states.columns);
  work[Unit::kVector] +=
      scope.rates.parameters.engine_stretch * machine.vector_seconds(passes * width * cycles);
}

/// Adds `count` products of matrices on the chip.
void add_product(const MixerScope& scope, Work& work, double count, double rows, double inner,
                 double columns) {
  work.add(gemm(scope.rates, {.rows = rows, .inner = inner, .columns = columns, .resident = true}),
           count);
}

/// The causal convolution of each channel and its activation. Sequences keep their last inputs.
Work causal_convolution(const MixerScope& scope, double channels, double taps) {
  Work work = activation(scope.rates, scope.tokens(), channels, std::max(1.0, taps));
  const double kept = scope.batch() * channels * (taps - 1) * scope.layout.element_bytes;
  const bool begins = !scope.decodes() && !scope.continues;
  add_stream(scope.rates, work, begins ? 0.0 : kept, kept);
  work.read_bytes += channels * taps * scope.layout.weight_bytes;
  return work;
}

double chunks_of(const MixerScope& scope, double chunk) {
  return scope.batch() * std::ceil(scope.queries / chunk);
}

/// One step of a state that is a matrix for each head.
struct StateStep {
  double products = 0;  ///< of a vector with the matrix
  double passes = 0;    ///< of VectorE in a kernel: its decay and its sum with an outer product
  // Without a kernel, as the published reference implementations write it:
  double operators = 0;  ///< that read or write a tensor as large as the states
  double tensors = 0;    ///< of this size that they read or write
};

/// A step in one kernel: the states are read and written once.
Work fused_step(const MixerScope& scope, const States& states, const StateStep& step) {
  Work work;
  add_state_traffic(scope, work, states);
  add_state_passes(scope, work, states, step.passes);
  add_product(scope, work, step.products * states.count, 1, states.rows, states.columns);
  return work;
}

/// A step whose operators read and write HBM, on one physical core. `lanes` rows of `width`
/// elements are across the partitions; every row is a transfer of its own.
Work plain_step(const MixerScope& scope, const StateStep& step, double lanes, double width) {
  const Machine& machine = scope.rates.machine;
  const double row = width * scope.model.state_bytes;
  const double rate = dma_rate(scope.rates) / machine.physical_per_logical;
  Work work;
  work[Unit::kDma] = step.tensors * lanes * std::max(row, machine.timing->gathered_row) / rate;
  add_state_passes(scope, work, {.count = 1, .rows = lanes, .columns = width},
                   step.operators * machine.physical_per_logical);
  work.write_bytes = step.operators * lanes * row;  // each operator writes one tensor
  work.read_bytes = (step.tensors - step.operators) * lanes * row;
  return work;
}

Work state_step(const MixerScope& scope, const States& states, const StateStep& step) {
  if (scope.layout.state_updates == StateUpdates::kFused) return fused_step(scope, states, step);
  const bool alone = scope.layout.state_updates == StateUpdates::kOneByOne;
  const double sequences = alone ? scope.batch() : 1;
  const double matrices = states.count / sequences;
  // The published states have their longer side along the rows.
  const double width = std::max(states.rows, states.columns);
  const double lanes = matrices * std::min(states.rows, states.columns);
  const Work rows = plain_step(scope, step, lanes, width);
  const Work whole = plain_step(scope, step, matrices, states.rows * states.columns);
  // The layout that fills the partitions, whatever the memory bandwidth: a choice by the time of
  // this operator alone could make a step slower with more bandwidth, because its neighbours hide
  // a part of the transfers.
  constexpr double kPartitions = 128;
  Work work;
  work.add(matrices < kPartitions ? rows : whole, sequences);
  // Each operator waits for the transfers of the one before it; those of other sequences overlap.
  work[Unit::kDma] += 2 * step.operators * scope.rates.machine.dma_start;
  return work;
}

/// The chunks of linear attention: `heads` on this core.
Work linear_chunks(const MixerScope& scope, const catalog::LinearShape& linear,
                   const States& states, double heads) {
  const double chunk = std::min(kLinearChunk, scope.queries);
  const double count = heads * chunks_of(scope, chunk);
  const double keys = linear.key_dim;
  const double values = linear.value_dim;
  Work work;
  const auto add = [&](double times, double rows, double inner, double columns) {
    add_product(scope, work, count * times, rows, inner, columns);
    work[Unit::kTensor] += count * times * scope.rates.parameters.scan_product;
  };
  add(1, chunk, keys, chunk);    // queries with keys
  add(1, chunk, chunk, values);  // their product with the values
  add(1, chunk, keys, values);   // queries with the state
  add(1, keys, chunk, values);   // the update of the state
  States scores{.count = count, .rows = chunk, .columns = chunk};
  double passes = 1;  // causal mask with decays
  if (linear.rule != LinearRule::kLightning) {
    add(1, chunk, keys, chunk);  // keys with keys
    // The inverse of I - A, with A strictly lower triangular: products of I + A^(2^i).
    const double squares = std::max(0.0, std::ceil(std::log2(chunk)) - 1);
    add(2 * squares, chunk, chunk, chunk);
    add(1, chunk, chunk, keys);    // the inverse with keys
    add(1, chunk, chunk, values);  // and with values
    add(1, chunk, keys, values);   // new values: without those that the state predicts
    passes = 3;                    // two masks with decays, and the rate of each position
  }
  add_state_passes(scope, work, scores, passes);
  constexpr double kChunkStatePasses = 2;  // decay and sum
  add_state_passes(scope, work, {.count = count, .rows = keys, .columns = values},
                   kChunkStatePasses);
  add_state_traffic(scope, work, states);
  return work;
}

}  // namespace

void add_linear_attention(std::vector<Operator>& ops, const MixerScope& scope) {
  const catalog::LinearShape& linear = *scope.model.linear;
  const catalog::LinearShard shard = catalog::linear_of_core(linear, scope.cores());
  const Rates& rates = scope.rates;
  const double hidden = scope.model.hidden;
  const double keys = shard.key_heads * linear.key_dim;
  const double values = shard.value_heads * linear.value_dim;
  double columns = 2 * keys + values;
  const double decay_rank = linear.decay_bottleneck();
  const double gate_rank = linear.gate_bottleneck();
  switch (linear.rule) {
    case LinearRule::kGatedDelta: columns += values + 2 * shard.value_heads; break;
    case LinearRule::kKda:
      columns += decay_rank > 0 ? decay_rank : keys;
      columns += gate_rank > 0 ? gate_rank : values;
      columns += shard.value_heads;
      break;
    case LinearRule::kLightning: columns += values; break;
  }
  ops.push_back({"linear_projection", projection(scope, hidden, columns)});
  if (linear.rule == LinearRule::kKda && decay_rank > 0) {
    ops.push_back({"linear_decay_projection", projection(scope, decay_rank, keys, true)});
  }
  if (linear.rule == LinearRule::kKda && gate_rank > 0) {
    ops.push_back({"linear_gate_projection", projection(scope, gate_rank, values, true)});
  }
  if (linear.convolution > 0) {
    ops.push_back(
        {"linear_convolution", causal_convolution(scope, 2 * keys + values, linear.convolution)});
  }
  if (linear.rule != LinearRule::kLightning) {
    constexpr double kUnitPasses = 2;  // square and reduce, scale
    ops.push_back({"linear_norm", elementwise(rates, scope.tokens(), 2 * keys, kUnitPasses)});
  }
  // The decay is a function of the input for each head or, in KDA, for each channel of its keys;
  // lightning attention has a constant one.
  constexpr double kDecayPasses = 3;  // bias, product with the rate, sum along the chunk
  if (linear.rule != LinearRule::kLightning) {
    const double decays = linear.rule == LinearRule::kKda ? keys : shard.value_heads;
    ops.push_back({"linear_decay", activation(rates, scope.tokens(), decays, kDecayPasses)});
  }
  const States states{.count = scope.batch() * shard.value_heads,
                      .rows = 1.0 * linear.key_dim,
                      .columns = 1.0 * linear.value_dim};
  if (scope.decodes()) {
    const bool delta = linear.rule != LinearRule::kLightning;
    // Decay, outer product, its sum with the state, product with the queries and its sum; the
    // delta rule also needs the product with the keys and its sum.
    const StateStep step{.products = delta ? 2.0 : 1.0,
                         .passes = 2,
                         .operators = delta ? 7.0 : 5.0,
                         .tensors = delta ? 12.0 : 9.0};
    ops.push_back({"linear_state", state_step(scope, states, step)});
  } else {
    ops.push_back({"linear_chunks", linear_chunks(scope, linear, states, shard.value_heads)});
  }
  ops.push_back({"linear_output_norm",
                 activation(rates, scope.tokens(), values, rates.parameters.norm_passes)});
}

void add_mamba2(std::vector<Operator>& ops, const MixerScope& scope) {
  const catalog::Mamba2Shape& mamba2 = *scope.model.mamba2;
  const catalog::Mamba2Shard shard = catalog::mamba2_of_core(mamba2, scope.cores());
  const Rates& rates = scope.rates;
  const double inner = shard.heads * mamba2.head_dim;
  const double channels = inner + 2 * shard.groups * mamba2.state;
  ops.push_back(
      {"mamba_projection", projection(scope, scope.model.hidden, inner + channels + shard.heads)});
  ops.push_back({"mamba_convolution", causal_convolution(scope, channels, mamba2.convolution)});
  constexpr double kStepSizePasses = 3;  // bias, product with A, sum along the chunk
  ops.push_back(
      {"mamba_step_size", activation(rates, scope.tokens(), shard.heads, kStepSizePasses)});
  const States states{.count = scope.batch() * shard.heads,
                      .rows = 1.0 * mamba2.state,
                      .columns = 1.0 * mamba2.head_dim};
  if (scope.decodes()) {
    // Without a kernel: the decay of every element and its exponential, B for every channel, its
    // product with the input, the decay, the sum, and the product with C.
    constexpr StateStep kStep{.products = 1, .passes = 2, .operators = 7, .tensors = 13};
    ops.push_back({"mamba_state", state_step(scope, states, kStep)});
  } else {
    const double chunk = std::min(kMamba2Chunk, scope.queries);
    const double count = chunks_of(scope, chunk);
    Work work;
    add_product(scope, work, count * shard.groups, chunk, mamba2.state, chunk);  // C with B
    add_product(scope, work, count * shard.heads, chunk, chunk, mamba2.head_dim);
    add_product(scope, work, count * shard.heads, mamba2.state, chunk, mamba2.head_dim);
    add_product(scope, work, count * shard.heads, chunk, mamba2.state, mamba2.head_dim);
    // Without a kernel, the graph multiplies elements of positions x positions x states of every
    // head, and the physical cores of a logical core do not share them.
    const Machine& machine = rates.machine;
    const double heads = count * shard.heads;
    const double pairs = heads * chunk * chunk * mamba2.state;
    work[Unit::kVector] +=
        rates.parameters.plain_scan_passes * pairs / machine.partitions / machine.vector_hz;
    constexpr double kStatePasses = 2;  // decay and sum
    add_state_passes(scope, work, {.count = heads, .rows = states.rows, .columns = states.columns},
                     kStatePasses);
    add_state_traffic(scope, work, states);
    ops.push_back({"mamba_chunks", work});
  }
  ops.push_back({"mamba_output_norm",
                 activation(rates, scope.tokens(), inner, rates.parameters.norm_passes)});
}

void add_mamba(std::vector<Operator>& ops, const MixerScope& scope) {
  const catalog::MambaShape& mamba = *scope.model.mamba;
  const Rates& rates = scope.rates;
  const double inner = catalog::per_core(mamba.inner, scope.cores());
  const double selected = mamba.dt_rank + 2.0 * mamba.state;
  ops.push_back({"mamba_projection", projection(scope, scope.model.hidden, 2 * inner)});
  ops.push_back({"mamba_convolution", causal_convolution(scope, inner, mamba.convolution)});
  // The step size, B and C need all channels.
  ops.push_back({"mamba_selection", projection(scope, inner, selected)});
  if (scope.cores() > 1) {
    ops.push_back(
        {"mamba_all_reduce",
         {},
         plan_collective(rates.machine, rates.parameters, CollectiveKind::kAllReduce, scope.cores(),
                         scope.tokens() * selected * scope.layout.element_bytes)});
  }
  ops.push_back({"mamba_step_size", projection(scope, mamba.dt_rank, inner, true)});
  const States states{.count = scope.batch(), .rows = inner, .columns = 1.0 * mamba.state};
  Work work;
  add_state_traffic(scope, work, states);
  const Machine& machine = rates.machine;
  const double cycles = std::ceil(inner / machine.partitions) * mamba.state *
                        elementwise_cycles(*machine.timing, scope.tokens());
  work[Unit::kVector] +=
      rates.parameters.engine_stretch * machine.vector_seconds(kScanCycles * cycles);
  work[Unit::kScalar] += rates.parameters.engine_stretch * machine.scalar_seconds(cycles);
  ops.push_back({scope.decodes() ? "mamba_state" : "mamba_scan", work});
  constexpr double kGatePasses = 2;  // product with D and sum, gate
  ops.push_back({"mamba_gate", activation(rates, scope.tokens(), inner, kGatePasses)});
}

void add_recurrent(std::vector<Operator>& ops, const MixerScope& scope) {
  const catalog::RecurrentShape& recurrent = *scope.model.recurrent;
  const Rates& rates = scope.rates;
  const double block = 1.0 * recurrent.width / recurrent.blocks;
  const double blocks = catalog::per_core(recurrent.blocks, scope.cores());
  const double width = blocks * block;
  ops.push_back({"recurrent_projection", projection(scope, scope.model.hidden, 2 * width, true)});
  ops.push_back({"recurrent_convolution", causal_convolution(scope, width, recurrent.convolution)});
  Work gates;
  gates.add(projection(scope, block, 2 * block, true), blocks);
  ops.push_back({"recurrent_gates", gates});
  constexpr double kUnitPasses = 8;  // decay, its complement, gated input, scan, output gate
  Work unit = activation(rates, scope.tokens(), width, kUnitPasses);
  add_state_traffic(scope, unit, {.count = scope.batch(), .rows = 1, .columns = width});
  ops.push_back({"recurrent_unit", unit});
}

void add_short_convolution(std::vector<Operator>& ops, const MixerScope& scope) {
  const catalog::ConvolutionShape& convolution = *scope.model.convolution;
  const double width = catalog::per_core(convolution.width, scope.cores());
  ops.push_back({"convolution_projection", projection(scope, scope.model.hidden, 3 * width)});
  ops.push_back({"short_convolution", causal_convolution(scope, width, convolution.taps)});
  constexpr double kGatePasses = 2;  // before and after the convolution
  ops.push_back(
      {"convolution_gates", elementwise(scope.rates, scope.tokens(), width, kGatePasses)});
}

double mixer_output_width(const catalog::Model& model, catalog::Mixer mixer, int cores) {
  using catalog::Mixer;
  switch (mixer) {
    case Mixer::kLinear:
      return catalog::linear_of_core(*model.linear, cores).value_heads * model.linear->value_dim;
    case Mixer::kMamba: return catalog::per_core(model.mamba->inner, cores);
    case Mixer::kMamba2:
      return catalog::mamba2_of_core(*model.mamba2, cores).heads * model.mamba2->head_dim;
    case Mixer::kRecurrent:
      return catalog::per_core(model.recurrent->blocks, cores) * model.recurrent->width /
             model.recurrent->blocks;
    case Mixer::kConvolution: return catalog::per_core(model.convolution->width, cores);
    case Mixer::kAttention:
    case Mixer::kSliding:
    case Mixer::kAttentionMamba2:
    case Mixer::kFeedForward:
    case Mixer::kCompressed:
    case Mixer::kSparseCompressed: break;
  }
  return 0;
}

}  // namespace nscope::sim
