#pragma once

#include "app/gui/plan/charts/chart_card.h"
#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/plan/decision/decision_verdict.h"
#include "app/gui/plan/decision/purchase_pair_model.h"
#include "app/gui/plan/decision/what_if_panel.h"
#include "app/gui/plan/view/finding_list.h"
#include "app/gui/plan/view/plan_view.h"
#include "costmodel/migration/roi.h"

#include <QElapsedTimer>
#include <array>
#include <memory>

namespace nscope::gui {

class CashFlowChart;
class NpvChart;
class TornadoChart;

/// Evaluates the migration of a workload to other instances: the recommendation with its
/// conditions, the cash flow, the sensitivities and the Monte Carlo simulation. Every change
/// evaluates the plan and then runs the trials, both in the background. GUI thread.
class DecisionView : public PlanView {
  Q_OBJECT

 public:
  explicit DecisionView(PlanContext& context, QWidget* parent = nullptr);

  std::string example() const override { return "inf2-llama2-70b-serving-2026"; }
  std::vector<Job*> jobs() override { return {plan_job_, trials_job_, &export_button().job()}; }

  /// Opens a study that the user has to complete, at the first field of its baseline.
  void show_draft(const Json& study);
  /// Whether the page says that the figures are those of an example.
  bool says_example() const { return !example_->isHidden(); }
  DecisionVerdict& verdict() { return *verdict_; }
  DecisionFigures& figures() { return *figures_; }
  WhatIfPanel& what_if() { return *what_if_; }
  ChartCard& cash_card() { return *cash_card_; }
  ChartCard& tornado_card() { return *tornado_card_; }
  ChartCard& npv_card() { return *npv_card_; }
  HeatTable& pairs() { return *pairs_; }
  ChartCard& claim_card() { return *claim_card_; }
  int concern_count() const { return concerns_->count(); }
  /// The last complete result; null until the trials of a first plan have finished.
  std::shared_ptr<const cost::RoiResult> result() const { return result_; }

 signals:
  /// The plan is shown and its trials are running.
  void planned();
  /// The complete result or an error is shown.
  void computed();

 protected:
  void show_document() override;
  void show_restored() override;
  void follow_edit() override;
  void compute() override;

 private:
  /// The plan as stated in the document, and the plan with the positions of the sliders. Both are
  /// the same if no slider was moved.
  struct Plans {
    std::shared_ptr<const cost::RoiResult> stated;
    std::shared_ptr<const cost::RoiResult> shown;
  };
  /// A throughput that was simulated or read, with the key of the side that it belongs to.
  struct KnownWork {
    std::string key;
    cost::WorkItem work;
  };

  QWidget* build_result_column();
  QWidget* build_cards();
  QWidget* build_pairs();
  void make_fields();
  void follow_structure(const QString& pointer);
  void use_known_work(cost::RoiStudy& study);
  void show_plans(Result<Plans> plans);
  void show_trials(std::shared_ptr<const cost::RoiResult> plan);
  void show_result(Result<cost::RoiResult> result);
  void show_concerns(const cost::RoiResult& result);
  void show_tables(const cost::RoiResult& plan);
  void show_problem(Error error);
  void show_results(bool shown);
  void show_origin();

  QElapsedTimer timer_;
  qint64 planned_ms_ = 0;
  std::array<KnownWork, 2> known_{};
  std::array<std::string, 2> asked_keys_{};
  std::array<std::string, 2> scenarios_{};  ///< the scenarios for which the fields were made
  std::shared_ptr<const cost::RoiResult> stated_;
  std::shared_ptr<const cost::RoiResult> result_;
  Job* plan_job_;
  Job* trials_job_;
  SectionTitle* title_;
  QLabel* example_;
  DecisionVerdict* verdict_;
  DecisionFigures* figures_;
  WhatIfPanel* what_if_;
  CashFlowChart* cash_;
  TornadoChart* tornado_;
  NpvChart* npv_;
  PurchasePairModel* pair_model_;
  HeatTable* pairs_;
  QWidget* cards_ = nullptr;
  ChartCard* cash_card_ = nullptr;
  ChartCard* tornado_card_ = nullptr;
  ChartCard* npv_card_ = nullptr;
  ChartCard* compatibility_card_ = nullptr;
  ChartCard* claim_card_ = nullptr;
  ChartCard* commitments_card_ = nullptr;
  ChartCard* assumptions_card_ = nullptr;
  SectionTitle* concerns_title_;
  FindingList* concerns_;
};

}  // namespace nscope::gui
