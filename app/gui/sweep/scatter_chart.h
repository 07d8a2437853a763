#pragma once

#include "app/gui/sweep/point_axis.h"
#include "app/gui/sweep/point_selection.h"
#include "app/sweep/point_table.h"

#include <QImage>
#include <QWidget>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The evaluated points of a sweep in two columns, with their Pareto front. Points outside of the
/// brushed ranges are grey. A click or the arrow keys select a point; a double click or Enter opens
/// it. GUI thread.
class ScatterChart : public QWidget {
  Q_OBJECT

 public:
  explicit ScatterChart(PointSelection& selection, QWidget* parent = nullptr);

  struct Axis {
    std::size_t column = 0;
    bool logarithmic = false;
    std::optional<sweep::Goal> goal{};  ///< what is better, for the Pareto front
  };
  /// nullopt: no axis, so that no points are drawn.
  void set_axes(std::optional<Axis> x, std::optional<Axis> y);

  /// The points of the front among those that are shown; empty unless both axes have a goal.
  const std::vector<std::uint32_t>& front() const { return front_; }
  /// Evaluated points in the brushed ranges that have no value on one of the axes.
  std::size_t not_drawn() const { return not_drawn_; }
  /// The place of a row in the widget; nullopt if it has no value on one of the axes.
  std::optional<QPointF> place_of(std::uint32_t row) const;
  std::optional<std::uint32_t> row_at(QPointF place) const;

  QSize sizeHint() const override { return {560, 340}; }
  QSize minimumSizeHint() const override { return {280, 180}; }

 signals:
  void activated(std::uint32_t row);
  void front_changed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  void find_front();
  QRectF plot_area() const;
  QString message() const;
  void draw_picture();
  void draw_axes(QPainter& painter) const;
  void draw_dots();
  void draw_front(QPainter& painter) const;
  void draw_color_scale(QPainter& painter) const;
  /// Selects the next point in the direction of an axis.
  void step(const PointAxis& axis, bool forward);
  void describe();

  PointSelection& selection_;
  std::optional<Axis> x_;
  std::optional<Axis> y_;
  PointAxis x_axis_;
  PointAxis y_axis_;
  std::vector<std::uint32_t> front_;
  std::size_t not_drawn_ = 0;
  QImage picture_;  ///< all but the selection; null: to be drawn again
};

}  // namespace nscope::gui
