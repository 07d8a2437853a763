#pragma once

#include "simcore/catalog/network.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/graph/step_graph.h"

namespace nscope::sim {

/// The input of a network.
struct NetworkInput {
  int batch = 1;
  int height = 1;  ///< pixels; 1 for networks whose blocks have a fixed number of rows
  int width = 1;
  double weight_bytes = 2;       ///< per stored element
  bool fused_attention = false;  ///< long attention uses a kernel that keeps scores on the chip
};

/// Whether attention to `keys` keys uses a kernel that keeps its scores on the chip.
bool fuses_attention(const NetworkInput& input, double keys);

/// One pass of a network over a batch on one core.
StepGraph network_graph(const Rates& rates, const catalog::Network& network,
                        const NetworkInput& input);

}  // namespace nscope::sim
