#pragma once

#include "app/gui/plan/charts/plan_chart.h"
#include "costmodel/economics/scenario_economics.h"

#include <vector>

namespace nscope::gui {

/// The totals of bundles as horizontal bars, each with its ratio to the reference bundle. A bundle
/// has a text instead of a bar if one of its parts has no price. GUI thread.
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
