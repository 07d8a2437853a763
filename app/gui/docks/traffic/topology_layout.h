#pragma once

#include "simcore/catalog/instance.h"

#include <QPointF>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The positions of the chips of a machine and the links between them. Positions are on a grid or a
/// circle, in units of the distance between neighbours, not in pixels.
struct TopologyLayout {
  struct Edge {
    int a = 0;  ///< chips, a < b
    int b = 0;
    bool around = false;  ///< wrap-around link of a torus, drawn as an arc
  };
  std::vector<QPointF> chips{};
  std::vector<Edge> edges{};
  bool switched = false;  ///< all chips connect to a switch in the centre
};

/// The layout of a known topology: a grid for chains and tori, a circle for rings, switches and
/// unknown topologies.
TopologyLayout topology_layout(const catalog::Topology& topology, int chips);
/// The layout of chips of which only the links are known, on a circle.
TopologyLayout topology_layout(int chips, const std::vector<std::pair<int, int>>& links);

}  // namespace nscope::gui
