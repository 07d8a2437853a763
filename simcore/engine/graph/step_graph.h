#pragma once

#include "simcore/engine/graph/operator.h"

#include <vector>

namespace nscope::sim {

/// One compiled graph on one core: operators once, then groups of identical
/// layers, then operators once. Cost follows the distinct layers, not the count.
struct StepGraph {
  struct Layers {
    std::vector<Operator> operators;
    int count = 0;
  };
  std::vector<Operator> before;
  std::vector<Layers> layers;
  std::vector<Operator> after;
  Overlap overlap{};  ///< how its operators run side by side
};

/// What a graph costs one core.
struct StepTotals {
  double seconds = 0;  ///< device time, without host gap
  Work work;           ///< sums over all operators
  double collective_seconds = 0;
  double hidden_collective_seconds = 0;  ///< of them, beside other operators
  double collective_bytes = 0;           ///< messages of this rank
  double network_bytes = 0;              ///< sent over EFA
  int collectives = 0;
};
StepTotals total(const StepGraph& graph);

}  // namespace nscope::sim
