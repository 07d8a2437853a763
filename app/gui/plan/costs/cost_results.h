#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/plan/charts/bundle_chart.h"
#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/plan/costs/break_even_panel.h"
#include "app/gui/plan/costs/commitments_panel.h"
#include "app/gui/plan/costs/cost_chart.h"
#include "app/gui/plan/costs/cost_matrix_model.h"
#include "app/gui/plan/costs/cost_tables.h"
#include "app/gui/plan/costs/regions_panel.h"
#include "app/gui/plan/costs/spot_panel.h"
#include "app/gui/plan/view/finding_list.h"
#include "app/pricing/price_scenario.h"
#include "app/pricing/scenario_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// A table with a row per item. Items that a check found impossible are folded away, and shown
/// below the others with the reason. GUI thread.
class ItemTable : public QWidget {
  Q_OBJECT

 public:
  explicit ItemTable(const QString& name, QWidget* parent = nullptr);

  void set_table(Table table, const cost::CostMatrix& matrix);
  TablePanel& panel() { return *panel_; }
  QPushButton& fold() { return *fold_; }
  QString reasons() const { return reasons_->isHidden() ? QString() : reasons_->text(); }

 private:
  void show_rows();

  TablePanel* panel_;
  QPushButton* fold_;
  QLabel* reasons_;
  Table table_;  ///< the impossible items last
  std::size_t impossible_ = 0;
};

/// The right side of the Costs view: the cost matrix and, below it, tabs that show other parts of
/// the result. GUI thread.
class CostResults : public QWidget {
  Q_OBJECT

 public:
  enum Tab {
    kComparison,   ///< bars and checks
    kLimits,       ///< load served within latency limits
    kRegions,      ///< the same work in each region
    kBreakEven,    ///< sliders
    kCommitments,  ///< mix of commitments for the demand
    kSpot,         ///< interruptions and checkpoints
    kBundles,
    kOther,   ///< utilisation, other costs, emissions
    kTables,  ///< all results as tables
    kTabCount
  };

  explicit CostResults(QWidget* parent = nullptr);

  /// The row with the tabs. Widgets may be added at its right end.
  QHBoxLayout& tab_row() { return *tab_row_; }

  void set_priced(std::shared_ptr<const app::PricedScenario> priced_scenario);
  void show_tab(Tab tab) { tabs_->setCurrentIndex(tab); }
  void show_first_tab();

  const CostMatrixModel& model() const { return *model_; }
  HeatTable& view() { return *view_; }
  CostChart& chart() { return *chart_; }
  QTabBar& tabs() { return *tabs_; }
  BreakEvenPanel& break_even() { return *break_even_; }
  CommitmentsPanel& commitments() { return *commitments_; }
  SpotJobPanel& spot() { return *spot_; }
  OptionalPart& commitments_part() { return *commitments_part_; }
  OptionalPart& spot_part() { return *spot_part_; }
  BundleChart& bundles() { return *bundle_chart_; }
  CostTables& tables() { return *tables_; }
  TablePanel& limits() { return *limits_; }
  /// Shows or hides the items that a check found impossible.
  QPushButton& impossible() { return *impossible_; }
  QString answer() const { return best_->text(); }
  /// The cheaper cell that cannot lead because its price is out of date; empty if there is none.
  QString stale_answer() const { return stale_->text(); }
  /// Copies the command that downloads a current price.
  QPushButton& copy_fetch() { return *fetch_; }
  RegionsPanel& regions() { return *regions_; }
  OptionalPart& regions_part() { return *regions_part_; }
  int guard_count() const { return findings_->count(); }

 signals:
  void part_requested(app::ScenarioPart part);
  /// The user asks to add all regions that sell an instance type of the scenario.
  void regions_requested();

 private:
  void set_tab_shown(Tab tab, bool shown);
  QWidget* build_matrix();
  QWidget* build_comparison();
  QWidget* build_limits();
  QWidget* build_bundles();
  void add_tab(Tab tab, const QString& title, QWidget* page);
  void show_page(int index);
  void show_matrix(const cost::CostMatrix& matrix);
  void show_stale_price(const cost::CostMatrix& matrix);
  void fold_impossible();
  void show_other(const cost::CostMatrix& matrix);

  CostMatrixModel* model_;
  SectionTitle* matrix_title_;
  HeatTable* view_;
  QLabel* best_;
  QLabel* stale_;  ///< a cheaper cell whose price is out of date
  QPushButton* fetch_;
  QString fetch_command_;  ///< downloads a current price
  QPushButton* impossible_;
  QWidget* matrix_part_;
  QTabBar* tabs_;
  QHBoxLayout* tab_row_;
  QVBoxLayout* pages_;  ///< one page for each tab
  SectionTitle* chart_title_;
  CostChart* chart_;
  SectionTitle* findings_title_;
  FindingList* findings_;
  TablePanel* limits_;
  RegionsPanel* regions_;
  OptionalPart* regions_part_;
  BreakEvenPanel* break_even_;
  CommitmentsPanel* commitments_;
  OptionalPart* commitments_part_;
  SpotJobPanel* spot_;
  OptionalPart* spot_part_;
  BundleChart* bundle_chart_;
  TablePanel* bundle_table_;
  QWidget* other_;
  QVBoxLayout* other_parts_;
  CostTables* tables_;
};

}  // namespace nscope::gui
