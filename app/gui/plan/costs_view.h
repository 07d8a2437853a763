#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/plan/cost_chart.h"
#include "app/gui/plan/cost_matrix_model.h"
#include "app/gui/plan/document_panel.h"
#include "app/gui/plan/plan_context.h"
#include "app/gui/plan/plan_view.h"
#include "costmodel/cost_matrix.h"
#include "simcore/engine/simulate.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace nscope::gui {

/// What a token costs, per machine and purchase option, with the guards' findings.
/// Recomputed in the background with every change. GUI thread.
class CostsView : public PlanView {
  Q_OBJECT

 public:
  explicit CostsView(PlanContext& context, QWidget* parent = nullptr);

  app::BuiltIn::Kind kind() const override { return app::BuiltIn::Kind::kScenario; }
  void load(const std::string& name) override;
  bool is_empty() const override { return document_->is_empty(); }
  std::string example() const override { return "inf2-llama2-70b-serving"; }
  std::vector<Job*> jobs() override { return {job_}; }
  /// A scenario of one simulated workload under every purchase option.
  void price(const sim::Workload& workload);

  Job& job() { return *job_; }
  DocumentPanel& document() { return *document_; }
  const CostMatrixModel& model() const { return *model_; }
  QTableView& view() { return *view_; }
  CostChart& chart() { return *chart_; }
  int guard_count() const { return guard_count_; }

 signals:
  void computed();

 private:
  QWidget* build_result_column();
  void make_fields();
  void compute();
  void show_matrix(Result<cost::CostMatrix> matrix);
  void show_findings(const cost::CostMatrix& matrix);
  void size_matrix();

  PlanContext& context_;
  int guard_count_ = 0;
  QElapsedTimer timer_;
  Job* job_;
  DocumentPanel* document_;
  CostMatrixModel* model_;
  QLabel* work_;
  QLabel* best_;
  SectionTitle* matrix_title_;
  QTableView* view_;
  CostChart* chart_;
  QVBoxLayout* findings_;
  SectionTitle* findings_title_;
};

}  // namespace nscope::gui
