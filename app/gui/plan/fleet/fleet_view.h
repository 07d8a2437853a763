#pragma once

#include "app/gui/plan/fleet/fleet_result.h"
#include "app/gui/plan/fleet/training_result.h"
#include "app/gui/plan/forms/capacity.h"
#include "app/gui/plan/forms/day_load.h"
#include "app/gui/plan/view/plan_view.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <memory>

namespace nscope::gui {

/// The cheapest fleet for a traffic, or for a training job. While typing, lower bounds of fleets
/// for traffic; a plan only when asked for, as it simulates for seconds. GUI thread.
class FleetView : public PlanView {
  Q_OBJECT

 public:
  explicit FleetView(PlanContext& context, QWidget* parent = nullptr);

  /// Loads it and plans, in place of a plan that runs.
  void open(const std::string& name) override;
  std::string example() const override { return "llama3-8b-chat-day"; }
  std::vector<Job*> jobs() override { return {plan_job_, bound_job_, &export_button().job()}; }

  /// Plans what the fields say now; the last result stays until the new one is there.
  void plan();
  const std::vector<capacity::FleetBound>& bounds() const { return bounds_; }
  /// Whether the fields or the prices have changed since the plan that is shown.
  bool is_stale() const;
  /// The chosen fleet as a workload. Errors: kInvalidArgument, where there is none that a workload
  /// can say.
  Result<sim::Workload> workload() const;

  DayLoad& day_load() { return *day_load_; }
  FleetResult& result() { return *result_; }
  TrainingResult& training() { return *training_; }
  /// Whether the document asks for training.
  bool trains() const;
  QPushButton& plan_button() { return *plan_; }
  QPushButton& simulate_button() { return *simulate_; }
  QPushButton& decide_button() { return *decide_; }
  /// The chosen fleet as the target of a migration study. Errors: kInvalidArgument, where there is
  /// none.
  Result<Json> study() const;
  Job& plan_job() { return *plan_job_; }
  QString notice() const { return notice_->text(); }

 signals:
  void simulate_requested(const nscope::sim::Workload& workload);
  /// A migration study (nscope.roi/1) of the chosen fleet.
  void decide_requested(const nscope::Json& study);
  /// The bounds of the fields, or what is wrong with these, are shown.
  void bounded();
  /// A plan has ended, however.
  void planned();

 protected:
  void show_document() override;
  void follow_edit() override;
  /// Lower bounds; a plan is asked for.
  void compute() override;

 private:
  QWidget* build_result_column();
  void connect_parts();
  void make_fields();
  /// The result and the load of what the document asks for; a plan of the other kind goes.
  void show_kind();
  void start_plan();
  void set_by_hour(bool on);
  void set_hours(const std::vector<double>& hours);
  void show_load();
  /// The question of the fields; marks the field that is wrong.
  std::optional<capacity::PlanRequest> request();
  std::optional<capacity::TrainingRequest> training_request();
  /// Whether names and prices can be looked up; says so where not.
  bool can_plan();
  void show_names_problem(Error error);
  template <class Request, class Plan>
  using Search = Result<Plan> (*)(const catalog::Catalog&, const cost::PriceBook&, const Request&,
                                  cost::Day today, std::uint64_t seed, TaskControl&);
  /// Runs `planner` in the background; `show` takes the plan and returns the words for its counts.
  template <class Request, class Plan, class Show>
  void search(std::optional<Request> asked, Search<Request, Plan> planner, Show show);
  void show_problem(Error error);
  void show_bounds(Result<std::vector<capacity::FleetBound>> bounds);
  void show_failure(const Error& error);
  /// Notes what the plan that is shown was made of.
  void take_plan(const QString& title, const Json& asked,
                 std::shared_ptr<const cost::PriceBook> book, app::ReportWriters writers,
                 const QString& counts);
  bool has_plan() const;
  void show_state();
  void simulate();
  void decide();

  std::shared_ptr<capacity::LeastServerCache> servers_;
  std::vector<capacity::FleetBound> bounds_;
  Json planned_;  ///< the document of the plan that is shown
  std::shared_ptr<const cost::PriceBook> planned_book_;
  bool all_fields_ = false;
  bool plans_once_shown_ = false;  ///< open() waits for the prices
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
