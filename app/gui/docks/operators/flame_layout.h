#pragma once

#include "profiler/analysis/operators/operator_tree.h"

#include <cstdint>
#include <vector>

namespace nscope::gui {

/// The quantity that sets the width of a block. The value of a block is the sum of the values of
/// its parts.
enum class FlameWidth { kEngineTime, kFlops, kHbmBytes };

double flame_value(const analysis::OperatorTotals& totals, FlameWidth width);

/// A tree with the value of each node, as a flame graph shows it: parents before children.
struct FlameNodes {
  std::vector<std::uint32_t> parent{};  ///< FlameBlock::kAll for the outermost nodes
  std::vector<std::uint32_t> end{};     ///< index after the last descendant
  std::vector<double> value{};          ///< of the node with its descendants
  bool empty() const { return parent.empty(); }
};
FlameNodes flame_nodes(const analysis::OperatorTree& tree, FlameWidth width);

/// A block of the flame graph, with a position independent of pixels.
struct FlameBlock {
  static constexpr std::uint32_t kAll = analysis::OperatorTree::kNone;

  std::uint32_t node = kAll;  ///< kAll: the root, or several narrow nodes
  double begin = 0.0;         ///< share of the total width
  double end = 1.0;
  int depth = 0;
  std::uint32_t narrow = 0;  ///< number of nodes too narrow to be drawn separately
};

/// The blocks of `root` (kAll: the whole tree) and of the nodes below it, and of its ancestors at
/// full width, sorted by depth, then from left to right. Nodes narrower than `least`, a share of
/// the total width, are merged into one block at the end of their parent and are not divided
/// further. Nodes without a value have no block. What a node has beyond the sum of its children is
/// free space at its right.
std::vector<FlameBlock> flame_layout(const FlameNodes& nodes, std::uint32_t root, double least);

}  // namespace nscope::gui
