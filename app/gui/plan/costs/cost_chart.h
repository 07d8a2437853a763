#pragma once

#include "app/gui/plan/charts/plan_chart.h"
#include "costmodel/economics/cost_matrix.h"

#include <vector>

namespace nscope::gui {

/// USD per million tokens as bars with error bands: one group per row of the matrix, one bar per
/// purchase option, hatched if its price is out of date. Rows that a check found impossible are not
/// drawn. GUI thread.
class CostChart : public PlanChart {
  Q_OBJECT

 public:
  explicit CostChart(QWidget* parent = nullptr);

  void set_matrix(const cost::CostMatrix& matrix);
  /// Whether any bar is hatched.
  bool is_hatched() const;
  QString text_at(double x, double y) const override;

 protected:
  bool is_empty() const override { return shown_.empty(); }
  void draw() override;

 private:
  void add_bars(std::size_t option);

  cost::CostMatrix matrix_;
  std::vector<std::size_t> shown_;  ///< rows of the matrix
};

}  // namespace nscope::gui
