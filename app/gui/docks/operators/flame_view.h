#pragma once

#include "app/gui/docks/operators/flame_layout.h"
#include "app/gui/docks/operators/operator_tree_dock.h"
#include "profiler/analysis/operators/operator_cells.h"

#include <QWidget>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A flame graph of the operator tree: children are below their parent, with widths proportional to
/// their values. Click or Enter zooms into a block, Esc zooms out, and the arrow keys select. GUI
/// thread.
class FlameView : public QWidget {
  Q_OBJECT

 public:
  explicit FlameView(QWidget* parent = nullptr);

  /// Shows the whole tree. `trace` and `tree` are both null or both non-null.
  void set_tree(std::shared_ptr<const Trace> trace, OperatorTreePtr tree);
  void set_width_of(FlameWidth width);
  FlameWidth width_of() const { return width_of_; }

  std::uint32_t root() const { return root_; }
  void set_root(std::uint32_t node);
  /// The node with the focus; FlameBlock::kAll: the root.
  std::uint32_t current() const { return current_; }
  void set_current(std::uint32_t node);

  const std::vector<FlameBlock>& blocks() const { return blocks_; }
  /// The rectangle of a block in logical pixels.
  QRectF rect_of(const FlameBlock& block) const;
  QString tool_tip(const FlameBlock& block) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void current_changed(std::uint32_t node);
  void activated(std::uint32_t node);  ///< double-click or Ctrl+Enter

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void lay_out();
  const FlameBlock* block_at(const QPointF& position) const;
  const FlameBlock* block_of(std::uint32_t node) const;
  void draw_block(QPainter& painter, const FlameBlock& block) const;
  QString block_text(const FlameBlock& block) const;
  bool walk(int key);
  void describe();

  std::shared_ptr<const Trace> trace_;
  OperatorTreePtr tree_;
  std::optional<analysis::OperatorCells> cells_;
  FlameWidth width_of_ = FlameWidth::kEngineTime;
  std::uint32_t root_ = FlameBlock::kAll;
  std::uint32_t current_ = FlameBlock::kAll;
  const FlameBlock* hovered_ = nullptr;
  std::vector<FlameBlock> blocks_;
};

/// The colour of a node in the timeline: of the engine for instructions, otherwise derived from the
/// name.
QColor node_color(const Trace& trace, const analysis::OperatorTree::Node& node);

}  // namespace nscope::gui
