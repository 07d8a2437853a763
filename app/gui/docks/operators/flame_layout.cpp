#include "app/gui/docks/operators/flame_layout.h"

#include <algorithm>

namespace nscope::gui {
namespace {

using analysis::OperatorTree;

class Layout {
 public:
  Layout(const FlameNodes& nodes, double least) : nodes_(nodes), least_(least) {}

  /// Adds the blocks of `root` and its ancestors; returns their number.
  int way_to(std::uint32_t root) {
    const int depth = root == FlameBlock::kAll ? 0 : way_to(nodes_.parent[root]);
    blocks_.push_back({.node = root, .depth = depth});
    return depth + 1;
  }

  // The recursion is at most as deep as the tree.
  void below(std::uint32_t node, double begin, double end, int depth) {
    std::vector<std::uint32_t> children = children_of(node);
    double sum = 0.0;
    for (const std::uint32_t child : children) sum += value(child);
    if (sum <= 0.0) return;
    if (node != FlameBlock::kAll) end = begin + (end - begin) * sum / std::max(sum, value(node));
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
  double value(std::uint32_t node) const { return nodes_.value[node]; }

  std::vector<std::uint32_t> children_of(std::uint32_t node) const {
    const bool all = node == FlameBlock::kAll;
    const auto end = all ? static_cast<std::uint32_t>(nodes_.parent.size()) : nodes_.end[node];
    std::vector<std::uint32_t> children;
    for (std::uint32_t i = all ? 0 : node + 1; i < end; i = nodes_.end[i]) children.push_back(i);
    return children;
  }

  const FlameNodes& nodes_;
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

FlameNodes flame_nodes(const OperatorTree& tree, FlameWidth width) {
  FlameNodes nodes;
  for (const OperatorTree::Node& node : tree.nodes) {
    nodes.parent.push_back(node.parent);
    nodes.end.push_back(node.end);
    nodes.value.push_back(flame_value(node.totals, width));
  }
  return nodes;
}

std::vector<FlameBlock> flame_layout(const FlameNodes& nodes, std::uint32_t root, double least) {
  Layout layout(nodes, least);
  const int depth = layout.way_to(root);
  layout.below(root, 0.0, 1.0, depth);
  return layout.take();
}

}  // namespace nscope::gui
