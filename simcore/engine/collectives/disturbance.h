#pragma once

#include "simcore/engine/collectives/chip_graph.h"

#include <optional>
#include <vector>

namespace nscope::sim {

/// Disturbances of a collective.
struct Disturbance {
  /// A rank, counted over all nodes, whose launches, DMA starts and transfers take `slowdown` times
  /// as long, and whose first transfer starts `late_seconds` after those of the others (rank skew).
  /// No published measurement states the skew of the ranks, so its default is 0.
  struct Straggler {
    int rank = 0;
    double slowdown = 1;
    double late_seconds = 0;
  };
  std::optional<Straggler> straggler{};
  std::vector<ChipLink> failed_links{};  ///< of node 0, in both directions
  double link_traffic = 0;               ///< share of every link that other transfers use
  double dma_traffic = 0;                ///< the same for the DMA engines of every core

  bool undisturbed() const {
    return !straggler && failed_links.empty() && link_traffic == 0 && dma_traffic == 0;
  }
  bool same_on_all_nodes() const { return !straggler && failed_links.empty(); }
};

}  // namespace nscope::sim
