#pragma once

#include "app/gui/forms/work_list.h"
#include "app/gui/plan/costs/cost_results.h"
#include "app/gui/plan/view/plan_view.h"
#include "app/pricing/price_scenario.h"
#include "app/pricing/scenario_edit.h"
#include "app/pricing/throughput_cache.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

#include <QCheckBox>
#include <QElapsedTimer>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The cost of a token for each instance type and purchase option, and what would change it. The
/// scenario is edited on the left; every change recomputes the results in the background. GUI
/// thread.
class CostsView : public PlanView {
  Q_OBJECT

 public:
  explicit CostsView(PlanContext& context, QWidget* parent = nullptr);

  std::string example() const override { return "inf2-llama2-70b-serving"; }
  std::vector<Job*> jobs() override { return {job_, &export_button().job()}; }
  /// Opens a scenario for one workload with its predicted throughput and all purchase options.
  void price(const sim::Workload& workload, const sim::SimulationResult& predicted);
  /// Makes the chosen item use the throughput of a run, read from its summary file.
  void use_run(const std::string& summary_file);

  Job& job() { return *job_; }
  WorkList& work() { return *work_; }
  CostResults& results() { return *results_; }
  QCheckBox& part_box(app::ScenarioPart part);
  const CostMatrixModel& model() const { return results_->model(); }
  HeatTable& view() { return results_->view(); }
  CostChart& chart() { return results_->chart(); }
  int guard_count() const { return results_->guard_count(); }
  /// Number of simulations since the view was created.
  std::size_t simulations() const { return cache_->misses(); }

 signals:
  void computed();

 protected:
  void show_document() override;
  void show_restored() override;
  /// Also updates the members that depend on the changed field.
  void follow_edit() override;
  void compute() override;

 private:
  /// A workload of the Simulate page, and its item, until prices are computed.
  struct Predicted {
    cost::WorkItem item;
    sim::Workload workload;
    sim::SimulationResult result;
  };

  using ScenarioPart = app::ScenarioPart;

  void build_parts();
  void make_fields();
  /// Replaces the document as if the user had edited it.
  void change(Json scenario, int chosen);
  void choose_item(int index);
  void change_origin(app::Origin origin);
  void toggle_part(ScenarioPart part, bool on);
  void add_regions();
  /// Tokens per second of a work item, or an assumption if they are unknown.
  double rate_of(std::size_t item) const;
  /// The chosen item, or the cheapest one if the checks found the chosen one impossible.
  std::size_t possible_item() const;
  std::size_t chosen() const { return static_cast<std::size_t>(std::max(0, chosen_)); }
  void show_priced(Result<app::PricedScenario> priced_scenario);

  std::shared_ptr<app::ThroughputCache> cache_;
  std::optional<Predicted> predicted_{};
  std::shared_ptr<const app::PricedScenario> priced_scenario_;
  QElapsedTimer timer_;
  Job* job_;
  WorkList* work_;
  CostResults* results_;
  QLabel* parts_title_ = nullptr;
  std::vector<std::pair<ScenarioPart, QCheckBox*>> parts_;
  int chosen_ = 0;
  std::string structure_;     ///< field_structure() of the current fields
  std::string chosen_label_;  ///< label of the chosen item before an edit
  bool fresh_ = false;        ///< a document was loaded and its results are not shown yet
  bool adjusting_ = false;    ///< true while follow_edit() or change() sets members
};

}  // namespace nscope::gui
