#pragma once

#include "app/gui/plan/charts/plan_chart.h"
#include "costmodel/migration/roi.h"

#include <QString>
#include <memory>

class QCPAxis;

namespace nscope::gui {

/// Base class of the charts for the result of a migration study. GUI thread.
class RoiChart : public PlanChart {
  Q_OBJECT

 public:
  using PlanChart::PlanChart;

  void set_result(std::shared_ptr<const cost::RoiResult> result);

 protected:
  const cost::RoiResult& result() const { return *result_; }
  bool is_empty() const override { return !result_; }

 private:
  std::shared_ptr<const cost::RoiResult> result_;
};

/// Sets a label and ticks like "-350k" and "1.2M".
void set_money_axis(QCPAxis& axis, const QString& label);
/// Sets a range that contains `low`, `high` and zero, with some space at the ends.
void fit_axis(QCPAxis& axis, double low, double high);

}  // namespace nscope::gui
