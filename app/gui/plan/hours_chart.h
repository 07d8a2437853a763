#pragma once

#include <QWidget>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// Instances of each hour as bars, and the load that they carry as steps on an axis of its own.
/// Hovering tells the figures of the hour. GUI thread.
class HoursChart : public QWidget {
  Q_OBJECT

 public:
  explicit HoursChart(QWidget* parent = nullptr);

  /// `load`: requests/s; both of the same hours.
  void set_hours(std::vector<int> instances, std::vector<double> load);
  QCustomPlot& plot() { return *plot_; }
  /// The hour at a place on the plot; -1: none.
  int hour_at(QPointF place) const;
  QString tip(int hour) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();

  std::vector<int> instances_;
  std::vector<double> load_;
  QCustomPlot* plot_;
};

}  // namespace nscope::gui
