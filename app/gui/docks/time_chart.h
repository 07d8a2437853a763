#pragma once

#include "profiler/base/tables/table.h"

#include <QColor>
#include <QLabel>
#include <QString>
#include <QWidget>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// Values over time for a TimeChart. A value holds until the next time.
struct TimeLines {
  struct Line {
    QString name{};
    QColor color{};
    std::vector<double> values{};  ///< one for each time; NaN: not known
  };
  QString title{};        ///< "HBM by use"
  Table::Column unit{};   ///< of the values
  bool stacked = false;   ///< areas on top of each other, the first at the bottom
  double begin_ns = 0.0;  ///< of the axis
  double end_ns = 1.0;
  std::vector<double> times{};  ///< nanoseconds, growing
  std::vector<Line> lines{};
  QString note{};  ///< what was left out; empty: nothing
};

/// The index of the last time at or before `ns`; -1 where there is none.
int step_at(const std::vector<double>& times, double ns);
/// The tops of stacked areas, by line: not known where none of the lines up to it is.
std::vector<std::vector<double>> stacked_tops(const std::vector<TimeLines::Line>& lines);

/// Steps of several values over the time of the run, as lines or stacked areas, with a
/// legend. Hovering tells the values, the wheel zooms and dragging moves in time, a click
/// asks for the time, a double click shows all. GUI thread.
class TimeChart : public QWidget {
  Q_OBJECT

 public:
  explicit TimeChart(QWidget* parent = nullptr);

  void set_lines(TimeLines lines);
  const TimeLines& lines() const { return lines_; }
  QCustomPlot& plot() { return *plot_; }
  QString value_text(int step) const;

 signals:
  /// Nanoseconds on the axis of the run.
  void time_clicked(double ns);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  void show_everything();

  TimeLines lines_;
  QLabel* title_;
  QLabel* legend_;
  QCustomPlot* plot_;
  QPoint pressed_;
  bool double_clicked_ = false;  ///< its second release is no click
};

}  // namespace nscope::gui
