#pragma once

#include "profiler/base/tables/table.h"

#include <QColor>
#include <QLabel>
#include <QString>
#include <QWidget>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// Values over time for a TimeChart. Each value is valid until the next time.
struct TimeLines {
  struct Line {
    QString name{};
    QColor color{};
    std::vector<double> values{};  ///< one for each time; NaN: unknown
  };
  QString title{};              ///< for example "HBM by use"
  Table::Column unit{};         ///< unit of the values
  bool stacked = false;         ///< draw stacked areas, the first line at the bottom
  double begin_ns = 0.0;        ///< start of the time axis
  double end_ns = 1.0;          ///< end of the time axis
  std::vector<double> times{};  ///< nanoseconds, ascending
  std::vector<Line> lines{};
  QString note{};  ///< shown after the legend; empty: none
};

/// The index of the last time at or before `ns`; -1 if all times are later.
int step_at(const std::vector<double>& times, double ns);
/// The upper edges of stacked areas, by line. Unknown values count as 0; an edge is NaN only if the
/// values of the line and of all lines below it are unknown.
std::vector<std::vector<double>> stacked_tops(const std::vector<TimeLines::Line>& lines);

/// A step chart of several values over the time of the run, as lines or stacked areas, with a
/// legend. Hovering shows the values, the wheel zooms, dragging pans, a click emits time_clicked(),
/// and a double-click shows the whole range. GUI thread.
class TimeChart : public QWidget {
  Q_OBJECT

 public:
  explicit TimeChart(QWidget* parent = nullptr);

  void set_lines(TimeLines lines);
  const TimeLines& lines() const { return lines_; }
  QCustomPlot& plot() { return *plot_; }
  QString value_text(int step) const;

 signals:
  /// The user clicked at `ns` nanoseconds on the time axis of the run.
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
  bool double_clicked_ = false;  ///< the release after a double-click is not a click
};

}  // namespace nscope::gui
