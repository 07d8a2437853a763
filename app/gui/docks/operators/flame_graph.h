#pragma once

#include "app/gui/docks/operators/flame_layout.h"

#include <QColor>
#include <QWidget>
#include <vector>

namespace nscope::gui {

class NameSet;

/// Base of flame graphs: children are below their parent (above it if inverted), with widths
/// proportional to their values. Click or Enter zooms into a block, Esc zooms out, and the arrow
/// keys select. A subclass names, colours and describes the nodes. GUI thread.
class FlameGraph : public QWidget {
  Q_OBJECT

 public:
  std::uint32_t root() const { return root_; }
  void set_root(std::uint32_t node);
  /// The node with the focus; FlameBlock::kAll: the root.
  std::uint32_t current() const { return current_; }
  void set_current(std::uint32_t node);

  const std::vector<FlameBlock>& blocks() const { return blocks_; }
  /// The rectangle of a block in logical pixels.
  QRectF rect_of(const FlameBlock& block) const;
  virtual QString tool_tip(const FlameBlock& block) const = 0;

  /// Dims the blocks whose name does not contain the text; empty: none.
  void set_search(const QString& text);
  /// The share of the whole graph that nodes with the searched text have, 0 to 1. A node within
  /// another one that is found does not count again.
  double found_share() const { return found_share_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void current_changed(std::uint32_t node);
  void activated(std::uint32_t node);  ///< double-click or Ctrl+Enter

 protected:
  explicit FlameGraph(QWidget* parent);

  /// Replaces the graph and shows all of it.
  void set_nodes(FlameNodes nodes);
  /// Replaces the values of the same nodes and keeps the root.
  void set_values(FlameNodes nodes);
  void set_inverted(bool inverted) { inverted_ = inverted; }
  const FlameNodes& nodes() const { return nodes_; }

  virtual QString name_of(std::uint32_t node) const = 0;
  virtual QColor color_of(std::uint32_t node) const = 0;
  /// The text of the block of the whole graph.
  virtual QString all_text() const = 0;
  /// A sentence for screen readers that follows the description of the current block.
  virtual QString help_text() const = 0;
  QString block_text(const FlameBlock& block) const;
  /// Updates the description for screen readers; call it at the end of the constructor.
  void describe();

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
  void find_nodes();
  const FlameBlock* block_at(const QPointF& position) const;
  const FlameBlock* block_of(std::uint32_t node) const;
  void draw_block(QPainter& painter, const FlameBlock& block, const NameSet& names) const;
  bool walk(int key);

  FlameNodes nodes_;
  bool inverted_ = false;
  std::uint32_t root_ = FlameBlock::kAll;
  std::uint32_t current_ = FlameBlock::kAll;
  const FlameBlock* hovered_ = nullptr;
  std::vector<FlameBlock> blocks_;
  QString search_;
  std::vector<bool> found_;  ///< by node; empty: nothing is searched
  double found_share_ = 0.0;
};

}  // namespace nscope::gui
