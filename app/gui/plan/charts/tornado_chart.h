#pragma once

#include "app/gui/plan/charts/roi_chart.h"

namespace nscope::gui {

/// The present value with each input at its P10 and P90, widest first, about the plan's.
/// GUI thread.
class TornadoChart : public RoiChart {
  Q_OBJECT

 public:
  explicit TornadoChart(QWidget* parent = nullptr);
  QString text_at(double x, double y) const override;

 protected:
  void draw() override;
};

}  // namespace nscope::gui
