#pragma once

#include "app/gui/sweep/point_selection.h"

#include <QImage>
#include <QWidget>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The points of a sweep as lines through one axis for each column. Dragging along an axis brushes a
/// range: only points in it stay coloured. GUI thread.
class ParallelChart : public QWidget {
  Q_OBJECT

 public:
  explicit ParallelChart(PointSelection& selection, QWidget* parent = nullptr);

  /// The columns of the axes, from left to right.
  void set_columns(std::vector<std::size_t> columns);
  const std::vector<std::size_t>& columns() const { return columns_; }
  /// The axis with the keyboard focus, as an index of columns().
  std::size_t current_axis() const { return current_; }
  /// The place of a coordinate of an axis in the widget.
  QPointF place_on(std::size_t axis, double coordinate) const;
  /// Lines that are drawn; a sample if there are very many points.
  std::size_t drawn() const;

  QSize sizeHint() const override { return {560, 340}; }
  QSize minimumSizeHint() const override { return {280, 180}; }

 signals:
  void activated(std::uint32_t row);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  QRectF plot_area() const;
  double axis_x(std::size_t axis) const;
  const PointAxis& axis(std::size_t index) const { return selection_.axis(columns_[index]); }
  std::optional<std::size_t> axis_at(QPointF place) const;
  double share_at(double y) const;
  QImage lines(const std::vector<std::uint32_t>& rows, std::optional<QRgb> color) const;
  void draw_axes(QPainter& painter) const;
  void draw_axis(QPainter& painter, std::size_t index) const;
  void draw_selected(QPainter& painter) const;
  std::optional<std::uint32_t> row_at(QPointF place) const;
  void brush_from(double from, double to);
  /// Moves an end of the brush of the current axis.
  void move_end(bool upper, bool up);
  void describe();

  PointSelection& selection_;
  std::vector<std::size_t> columns_;
  std::size_t current_ = 0;
  std::optional<double> drag_from_;  ///< share of the axis where a brush begins
  bool dragged_ = false;
  QImage all_;    ///< grey lines of all points; null: to be drawn again
  QImage shown_;  ///< coloured lines of the points that are shown; null: to be drawn again
};

}  // namespace nscope::gui
