#pragma once

#include "app/gui/background/job.h"
#include "app/gui/panels/section.h"
#include "app/gui/plan/cost_chart.h"
#include "app/gui/plan/cost_matrix_model.h"
#include "costmodel/cost_matrix.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/simulate.h"

#include <QComboBox>
#include <QDateEdit>
#include <QElapsedTimer>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>
#include <memory>
#include <optional>

namespace nscope::gui {

/// Plan mode: what a token costs, per machine and purchase option, with the
/// guards' findings. Recomputed in the background. GUI thread.
class PlanPage : public QWidget {
  Q_OBJECT

 public:
  explicit PlanPage(QWidget* parent = nullptr);

  /// A built-in scenario, or a file.
  void load(const std::string& name);
  void set_scenario(cost::Scenario scenario);
  /// A scenario of one simulated workload under every purchase option.
  void price(const sim::Workload& workload);

  Job& job() { return *job_; }
  const CostMatrixModel& model() const { return *model_; }
  QTableView& view() { return *view_; }
  CostChart& chart() { return *chart_; }
  int guard_count() const { return guard_count_; }
  /// Left text of the status bar.
  const QString& status() const { return status_; }

 signals:
  void failed(const QString& what, const nscope::Error& error);
  void computed();

 private:
  QWidget* build_scenario_column();
  QWidget* build_result_column();
  void fill_fields();
  void compute();
  void show_matrix(Result<cost::CostMatrix> matrix);
  void show_findings(const cost::CostMatrix& matrix);
  void size_matrix();
  void open_file();

  std::shared_ptr<const catalog::Catalog> catalog_;
  std::shared_ptr<const cost::PriceBook> book_;
  std::optional<cost::Scenario> scenario_;
  bool filling_ = false;
  int guard_count_ = 0;
  QElapsedTimer timer_;
  QString status_;
  Job* job_;
  CostMatrixModel* model_;
  QComboBox* scenarios_;
  QComboBox* region_;
  QDateEdit* day_;
  QLabel* note_;
  QLabel* work_;
  QLabel* best_;
  SectionTitle* matrix_title_;
  QTableView* view_;
  CostChart* chart_;
  QVBoxLayout* findings_;
  SectionTitle* findings_title_;
};

}  // namespace nscope::gui
