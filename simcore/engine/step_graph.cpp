#include "simcore/engine/step_graph.h"

namespace nscope::sim {
namespace {

void add_operator(StepTotals& sum, const Operator& op, const Overlap& overlap, double times) {
  sum.seconds += times * operator_seconds(op, overlap);
  for (std::size_t i = 0; i < kUnitCount; ++i) {
    sum.work.seconds[i] += times * op.work.seconds[i];
  }
  sum.work.read_bytes += times * op.work.read_bytes;
  sum.work.write_bytes += times * op.work.write_bytes;
  sum.work.flops += times * op.work.flops;
  if (!op.collective) return;
  sum.collective_seconds += times * op.collective->seconds;
  sum.hidden_collective_seconds += times * op.collective->hidden;
  sum.collective_bytes += times * op.collective->bytes;
  sum.network_bytes += times * op.collective->network_bytes;
  sum.collectives += static_cast<int>(times);
}

}  // namespace

StepTotals total(const StepGraph& graph, const Overlap& overlap) {
  StepTotals sum;
  for (const Operator& op : graph.before) add_operator(sum, op, overlap, 1);
  for (const StepGraph::Layers& layers : graph.layers) {
    for (const Operator& op : layers.operators) add_operator(sum, op, overlap, layers.count);
  }
  for (const Operator& op : graph.after) add_operator(sum, op, overlap, 1);
  return sum;
}

}  // namespace nscope::sim
