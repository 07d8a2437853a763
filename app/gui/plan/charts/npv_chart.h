#pragma once

#include "app/gui/plan/charts/roi_chart.h"

namespace nscope::gui {

/// How many futures gave which present value: a histogram with P10, P50, P90 and zero.
/// GUI thread.
class NpvChart : public RoiChart {
  Q_OBJECT

 public:
  explicit NpvChart(QWidget* parent = nullptr);
  QString text_at(double x, double y) const override;

 protected:
  void draw() override;
};

}  // namespace nscope::gui
