#pragma once

#include "simcore/catalog/network_size.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/graph/step_graph.h"

namespace nscope::sim {

/// The input of a network.
struct NetworkInput {
  int batch = 1;
  int height = 1;  ///< pixels; 1 for networks whose blocks have a fixed number of rows
  int width = 1;
  int frames = 1;  ///< of a video as the network sees it
  int tokens = 0;  ///< of the image or video, if the size is not stated; 0: height x width x frames
  double weight_bytes = 2;       ///< per stored element
  bool fused_attention = false;  ///< long attention uses a kernel that keeps scores on the chip
  bool eager_scores = false;     ///< every operator of a long attention reads and writes its scores
  /// The kernel of long attention uses one physical core of a logical core.
  bool one_core_attention = false;
  int tensor_parallel = 1;   ///< cores that share the columns of all projections and the heads
  int context_parallel = 1;  ///< cores, or groups of them, that share the rows of each sample

  catalog::SampleSize sample() const {
    return {.height = height, .width = width, .frames = frames, .tokens = tokens};
  }
};

/// Whether attention of a block to `keys` keys uses a kernel that keeps its scores on the chip.
bool fuses_attention(const NetworkInput& input, const catalog::Block& block, double keys);

/// Whether the blocks of a network can share their work over several cores.
bool can_be_sharded(const catalog::Network& network);

/// One pass of a network over a batch on one core. With `tensor_parallel`, a core computes its
/// share of the heads and of the columns of linear blocks and feed-forward layers, and all cores of
/// the group add their results after the attention and after the feed-forward layer. With
/// `context_parallel`, a core has its share of the rows and gathers the keys and values of all.
/// Norms and convolutions are computed by every core for all its rows.
StepGraph network_graph(const Rates& rates, const catalog::Network& network,
                        const NetworkInput& input);

}  // namespace nscope::sim
