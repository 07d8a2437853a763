#pragma once

#include "app/gui/forms/capacity.h"
#include "app/gui/forms/day_load.h"
#include "app/gui/plan/fleet/fleet_result.h"
#include "app/gui/plan/fleet/training_result.h"
#include "app/gui/plan/view/plan_view.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <memory>

namespace nscope::gui {

/// Finds the cheapest fleet for given traffic or for a training job. Lower bounds for traffic are
/// computed while the user types; a plan is computed on request because it takes seconds. GUI
/// thread.
class FleetView : public PlanView {
  Q_OBJECT

 public:
  explicit FleetView(PlanContext& context, QWidget* parent = nullptr);

  /// Loads the document and plans it. Cancels a running plan.
  void open(const std::string& name) override;
  std::string example() const override { return "llama3-8b-chat-day"; }
  std::vector<Job*> jobs() override { return {plan_job_, bound_job_, &export_button().job()}; }

  /// Plans the current document unless a plan is running. The previous result is shown until then.
  void plan();
  const std::vector<capacity::FleetBound>& bounds() const { return bounds_; }
  /// Whether the fields or the prices have changed since the shown plan.
  bool is_stale() const;
  /// The selected fleet as a workload. Errors: kInvalidArgument if there is none or if a workload
  /// cannot express it.
  Result<sim::Workload> workload() const;

  DayLoad& day_load() { return *day_load_; }
  FleetResult& result() { return *result_; }
  TrainingResult& training() { return *training_; }
  /// Whether the document is a training plan.
  bool trains() const;
  QPushButton& plan_button() { return *plan_; }
  QPushButton& simulate_button() { return *simulate_; }
  QPushButton& decide_button() { return *decide_; }
  /// A migration study with the selected fleet as its target. Errors: kInvalidArgument if there is
  /// no fleet.
  Result<Json> study() const;
  Job& plan_job() { return *plan_job_; }
  QString notice() const { return notice_->text(); }

 signals:
  void simulate_requested(const nscope::sim::Workload& workload);
  /// The user asks to open a migration study (nscope.roi/1) for the selected fleet.
  void decide_requested(const nscope::Json& study);
  /// The lower bounds or the errors of the current fields are shown.
  void bounded();
  /// A plan has finished, failed or was cancelled.
  void planned();

 protected:
  void show_document() override;
  void show_restored() override;
  void follow_edit() override;
  /// Computes the lower bounds, but not a plan.
  void compute() override;
  /// The answer is planned.
  void begin_new() override { plans_once_shown_ = true; }
  void run() override { plan(); }

 private:
  QWidget* build_result_column();
  void connect_parts();
  void make_fields();
  /// Shows the widgets for serving or for training. Discards the plan when the kind changes.
  void show_kind();
  void start_plan();
  void set_by_hour(bool on);
  void set_hours(const std::vector<double>& hours);
  void show_load();
  /// Reads the request from the fields; marks an invalid field and then returns empty.
  std::optional<capacity::PlanRequest> request();
  std::optional<capacity::TrainingRequest> training_request();
  /// Whether the catalogue and the prices are loaded; reports an error if loading failed.
  bool can_plan();
  void show_names_problem(Error error);
  template <class Request, class Plan>
  using Search = Result<Plan> (*)(const catalog::Catalog&, const cost::PriceBook&, const Request&,
                                  cost::Day today, std::uint64_t seed, TaskControl&);
  /// Runs `planner` in the background. `show` shows the plan and returns the status text for its
  /// counts.
  template <class Request, class Plan, class Show>
  void search(std::optional<Request> asked, Search<Request, Plan> planner, Show show);
  void show_problem(Error error);
  void show_bounds(Result<std::vector<capacity::FleetBound>> bounds);
  void show_failure(const Error& error);
  /// Remembers the inputs of the plan that is shown.
  void take_plan(const QString& title, const Json& asked,
                 std::shared_ptr<const cost::PriceBook> book, app::ReportWriters writers,
                 const QString& counts);
  bool has_plan() const;
  void show_state();
  void simulate();
  void relax(const std::vector<capacity::Limit>& limits);
  void decide();

  std::shared_ptr<capacity::LeastServerCache> servers_;
  std::vector<capacity::FleetBound> bounds_;
  Json planned_;  ///< the document of the plan that is shown
  std::shared_ptr<const cost::PriceBook> planned_book_;
  bool all_fields_ = false;
  bool plans_once_shown_ = false;  ///< open() is waiting for the prices
  std::vector<std::string> shown_fields_;
  QElapsedTimer bound_timer_;
  QElapsedTimer plan_timer_;
  Job* plan_job_;
  Job* bound_job_;
  DayLoad* day_load_;
  QPushButton* more_;
  QPushButton* plan_;
  QPushButton* simulate_;
  QPushButton* decide_;
  QLabel* notice_;
  FleetResult* result_;
  TrainingResult* training_;
  QStackedWidget* results_;
};

}  // namespace nscope::gui
