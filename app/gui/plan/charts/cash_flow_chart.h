#pragma once

#include "app/gui/plan/charts/roi_chart.h"

namespace nscope::gui {

/// Net payments by month as bars, their running sum as a line, go-live and payback as
/// marks. GUI thread.
class CashFlowChart : public RoiChart {
  Q_OBJECT

 public:
  explicit CashFlowChart(QWidget* parent = nullptr);
  QString text_at(double x, double y) const override;

 protected:
  void draw() override;
};

}  // namespace nscope::gui
