#pragma once

#include "simcore/engine/graph/operator.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// One compiled graph on one core: operators that run once, groups of identical layers, and
/// operators that run once. The cost of the computation depends on the number of different layers
/// only.
struct StepGraph {
  struct Layers {
    std::vector<Operator> operators;
    int count = 0;
    std::string_view name{};  ///< a literal: "draft"; empty: numbered layers of the model
  };
  std::vector<Operator> before;
  std::vector<Layers> layers;
  std::vector<Operator> after;
  Overlap overlap{};  ///< of the units of its operators
};

/// The cost of a graph on one core.
struct StepTotals {
  double seconds = 0;  ///< device time, without host gap
  Work work;           ///< sums over all operators
  double collective_seconds = 0;
  double hidden_collective_seconds = 0;  ///< part of these that overlaps other operators
  double collective_bytes = 0;           ///< messages of this rank
  double network_bytes = 0;              ///< sent over EFA
  int collectives = 0;
};
StepTotals total(const StepGraph& graph);

}  // namespace nscope::sim
