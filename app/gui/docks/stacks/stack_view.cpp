#include "app/gui/docks/stacks/stack_view.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <utility>

namespace nscope::gui {

using analysis::StackTree;

StackView::StackView(Shape shape, QWidget* parent) : FlameGraph(parent), shape_(shape) {
  set_inverted(shape == Shape::kCallers);
  setAccessibleName(shape == Shape::kStacks    ? tr("Flame graph of call stacks")
                    : shape == Shape::kCallers ? tr("Flame graph of callers")
                                               : tr("Flame graph of callees"));
  describe();
}

void StackView::set_tree(std::shared_ptr<const Trace> trace, StackTreePtr tree,
                         std::int64_t whole) {
  trace_ = std::move(trace);
  tree_ = std::move(tree);
  whole_ = whole;
  FlameNodes nodes;
  if (tree_) {
    for (const StackTree::Node& node : tree_->nodes) {
      nodes.parent.push_back(node.parent);
      nodes.end.push_back(node.end);
      nodes.value.push_back(static_cast<double>(node.total));
    }
  }
  set_nodes(std::move(nodes));
}

StringId StackView::current_name() const {
  return tree_ && current() != FlameBlock::kAll ? tree_->nodes[current()].name : StringId();
}

QString StackView::name_of(std::uint32_t node) const {
  const std::string_view name = trace_->text(tree_->nodes[node].name);
  return name.empty() ? tr("(unnamed)") : to_qstring(name);
}

QColor StackView::color_of(std::uint32_t node) const {
  return name_color(trace_->text(tree_->nodes[node].name));
}

QString StackView::all_text() const {
  if (shape_ == Shape::kStacks || !tree_ || tree_->nodes.empty()) return tr("All stacks");
  return (shape_ == Shape::kCallers ? tr("Callers of %1") : tr("Callees of %1")).arg(name_of(0));
}

QString StackView::help_text() const {
  return tr("The width is the time of a frame with everything that it called.");
}

QString StackView::tool_tip(const FlameBlock& block) const {
  if (block.node == FlameBlock::kAll) return block_text(block);
  const StackTree::Node& node = tree_->nodes[block.node];
  const auto per_ns = static_cast<double>(trace_->time_base().ticks_per_ns);
  const auto time = [&](std::int64_t ticks) {
    return number_text(format_duration_ns(static_cast<double>(ticks) / per_ns));
  };
  QStringList lines{block_text(block)};
  const double share =
      whole_ > 0 ? static_cast<double>(node.total) / static_cast<double>(whole_) : 0.0;
  lines << tr("Total: %1 (%2 of the stacks shown)")
               .arg(time(node.total), number_text(format_percent(share)));
  if (shape_ != Shape::kCallers) lines << tr("Self: %1").arg(time(node.self));
  if (node.count > 0) lines << tr("Events: %1").arg(count_text(node.count));
  if (node.longest.valid()) lines << tr("Longest: %1").arg(time(node.longest_time));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace nscope::gui

#include "moc_stack_view.cpp"
