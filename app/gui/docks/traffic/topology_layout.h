#pragma once

#include "simcore/catalog/instance.h"

#include <QPointF>
#include <utility>
#include <vector>

namespace nscope::gui {

/// Where the chips of a machine are drawn and which are linked. No pixels: positions are in
/// steps of the grid, or on a circle.
struct TopologyLayout {
  struct Edge {
    int a = 0;  ///< chips, a < b
    int b = 0;
    bool around = false;  ///< closes a ring of the torus: drawn as an arc
  };
  std::vector<QPointF> chips{};
  std::vector<Edge> edges{};
  bool switched = false;  ///< all chips meet in a switch in the middle
};

/// Grids for chains and tori, circles for rings, switches and unknown wiring.
TopologyLayout topology_layout(const catalog::Topology& topology, int chips);
/// Chips of which only the links are known, on a circle.
TopologyLayout topology_layout(int chips, const std::vector<std::pair<int, int>>& links);

}  // namespace nscope::gui
