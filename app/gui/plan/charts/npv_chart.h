#pragma once

#include "app/gui/plan/charts/roi_chart.h"

namespace nscope::gui {

/// A histogram of the net present value over the trials of the Monte Carlo simulation, with marks
/// at p10, p50, p90 and zero. GUI thread.
class NpvChart : public RoiChart {
  Q_OBJECT

 public:
  explicit NpvChart(QWidget* parent = nullptr);
  QString text_at(double x, double y) const override;

 protected:
  void draw() override;
};

}  // namespace nscope::gui
