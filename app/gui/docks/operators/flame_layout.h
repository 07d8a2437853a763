#pragma once

#include "profiler/analysis/operators/operator_tree.h"

#include <cstdint>
#include <vector>

namespace nscope::gui {

/// What the width of a block says. All of them add up over the parts of a block.
enum class FlameWidth { kEngineTime, kFlops, kHbmBytes };

double flame_value(const analysis::OperatorTotals& totals, FlameWidth width);

/// A block of the flame graph, without pixels.
struct FlameBlock {
  static constexpr std::uint32_t kAll = analysis::OperatorTree::kNone;

  std::uint32_t node = kAll;  ///< kAll: the whole run, or several narrow ones
  double begin = 0.0;         ///< share of the whole width
  double end = 1.0;
  int depth = 0;
  std::uint32_t narrow = 0;  ///< nodes that are too narrow to be drawn one by one
};

/// The blocks below `root` (kAll: everything), those above it over the full width; by
/// depth, then from left to right. What would be narrower than `least` of the width
/// stands together at the end of its parent and is not divided further. Nodes without a
/// value of this kind have no block.
std::vector<FlameBlock> flame_layout(const analysis::OperatorTree& tree, std::uint32_t root,
                                     FlameWidth width, double least);

}  // namespace nscope::gui
