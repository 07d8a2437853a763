#pragma once

#include "app/gui/forms/capacity.h"
#include "app/gui/panels/tabbed_pages.h"
#include "app/gui/plan/charts/chart_card.h"
#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/plan/charts/hours_chart.h"
#include "app/gui/plan/fleet/fleet_summary.h"
#include "app/gui/plan/fleet/fleet_types_model.h"
#include "app/gui/plan/fleet/offer_matrix_model.h"
#include "app/gui/plan/fleet/pareto_chart.h"

#include <QComboBox>
#include <QLabel>
#include <QTreeView>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The result of a serving plan, with pages for instance types, purchase options, hours, lower
/// bounds and assumptions. GUI thread.
class FleetResult : public QWidget {
  Q_OBJECT

 public:
  enum Page { kTypes, kOffers, kHours, kBounds, kAssumptions };

  explicit FleetResult(QWidget* parent = nullptr);

  /// If null, there is no plan and only the lower bounds are shown.
  void set_plan(std::shared_ptr<const capacity::FleetPlan> plan);
  const std::shared_ptr<const capacity::FleetPlan>& plan() const { return plan_; }
  void set_bounds(const std::vector<capacity::FleetBound>& bounds);
  /// The fleet of the selected instance type, or null.
  const capacity::PlannedFleet* chosen_fleet() const;
  void show_page(Page page) { pages_->show_page(page); }

  FleetSummary& answer() { return *answer_; }
  const TabbedPages& pages() const { return *pages_; }
  QComboBox& latency() { return *latency_; }
  ParetoChart& pareto() { return *pareto_; }
  ChartCard& pareto_card() { return *pareto_card_; }
  FleetTypesModel& types() { return *types_; }
  QTreeView& types_view() { return *types_view_; }
  QString type_detail() const { return type_detail_->text(); }
  OfferMatrixModel& offers() { return *offers_; }
  ChartCard& hours_card() { return *hours_card_; }
  ChartCard& bounds_card() { return *bounds_card_; }
  QString assumptions() const { return assumptions_->text(); }

 signals:
  /// The selected fleet changed.
  void chosen();

 private:
  QWidget* build_types_page();
  QWidget* build_offers_page();
  void show_points();
  void show_type();
  void show_hours();
  void size_types();
  void show_offers();
  void choose(const QString& instance);

  std::shared_ptr<const capacity::FleetPlan> plan_;
  FleetSummary* answer_;
  TabbedPages* pages_;
  QComboBox* latency_;
  ParetoChart* pareto_;
  ChartCard* pareto_card_;
  FleetTypesModel* types_;
  QTreeView* types_view_;
  QLabel* type_detail_;
  OfferMatrixModel* offers_;
  HeatTable* offers_view_;
  QLabel* offers_note_;
  HoursChart* hours_;
  ChartCard* hours_card_;
  QLabel* hours_note_;
  ChartCard* bounds_card_;
  AssumptionsCard* assumptions_;
};

}  // namespace nscope::gui
