#include "app/gui/docks/operators/flame_view.h"

#include "app/gui/panels/table_model.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <utility>

namespace nscope::gui {

using analysis::OperatorColumn;
using analysis::OperatorTotals;
using analysis::OperatorTree;

QColor node_color(const Trace& trace, const OperatorTree::Node& node) {
  if (node.level != analysis::TreeLevel::kInstruction) {
    return name_color(trace.text(node.totals.name));
  }
  const auto& time = node.totals.time;
  const auto most = std::max_element(time.begin(), time.end()) - time.begin();
  const auto unit = static_cast<std::size_t>(most);
  return unit < OperatorTotals::kOther ? engine_color(analysis::kCoreUnits[unit])
                                       : engine_color(Engine::kNone);
}

FlameView::FlameView(QWidget* parent) : FlameGraph(parent) {
  setAccessibleName(tr("Flame graph of operators"));
  describe();
}

void FlameView::set_tree(std::shared_ptr<const Trace> trace, OperatorTreePtr tree) {
  trace_ = std::move(trace);
  tree_ = std::move(tree);
  cells_.reset();
  if (tree_) cells_.emplace(*trace_, tree_->window);
  set_nodes(tree_ ? flame_nodes(*tree_, width_of_) : FlameNodes());
}

void FlameView::set_width_of(FlameWidth width) {
  width_of_ = width;
  if (tree_) set_values(flame_nodes(*tree_, width_of_));
}

QString FlameView::name_of(std::uint32_t node) const {
  return node_name(*trace_, tree_->nodes[node]);
}

QColor FlameView::color_of(std::uint32_t node) const {
  return node_color(*trace_, tree_->nodes[node]);
}

QString FlameView::all_text() const {
  return tr("All work");
}

QString FlameView::help_text() const {
  return tr("The Operators dock shows the same hierarchy as a table.");
}

QString FlameView::tool_tip(const FlameBlock& block) const {
  if (block.node == FlameBlock::kAll) return block_text(block);
  const OperatorTree::Node& node = tree_->nodes[block.node];
  const auto columns = analysis::operator_columns("name", phrase("Name"));
  QStringList lines{block_text(block) + QStringLiteral(" · ") + level_text(node.level)};
  const auto add = [&](const QString& title, OperatorColumn column) {
    Table::Column format = columns[static_cast<std::size_t>(column)];
    if (column == OperatorColumn::kMfu) format.unit = "share";
    lines << title + QStringLiteral(": ") + cell_text(format, cells_->cell(node.totals, column));
  };
  const double engine_ns = static_cast<double>(analysis::engine_time(node.totals)) /
                           static_cast<double>(trace_->time_base().ticks_per_ns);
  lines << tr("Engine time: %1").arg(number_text(format_duration_ns(engine_ns)));
  add(tr("Active"), OperatorColumn::kActive);
  add(tr("Exposed"), OperatorColumn::kExposed);
  add(tr("Events"), OperatorColumn::kCount);
  add(tr("FLOPs"), OperatorColumn::kFlops);
  add(tr("HBM bytes"), OperatorColumn::kHbmBytes);
  add(tr("MFU"), OperatorColumn::kMfu);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace nscope::gui

#include "moc_flame_view.cpp"
