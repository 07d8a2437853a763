#pragma once

#include "app/gui/docks/operators/flame_graph.h"
#include "app/gui/docks/operators/operator_tree_dock.h"
#include "profiler/analysis/operators/operator_cells.h"

#include <optional>

namespace nscope::gui {

/// The flame graph of the operator tree. GUI thread.
class FlameView : public FlameGraph {
  Q_OBJECT

 public:
  explicit FlameView(QWidget* parent = nullptr);

  /// Shows the whole tree. `trace` and `tree` are both null or both non-null.
  void set_tree(std::shared_ptr<const Trace> trace, OperatorTreePtr tree);
  void set_width_of(FlameWidth width);
  FlameWidth width_of() const { return width_of_; }
  QString tool_tip(const FlameBlock& block) const override;

 protected:
  QString name_of(std::uint32_t node) const override;
  QColor color_of(std::uint32_t node) const override;
  QString all_text() const override;
  QString help_text() const override;

 private:
  std::shared_ptr<const Trace> trace_;
  OperatorTreePtr tree_;
  std::optional<analysis::OperatorCells> cells_;
  FlameWidth width_of_ = FlameWidth::kEngineTime;
};

/// The colour of a node in the timeline: of the engine for instructions, otherwise derived from the
/// name.
QColor node_color(const Trace& trace, const analysis::OperatorTree::Node& node);

}  // namespace nscope::gui
