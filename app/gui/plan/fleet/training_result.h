#pragma once

#include "app/gui/forms/capacity.h"
#include "app/gui/panels/tabbed_pages.h"
#include "app/gui/plan/charts/chart_card.h"
#include "app/gui/plan/fleet/summary_parts.h"
#include "app/gui/plan/fleet/training_chart.h"

#include <memory>

namespace nscope::gui {

/// The result of a training plan: a sentence with key figures, and pages for time and cost with the
/// best fleet of each type, the job, other purchase options and sizes, other deadlines, rejected
/// configurations, and assumptions. GUI thread.
class TrainingResult : public QWidget {
  Q_OBJECT

 public:
  enum Page { kTypes, kJob, kOtherwise, kDeadlines, kRejected, kAssumptions };

  explicit TrainingResult(QWidget* parent = nullptr);

  /// Null if there is no plan yet.
  void set_plan(std::shared_ptr<const capacity::TrainingPlan> plan);
  const std::shared_ptr<const capacity::TrainingPlan>& plan() const { return plan_; }
  /// The cheapest fleet, or null.
  const capacity::TrainingFleet* chosen_fleet() const;
  void show_page(Page page) { pages_->show_page(page); }

  const TabbedPages& pages() const { return *pages_; }
  TrainingChart& chart() { return *chart_; }
  ChartCard& chart_card() { return *chart_card_; }
  ChartCard& types_card() { return *types_; }
  ChartCard& job_card() { return *job_; }
  QString sentence() const { return sentence_->text(); }
  QString details() const { return details_->text(); }
  QString assumptions() const { return assumptions_->text(); }

 private:
  void show_figures();
  void show_tables();

  std::shared_ptr<const capacity::TrainingPlan> plan_;
  QLabel* sentence_;
  QLabel* details_;
  KeyFigure* nodes_;
  KeyFigure* days_;
  KeyFigure* cost_;
  KeyFigure* million_;
  KeyFigure* in_time_;
  CardGrid* figures_;
  TabbedPages* pages_;
  TrainingChart* chart_;
  ChartCard* chart_card_;
  ChartCard* types_;
  ChartCard* job_;
  ChartCard* ways_;
  ChartCard* sizes_;
  ChartCard* deadlines_;
  ChartCard* rejected_;
  AssumptionsCard* assumptions_;
};

}  // namespace nscope::gui
