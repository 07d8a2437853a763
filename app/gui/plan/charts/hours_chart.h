#pragma once

#include "app/gui/plan/charts/plan_chart.h"

#include <vector>

namespace nscope::gui {

/// The number of instances in each hour as bars, and the load as steps on a second y axis. The
/// tooltip shows the figures of the hour. GUI thread.
class HoursChart : public PlanChart {
  Q_OBJECT

 public:
  explicit HoursChart(QWidget* parent = nullptr);

  /// `load`: requests/s. Both vectors have one entry per hour.
  void set_hours(std::vector<int> instances, std::vector<double> load);
  QString text_at(double x, double y) const override;

 protected:
  bool is_empty() const override { return instances_.empty(); }
  void draw() override;

 private:
  std::vector<int> instances_;
  std::vector<double> load_;
};

}  // namespace nscope::gui
