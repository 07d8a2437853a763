#pragma once

#include "app/gui/plan/charts/roi_chart.h"

namespace nscope::gui {

/// The net present value with each input at its p10 and p90, as bars around the value of the plan.
/// The widest bar comes first. GUI thread.
class TornadoChart : public RoiChart {
  Q_OBJECT

 public:
  explicit TornadoChart(QWidget* parent = nullptr);
  QString text_at(double x, double y) const override;

 protected:
  void draw() override;
};

}  // namespace nscope::gui
