#include "simcore/engine/graph/mixer_scope.h"

#include <algorithm>

namespace nscope::sim {

Work projection(const MixerScope& scope, double inner, double columns, bool activation) {
  return gemm(scope.rates, {.rows = scope.tokens(),
                            .inner = inner,
                            .columns = columns,
                            .weight_bytes = scope.layout.weight_bytes,
                            .block_scales = scope.layout.block_scales,
                            .activation = activation});
}

double scatter_seconds(const MixerScope& scope) {
  const bool scatters = scope.generates() && scope.layout.batch > 1 &&
                        scope.rates.machine.generation >= CoreGeneration::kV3;
  return scatters ? scope.rates.parameters.scatter_write : 0.0;
}

namespace {

/// The copy of one cache tensor by an operator without a kernel: one physical core reads and writes
/// the row of every position and head on its own.
Work cache_copy(const MixerScope& scope, const Attention& shape, double positions) {
  const Machine& machine = scope.rates.machine;
  const double bytes = cache_pass_bytes(scope.rates, shape, positions);
  const double rows = positions * shape.batch * shape.kv_heads;
  const double moved = std::max(bytes, rows * machine.timing->gathered_row);
  Work work;
  work[Unit::kDma] = 2 * moved * machine.physical_per_logical / dma_rate(scope.rates);
  work.read_bytes = bytes;
  work.write_bytes = bytes;
  return work;
}

}  // namespace

Work cache_write(const MixerScope& scope, const Attention& shape, double tensors, double window) {
  Work work;
  if (!scope.decodes() && !scope.continues) {
    Attention whole = shape;
    if (scope.layout.cache_slots > 0) whole.batch = scope.layout.cache_slots;
    double positions = scope.layout.sequence_length;
    if (window > 0) positions = std::min(positions, window);
    work.add(cache_rewrite(scope.rates, whole, positions), tensors / 2);
    return work;
  }
  work[Unit::kDma] = tensors * cache_pass_seconds(scope.rates, shape, scope.queries);
  work.write_bytes = tensors * cache_pass_bytes(scope.rates, shape, scope.queries);
  work[Unit::kGpSimd] = tensors * scatter_seconds(scope);
  if (scope.layout.returns_cache && scope.generates()) {
    // Caches of all positions have room for the compiled length.
    const bool all = shape.keys >= scope.keys;
    const double room =
        all ? std::max<double>(scope.layout.sequence_length, shape.keys) : shape.keys;
    work.add(cache_copy(scope, shape, std::max(0.0, room - scope.queries)), tensors);
  }
  return work;
}

Work activation(const Rates& rates, double tokens, double width, double passes) {
  Work work = elementwise(rates, tokens, width, passes);
  // ScalarE takes one pass over the same layout; its rate for fp32 is that for 16 bits.
  const double slow = rates.element_bytes > 2 ? 2.0 : 1.0;
  const Machine& machine = rates.machine;
  work[Unit::kScalar] +=
      work[Unit::kVector] / (passes * slow) * machine.scalar_seconds(1) / machine.vector_seconds(1);
  return work;
}

}  // namespace nscope::sim
