#pragma once

#include "app/gui/plan/charts/plan_chart.h"
#include "costmodel/economics/scenario_economics.h"

#include <vector>

namespace nscope::gui {

/// Totals of bundles as bars lying below each other, with the ratio to the bundle that each is
/// compared with. Bundles with a part that has no price have no bar, and say so. GUI thread.
class BundleChart : public PlanChart {
  Q_OBJECT

 public:
  explicit BundleChart(QWidget* parent = nullptr);

  void set_lines(const std::vector<cost::BundleLine>& lines);
  int bar_count() const { return static_cast<int>(totals_.size()); }
  QString text_at(double x, double y) const override;

 protected:
  bool is_empty() const override { return totals_.empty(); }
  void draw() override;

 private:
  std::vector<cost::BundleLine> totals_;
};

}  // namespace nscope::gui
