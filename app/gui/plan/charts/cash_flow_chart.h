#pragma once

#include "app/gui/plan/charts/roi_chart.h"

namespace nscope::gui {

/// Net cash flow by month as bars, the cumulative cash flow as a line, and marks for go-live and
/// payback. GUI thread.
class CashFlowChart : public RoiChart {
  Q_OBJECT

 public:
  explicit CashFlowChart(QWidget* parent = nullptr);
  QString text_at(double x, double y) const override;

 protected:
  void draw() override;
};

}  // namespace nscope::gui
