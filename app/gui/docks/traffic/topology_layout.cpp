#include "app/gui/docks/traffic/topology_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace nscope::gui {
namespace {

using catalog::TopologyKind;

std::vector<QPointF> circle(int chips) {
  std::vector<QPointF> points;
  // Neighbours are about one unit apart.
  const double radius = chips < 2 ? 0.0 : std::max(1.0, chips / (2.0 * std::numbers::pi));
  for (int chip = 0; chip < chips; ++chip) {
    const double angle = 2.0 * std::numbers::pi * chip / chips - std::numbers::pi / 2.0;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return points;
}

/// Rows run along the last dimension; the planes of a third dimension are next to each other.
std::vector<QPointF> grid(const std::vector<int>& dims, int chips) {
  const int width = dims.empty() ? chips : dims.back();
  const int height = dims.size() < 2 ? 1 : dims[dims.size() - 2];
  std::vector<QPointF> points;
  for (int chip = 0; chip < chips; ++chip) {
    const int plane = chip / (width * height);
    const int inside = chip % (width * height);
    points.emplace_back(plane * (width + 1.2) + inside % width, inside / width);
  }
  return points;
}

bool is_long(const QPointF& a, const QPointF& b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y()) > 1.01;
}

}  // namespace

TopologyLayout topology_layout(const catalog::Topology& topology, int chips) {
  TopologyLayout layout;
  layout.switched = topology.kind == TopologyKind::kSwitched;
  const bool on_grid = topology.kind == TopologyKind::kTorus2d ||
                       topology.kind == TopologyKind::kTorus3d ||
                       topology.kind == TopologyKind::kChain;
  layout.chips = on_grid ? grid(topology.dims, chips) : circle(chips);
  if (layout.switched) return layout;
  for (int chip = 0; chip < chips; ++chip) {
    for (const int other : topology.neighbours(chip, chips)) {
      if (other <= chip || other >= chips) continue;
      const auto& a = layout.chips[static_cast<std::size_t>(chip)];
      const auto& b = layout.chips[static_cast<std::size_t>(other)];
      layout.edges.push_back({chip, other, on_grid && is_long(a, b)});
    }
  }
  return layout;
}

TopologyLayout topology_layout(int chips, const std::vector<std::pair<int, int>>& links) {
  TopologyLayout layout;
  layout.chips = circle(chips);
  std::set<std::pair<int, int>> known;
  for (const auto& [from, to] : links) {
    const auto pair = std::minmax(from, to);
    if (pair.first < 0 || pair.second >= chips || pair.first == pair.second) continue;
    if (known.insert(pair).second) layout.edges.push_back({pair.first, pair.second});
  }
  return layout;
}

}  // namespace nscope::gui
