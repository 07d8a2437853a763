#pragma once

#include "profiler/base/result.h"

#include <QString>
#include <QWidget>

class QCustomPlot;

namespace nscope::gui {

/// A chart of Plan mode: follows the theme, tells on hover what is under the mouse, and can be
/// saved or copied as a picture. GUI thread.
class PlanChart : public QWidget {
  Q_OBJECT

 public:
  explicit PlanChart(const QString& name, QWidget* parent = nullptr);

  QCustomPlot& plot() { return *plot_; }
  const QCustomPlot& plot() const { return *plot_; }
  /// What the mouse tells at a place of the axes; empty: nothing.
  virtual QString text_at(double x, double y) const = 0;

 signals:
  void failed(const QString& what, const nscope::Error& error);

 protected:
  virtual bool is_empty() const = 0;
  /// Draws into the empty plot; not called while there is nothing to draw.
  virtual void draw() = 0;
  /// After the content has changed.
  void rebuild();
  /// A dashed line across the plot with a word at its end; upright at a place of x.
  void add_line(double x, const QString& text, const QColor& color);
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void add_picture_actions();

  QCustomPlot* plot_;
};

}  // namespace nscope::gui
