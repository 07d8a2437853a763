#pragma once

#include "app/gui/panels/table_panel.h"
#include "app/gui/plan/charts/curve_chart.h"
#include "app/gui/plan/costs/item_panel.h"
#include "app/pricing/price_scenario.h"

#include <memory>

namespace nscope::gui {

/// The mix of commitments for a work item: which purchase option serves each hour of a week, the
/// cost at other coverages of the cheapest offer, and the cost of the mix at another demand. GUI
/// thread.
class CommitmentsPanel : public ItemPanel {
  Q_OBJECT

 public:
  explicit CommitmentsPanel(QWidget* parent = nullptr);

  /// Keeps the chosen item. `priced_scenario` must contain a commitment panel.
  void set_priced(std::shared_ptr<const app::PricedScenario> priced_scenario);

  CurveChart& week() { return *week_; }
  CurveChart& sweep() { return *sweep_; }
  TablePanel& regret() { return *regret_; }

 protected:
  void show_item(std::size_t item) override;

 private:
  void show_figures(const cost::CommitmentPanel& panel);
  void show_week(const cost::CommitmentPanel& panel, const cost::ServedHours& week);
  void show_sweep(const cost::CommitmentPanel& panel);
  void show_regret(const cost::CommitmentPanel& panel);

  std::shared_ptr<const app::PricedScenario> priced_scenario_;
  CurveChart* week_;
  CurveChart* sweep_;
  TablePanel* regret_;
};

}  // namespace nscope::gui
