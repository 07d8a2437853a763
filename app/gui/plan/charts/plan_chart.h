#pragma once

#include "profiler/base/result.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

class QCPItemText;
class QCustomPlot;

namespace nscope::gui {

/// Base class of the charts in Plan mode. Follows theme and language, shows a tooltip for the point
/// under the mouse, and can be saved or copied as a picture. GUI thread.
class PlanChart : public QWidget {
  Q_OBJECT

 public:
  explicit PlanChart(const QString& name, QWidget* parent = nullptr);

  QCustomPlot& plot() { return *plot_; }
  const QCustomPlot& plot() const { return *plot_; }
  /// The tooltip at a position in axis coordinates; empty for no tooltip.
  virtual QString text_at(double x, double y) const = 0;
  /// The boxes of the labels that are shown, in pixels of the plot.
  std::vector<QRectF> label_boxes() const;

 signals:
  void failed(const QString& what, const nscope::Error& error);

 protected:
  virtual bool is_empty() const = 0;
  /// Draws into the cleared plot. Not called while is_empty().
  virtual void draw() = 0;
  /// Draws the chart again. Call it when the content has changed.
  void rebuild();
  /// Adds a vertical line at `x` with a label at its upper end. Labels that would overlap are
  /// placed below each other.
  void add_line(double x, const QString& text, const QColor& color,
                Qt::PenStyle style = Qt::DashLine);
  /// Adds a label beside a point. It covers no other label and no other labelled point; a label
  /// without room is hidden, and the first labels have precedence.
  void add_point_label(double x, double y, const QString& text, const QColor& color, bool strong);
  /// Names the groups at 0, 1, 2, ... of the x axis. Long names wrap, and then elide, so that they
  /// do not touch. Called by draw().
  void set_groups(QStringList names);
  /// Adds a horizontal line at `y` with a label above its right end.
  void add_level(double y, const QString& text, const QColor& color);
  /// The index of the point nearest to `place`, or empty if none is close enough. Of equally near
  /// points it is the first. `place_of` returns the position of a point in pixels of the plot.
  static std::optional<std::size_t> nearest(QPointF place, std::size_t count,
                                            const std::function<QPointF(std::size_t)>& place_of);
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QCPItemText* add_word(const QString& text, const QColor& color);
  void add_picture_actions();
  void arrange_labels();
  void arrange_point_labels();
  /// Wraps the legend, so that it is not wider than the plot.
  void fit_legend();
  void fit_groups();
  /// Wraps the title of the y axis, so that it is not longer than the axis.
  void fit_title();
  void fit_ticks();

  /// The label of a line from add_line().
  struct Word {
    QCPItemText* text;
    double x;
  };
  QCustomPlot* plot_;
  std::vector<Word> words_;
  int tick_room_ = 0;                 ///< width of the x axis for which fit_ticks() began
  std::vector<QCPItemText*> levels_;  ///< labels of add_level()
  struct PointLabel {
    QCPItemText* text;
    double x;
    double y;
  };
  QString title_;                         ///< of the y axis, in one line
  QStringList groups_;                    ///< of the x axis
  std::vector<PointLabel> point_labels_;  ///< in the order of their precedence
};

}  // namespace nscope::gui
