#include "simcore/engine/graph/step_graph.h"

namespace nscope::sim {
namespace {

void add_operator(StepTotals& sum, const Operator& op, double seconds, double times) {
  sum.seconds += times * seconds;
  sum.work.add(op.work, times);
  if (!op.collective) return;
  sum.collective_seconds += times * op.collective->seconds;
  sum.hidden_collective_seconds += times * op.collective->hidden;
  sum.collective_bytes += times * op.collective->bytes;
  sum.network_bytes += times * op.collective->network_bytes;
  sum.collectives += static_cast<int>(times);
}

}  // namespace

StepTotals total(const StepGraph& graph) {
  StepTotals sum;
  double ahead = 0;
  const auto add = [&](const std::vector<Operator>& operators, double times) {
    for (const Operator& op : operators) {
      add_operator(sum, op, operator_seconds(op, graph.overlap, ahead), times);
    }
  };
  add(graph.before, 1);
  for (const StepGraph::Layers& layers : graph.layers) {
    // Once two layers begin with the same lead of DMA, all following layers take the same time.
    int left = layers.count;
    for (double before = -1; left > 1 && ahead != before; --left) {
      before = ahead;
      add(layers.operators, 1);
    }
    if (left > 0) add(layers.operators, left);
  }
  add(graph.after, 1);
  return sum;
}

}  // namespace nscope::sim
