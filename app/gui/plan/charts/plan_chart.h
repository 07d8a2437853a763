#pragma once

#include "profiler/base/result.h"

#include <QPointF>
#include <QString>
#include <QWidget>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

class QCPItemText;
class QCustomPlot;

namespace nscope::gui {

/// A chart of Plan mode: follows theme and language, tells on hover what is under the mouse, and
/// can be saved or copied as a picture. GUI thread.
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
  /// An upright line at a place of x with a word at its end. Words of neighbours stand below
  /// each other.
  void add_line(double x, const QString& text, const QColor& color,
                Qt::PenStyle style = Qt::DashLine);
  /// A level line at a place of y with a word above its right end.
  void add_level(double y, const QString& text, const QColor& color);
  /// The point nearest to a place on the plot, of those within reach the first; empty: none.
  /// `place_of`: where the points are on the plot.
  static std::optional<std::size_t> nearest(QPointF place, std::size_t count,
                                            const std::function<QPointF(std::size_t)>& place_of);
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QCPItemText* add_word(const QString& text, const QColor& color);
  void add_picture_actions();
  void arrange_words();

  /// At a line of add_line().
  struct Word {
    QCPItemText* text;
    double x;
  };
  QCustomPlot* plot_;
  std::vector<Word> words_;
};

}  // namespace nscope::gui
