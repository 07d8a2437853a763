#pragma once

#include "app/gui/panels/table_panel.h"
#include "app/gui/plan/charts/curve_chart.h"
#include "app/gui/plan/costs/item_panel.h"
#include "app/pricing/price_scenario.h"

#include <memory>

namespace nscope::gui {

/// A job on Spot Instances: its expected time and cost with interruptions as a function of the
/// checkpoint interval, the intervals of Young's and Daly's formulas, and the break-even with
/// On-Demand. GUI thread.
class SpotJobPanel : public ItemPanel {
  Q_OBJECT

 public:
  explicit SpotJobPanel(QWidget* parent = nullptr);

  /// Keeps the chosen job. `priced_scenario` must contain a Spot panel.
  void set_priced(std::shared_ptr<const app::PricedScenario> priced_scenario);

  CurveChart& chart() { return *chart_; }
  TablePanel& table() { return *table_; }

 protected:
  void show_item(std::size_t item) override;

 private:
  void show_figures(const cost::SpotPanel& panel);
  void show_curve(const cost::SpotPanel& panel, const cost::IntervalCurve& curve);
  void show_table(const cost::SpotPanel& panel);

  std::shared_ptr<const app::PricedScenario> priced_scenario_;
  CurveChart* chart_;
  TablePanel* table_;
};

}  // namespace nscope::gui
