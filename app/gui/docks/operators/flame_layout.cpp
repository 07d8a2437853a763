#include "app/gui/docks/operators/flame_layout.h"

#include <algorithm>

namespace nscope::gui {
namespace {

using analysis::OperatorTree;

class Layout {
 public:
  Layout(const OperatorTree& tree, FlameWidth width, double least)
      : tree_(tree), width_(width), least_(least) {}

  /// Adds the blocks of `root` and its ancestors; returns their number.
  int way_to(std::uint32_t root) {
    const int depth = root == FlameBlock::kAll ? 0 : way_to(tree_.nodes[root].parent);
    blocks_.push_back({.node = root, .depth = depth});
    return depth + 1;
  }

  // The recursion is at most as deep as the tree.
  void below(std::uint32_t node, double begin, double end, int depth) {
    std::vector<std::uint32_t> children = tree_.children(node);
    double sum = 0.0;
    for (const std::uint32_t child : children) sum += value(child);
    if (sum <= 0.0) return;
    std::stable_sort(children.begin(), children.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return value(a) > value(b); });
    double at = begin;
    std::uint32_t narrow = 0;
    for (const std::uint32_t child : children) {
      const double part = (end - begin) * value(child) / sum;
      if (part <= 0.0) break;
      if (part < least_) {
        ++narrow;
        continue;
      }
      blocks_.push_back({.node = child, .begin = at, .end = at + part, .depth = depth});
      below(child, at, at + part, depth + 1);
      at += part;
    }
    if (narrow > 0) {
      blocks_.push_back({.begin = at, .end = end, .depth = depth, .narrow = narrow});
    }
  }

  std::vector<FlameBlock> take() {
    std::stable_sort(blocks_.begin(), blocks_.end(), [](const FlameBlock& a, const FlameBlock& b) {
      return a.depth != b.depth ? a.depth < b.depth : a.begin < b.begin;
    });
    return std::move(blocks_);
  }

 private:
  double value(std::uint32_t node) const { return flame_value(tree_.nodes[node].totals, width_); }

  const OperatorTree& tree_;
  FlameWidth width_;
  double least_;
  std::vector<FlameBlock> blocks_;
};

}  // namespace

double flame_value(const analysis::OperatorTotals& totals, FlameWidth width) {
  switch (width) {
    case FlameWidth::kEngineTime: return static_cast<double>(analysis::engine_time(totals));
    case FlameWidth::kFlops: return totals.flops;
    case FlameWidth::kHbmBytes: break;
  }
  return totals.hbm_bytes;
}

std::vector<FlameBlock> flame_layout(const OperatorTree& tree, std::uint32_t root, FlameWidth width,
                                     double least) {
  Layout layout(tree, width, least);
  const int depth = layout.way_to(root);
  layout.below(root, 0.0, 1.0, depth);
  return layout.take();
}

}  // namespace nscope::gui
