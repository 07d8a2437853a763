#include "app/gui/plan/fleet/fleet_view.h"

#include "app/documents/today.h"
#include "app/gui/forms/fleet_fields.h"
#include "app/gui/panels/restyle.h"
#include "app/gui/panels/run_button.h"
#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/plan/fleet/plan_question.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

using namespace capacity;

/// The same seed as on the command line, so that the same request gives the same plan.
constexpr std::uint64_t kSeed = 1;
const Json::json_pointer kHours("/traffic/hourly_requests_per_second");
const Json::json_pointer kRate("/traffic/requests_per_second");

std::vector<double> hours_of(const Json& plan) {
  std::vector<double> hours;
  if (!plan.contains(kHours) || !plan.at(kHours).is_array()) return hours;
  for (const Json& hour : plan.at(kHours))
    hours.push_back(hour.is_number() ? hour.get<double>() : 0);
  return hours;
}

/// The study with a bill as its baseline, whose figures the user has to state: what is paid today
/// is not known here.
Result<Json> with_open_baseline(Result<Json> study) {
  if (!study) return study;
  Json& target = (*study)["target"];
  const std::string month = study->value("as_of", std::string()).substr(0, 7);
  Json baseline = {
      {"phase", target.value("phase", "serving")},
      {"region", target.value("region", "us-east-1")},
      {"bill", {{"date", month}, {"source", to_string(FleetView::tr("my own bill"))}}}};
  (*study)["baseline"] = std::move(baseline);
  (*study)["note"] = to_string(FleetView::tr(
      "Created from a plan. State what you pay today as the bill of the baseline, and "
      "add the phases of the migration."));
  return study;
}

app::ReportWriters writers_of(const std::shared_ptr<const TrainingPlan>& plan) {
  return {.document = [plan] { return training_document(*plan); },
          .workbook =
              [plan](const std::string& path) {
                return write_training_workbook(*plan, path, shown_language());
              },
          .json = [plan] { return to_json(*plan, false); }};
}

app::ReportWriters writers_of(const std::shared_ptr<const FleetPlan>& plan) {
  return {.document = [plan] { return plan_document(*plan); },
          .workbook =
              [plan](const std::string& path) {
                return write_plan_workbook(*plan, path, shown_language());
              },
          .json = [plan] { return to_json(*plan, false); }};
}

}  // namespace

FleetView::FleetView(PlanContext& context, QWidget* parent)
    : PlanView(context, app::BuiltIn::Kind::kPlan, tr("Capacity plan"), parent),
      servers_(std::make_shared<LeastServerCache>()),
      plan_job_(new Job(tr("Planning a fleet"), this)),
      bound_job_(new Job(tr("Computing lower bounds"), this)),
      day_load_(new DayLoad),
      more_(new QPushButton),
      plan_(new QPushButton(tr("Plan"))),
      simulate_(new QPushButton(tr("Simulate Fleet"))),
      decide_(new QPushButton(tr("Create Migration Study"))),
      notice_(named_label("muted")),
      result_(new FleetResult),
      training_(new TrainingResult),
      results_(new QStackedWidget) {
  results_->addWidget(result_);
  results_->addWidget(training_);
  document().extra().setSpacing(8);
  // Place the load above the fields, because they start with traffic.
  auto* const rows = static_cast<QVBoxLayout*>(document().layout());
  rows->insertWidget(rows->indexOf(&document().form()), day_load_);
  more_->setObjectName(QStringLiteral("link"));
  document().extra().addWidget(more_, 0, Qt::AlignLeft);
  lay_out(build_result_column(), new PlanQuestion, tr("New Plan…"), tr("New plan"));
  connect_parts();
  show_state();
}

QWidget* FleetView::build_result_column() {
  auto* column = new QWidget;
  auto* layout = new QVBoxLayout(column);
  layout->setSpacing(10);
  auto* bar = new QHBoxLayout;
  bar->setSpacing(10);
  plan_->setObjectName(QStringLiteral("primary"));
  plan_->setToolTip(
      tr("Finds the cheapest fleet that meets the limits by simulation (Ctrl+Enter)."));
  notice_->setWordWrap(true);
  bar->addWidget(plan_);
  bar->addWidget(notice_, 1);
  bar->addWidget(simulate_);
  bar->addWidget(decide_);
  bar->addWidget(&export_button());
  layout->addLayout(bar);
  layout->addWidget(results_, 1);
  return column;
}

void FleetView::connect_parts() {
  connect(day_load_, &DayLoad::by_hour_changed, this, &FleetView::set_by_hour);
  connect(day_load_, &DayLoad::hours_changed, this, &FleetView::set_hours);
  connect(more_, &QPushButton::clicked, this, [this] {
    all_fields_ = !all_fields_;
    make_fields();
  });
  connect(simulate_, &QPushButton::clicked, this, &FleetView::simulate);
  connect(decide_, &QPushButton::clicked, this, &FleetView::decide);
  connect(&result_->answer(), &FleetSummary::relax_requested, this, &FleetView::relax);
  connect(result_, &FleetResult::chosen, this, &FleetView::show_state);
  bind_run_button(plan_, plan_job_, [this] { plan(); }, tr("Plan"));
  connect(plan_job_, &Job::started, this, &FleetView::show_state);
  connect(plan_job_, &Job::finished, this, &FleetView::show_state);
}

void FleetView::open(const std::string& name) {
  plans_once_shown_ = true;
  if (!load(name)) plans_once_shown_ = false;
}

void FleetView::make_fields() {
  if (!context().is_ready() || context().problem()) return;
  const Json plan = normal_plan(document().json());
  std::vector<DocumentField> fields =
      plan_fields(plan, *context().catalog(), *context().book(), all_fields_);
  shown_fields_.clear();
  for (const DocumentField& field : fields) shown_fields_.push_back(field.pointer);
  document().form().set(plan, std::move(fields));
  more_->setText(all_fields_ ? tr("Fewer Fields") : tr("More Fields"));
  show_load();
}

bool FleetView::trains() const {
  return asks_training(document().json());
}

void FleetView::show_kind() {
  day_load_->setVisible(!trains());
  QWidget* const wanted = trains() ? static_cast<QWidget*>(training_) : result_;
  if (results_->currentWidget() == wanted) return;
  results_->setCurrentWidget(wanted);
  plan_job_->cancel();
  planned_ = {};
  planned_book_.reset();
  bounds_.clear();
  result_->set_plan(nullptr);
  result_->set_bounds({});
  training_->set_plan(nullptr);
  export_button().clear_report();
  set_status({});
}

void FleetView::show_document() {
  show_kind();
  make_fields();
  compute();
  if (std::exchange(plans_once_shown_, false)) start_plan();
}

void FleetView::show_restored() {
  show_kind();
  make_fields();
  compute();
}

void FleetView::follow_edit() {
  if (context().problem()) return;
  const Json normal = normal_plan(document().json());
  std::vector<std::string> wanted;
  for (const DocumentField& field :
       plan_fields(normal, *context().catalog(), *context().book(), all_fields_)) {
    wanted.push_back(field.pointer);
  }
  if (wanted != shown_fields_ || !same_document(normal, document().json())) {
    // Not now, because this would delete the field whose signal is being handled.
    QTimer::singleShot(0, this, [this] {
      make_fields();
      compute();
    });
    return;
  }
  show_load();
  compute();
}

void FleetView::set_by_hour(bool on) {
  Json plan = document().json();
  Json value;
  if (on) {
    constexpr std::size_t kHoursOfDay = 24;
    const Json rate = plan.contains(kRate) ? plan.at(kRate) : Json(1);
    value = Json(std::vector<Json>(kHoursOfDay, rate));
    if (plan.contains(kRate)) plan["traffic"].erase("requests_per_second");
  } else {
    const std::vector<double> hours = hours_of(plan);
    value = hours.empty() ? 1.0 : *std::max_element(hours.begin(), hours.end());
    if (plan.contains(kHours)) plan["traffic"].erase("hourly_requests_per_second");
    plan.erase("autoscaling");  // it needs an hourly load
  }
  document().form().set(std::move(plan), {});
  shown_fields_.clear();
  document().form().set_member((on ? kHours : kRate).to_string(), std::move(value));
}

void FleetView::set_hours(const std::vector<double>& hours) {
  document().form().set_member(kHours.to_string(), Json(hours));
}

void FleetView::show_load() {
  day_load_->set_hours(hours_of(document().json()));
}

bool FleetView::can_plan() {
  if (context().problem()) emit failed(tr("Cannot plan the fleet"), *context().problem());
  return context().is_ready() && !context().problem();
}

/// Marks the field with an unknown name while the user types.
void FleetView::show_names_problem(Error error) {
  error.where =
      document().name() + ": " +
      field_of_problem(error, *context().catalog(), document().json(), context().book()->regions());
  show_problem(std::move(error));
}

std::optional<TrainingRequest> FleetView::training_request() {
  if (!can_plan()) return std::nullopt;
  auto asked = training_request_from_json(document().json(), document().name());
  if (!asked) {
    show_problem(asked.error());
    return std::nullopt;
  }
  const auto types = training_types(*context().catalog(), *context().book(), *asked);
  if (!types) {
    show_names_problem(types.error());
    return std::nullopt;
  }
  document().clear_problem();
  return std::move(*asked);
}

std::optional<PlanRequest> FleetView::request() {
  if (!can_plan()) return std::nullopt;
  auto asked = plan_request_from_json(document().json(), document().name());
  if (!asked) {
    show_problem(asked.error());
    return std::nullopt;
  }
  if (const auto types = types_of(*context().catalog(), *context().book(), *asked); !types) {
    show_names_problem(types.error());
    return std::nullopt;
  }
  document().clear_problem();
  day_load_->show_problem({});
  return std::move(*asked);
}

void FleetView::show_problem(Error error) {
  bound_job_->cancel();
  document().show_problem(error);
  if (error.where.english().find(kHours.to_string()) != std::string::npos) {
    day_load_->show_problem(to_qstring(error.message));
  }
}

void FleetView::compute() {
  if (trains()) {
    bound_job_->cancel();
    (void)training_request();
    show_state();
    return emit bounded();
  }
  auto asked = request();
  show_state();
  if (!asked) return emit bounded();
  bound_timer_.start();
  bound_job_->start(
      [catalog = context().catalog(), book = context().book(), asked = std::move(*asked),
       servers = servers_, today = app::today()](TaskControl& control) {
        return bound_fleets(*catalog, *book, asked, today, kSeed, *servers, control);
      },
      [this](Result<std::vector<FleetBound>> bounds) { show_bounds(std::move(bounds)); });
}

void FleetView::show_bounds(Result<std::vector<FleetBound>> bounds) {
  if (!bounds) {
    if (bounds.error().code != ErrorCode::kCancelled) document().show_problem(bounds.error());
    return emit bounded();
  }
  bounds_ = std::move(*bounds);
  result_->set_bounds(bounds_);
  set_status(tr("Lower bounds computed in %1 ms").arg(bound_timer_.elapsed()));
  emit bounded();
}

void FleetView::plan() {
  if (!plan_job_->is_running()) start_plan();
}

void FleetView::start_plan() {
  if (is_empty()) return;
  if (trains()) {
    search(training_request(), &capacity::plan_training,
           [this](const std::shared_ptr<const TrainingPlan>& plan) {
             training_->set_plan(plan);
             return tr("%1 layouts timed, %2 jobs simulated");
           });
  } else {
    const Search<PlanRequest, FleetPlan> without_limit =
        [](const auto& catalog, const auto& book, const auto& asked, cost::Day today,
           std::uint64_t seed,
           TaskControl& control) { return plan_fleet(catalog, book, asked, today, seed, control); };
    search(request(), without_limit, [this](const std::shared_ptr<const FleetPlan>& plan) {
      result_->set_plan(plan);
      return tr("%1 configurations, %2 runs simulated");
    });
  }
}

template <class Request, class Plan, class Show>
void FleetView::search(std::optional<Request> asked, Search<Request, Plan> planner, Show show) {
  if (!asked) return;
  plan_timer_.start();
  plan_job_->start(
      [catalog = context().catalog(), book = context().book(), asked = std::move(*asked),
       today = app::today(), planner](TaskControl& control) -> Result<std::shared_ptr<const Plan>> {
        auto plan = planner(*catalog, *book, asked, today, kSeed, control);
        if (!plan) return fail(plan.error());
        return std::make_shared<const Plan>(std::move(*plan));
      },
      [this, title = document_title(), asked_json = document().json(), book = context().book(),
       show](Result<std::shared_ptr<const Plan>> plan) {
        // The kind of the document has changed, so the plan is obsolete.
        if (asks_training(asked_json) != trains()) return emit planned();
        if (!plan) return show_failure(plan.error());
        const QString counts =
            show(*plan).arg(number_text(format_count(std::ssize((*plan)->candidates))),
                            number_text(format_count((*plan)->simulations)));
        take_plan(title, asked_json, book, writers_of(*plan), counts);
      });
}

void FleetView::show_failure(const Error& error) {
  if (error.code != ErrorCode::kCancelled) {
    document().show_problem(error);
    emit failed(tr("Cannot plan the fleet"), error);
  }
  emit planned();
}

void FleetView::take_plan(const QString& title, const Json& asked,
                          std::shared_ptr<const cost::PriceBook> book, app::ReportWriters writers,
                          const QString& counts) {
  planned_ = asked;
  planned_book_ = std::move(book);
  export_button().set_report(title, std::move(writers));
  set_status(
      tr("Planned in %1 · %2")
          .arg(number_text(format_duration_ns(1e6 * static_cast<double>(plan_timer_.elapsed()))),
               counts));
  show_state();
  emit planned();
}

bool FleetView::has_plan() const {
  return trains() ? training_->plan() != nullptr : result_->plan() != nullptr;
}

bool FleetView::is_stale() const {
  if (!has_plan()) return false;
  return !same_document(planned_, document().json()) || planned_book_ != context().book();
}

void FleetView::show_state() {
  const bool stale = is_stale();
  const bool prices_only = stale && same_document(planned_, document().json());
  QString text;
  if (plan_job_->is_running()) {
    text = tr("Planning. The status bar shows the progress.");
  } else if (prices_only) {
    text = tr("The prices have changed. Plan again to update the results.");
  } else if (stale) {
    text = tr("The fields have changed. Plan again to update the results.");
  } else if (!has_plan()) {
    text = tr("Press Ctrl+Enter to plan. This takes a few seconds.");
  }
  set_style_name(*notice_, stale && !plan_job_->is_running() ? "warnText" : "muted");
  notice_->setText(text);
  const auto possible = workload();
  simulate_->setEnabled(possible.has_value());
  const auto decidable = study();
  decide_->setEnabled(decidable.has_value());
  decide_->setToolTip(decidable ? tr("Opens a migration study with this fleet as its target.")
                                : to_qstring(decidable.error().message));
  simulate_->setToolTip(possible ? tr("Opens the selected fleet in Simulate mode.")
                                 : to_qstring(possible.error().message));
}

Result<sim::Workload> FleetView::workload() const {
  if (trains()) {
    const TrainingFleet* const chosen = training_->chosen_fleet();
    if (chosen != nullptr && chosen->layout.stack) {
      return fail(ErrorCode::kInvalidArgument,
                  text_of(tr("Simulate mode does not support GPUs. nscope simulate predicts a step "
                             "on GPUs.")));
    }
    if (chosen != nullptr) return training_workload(training_->plan()->request, chosen->layout);
    return fail(ErrorCode::kInvalidArgument,
                text_of(tr("There is no fleet yet. Choose Plan first.")));
  }
  const PlannedFleet* const fleet = result_->chosen_fleet();
  if (fleet == nullptr) {
    return fail(ErrorCode::kInvalidArgument,
                text_of(tr("Choose Plan, then select an instance type that has a fleet.")));
  }
  const FleetPlan& plan = *result_->plan();
  return serving_workload(plan.request, fleet->configuration, fleet->serving,
                          fleet->replicas / std::max(1, fleet->count()));
}

Result<Json> FleetView::study() const {
  const auto none = [] {
    return fail(ErrorCode::kInvalidArgument,
                text_of(tr("Choose Plan, then select an instance type that has a fleet.")));
  };
  if (trains()) {
    if (training_->chosen_fleet() == nullptr) return none();
    return with_open_baseline(study_of(*training_->plan()));
  }
  const PlannedFleet* const fleet = result_->chosen_fleet();
  if (fleet == nullptr) return none();
  return with_open_baseline(study_of(*result_->plan(), fleet->configuration.instance));
}

void FleetView::decide() {
  const auto made = study();
  if (!made) return emit failed(tr("Cannot create a migration study for the fleet"), made.error());
  emit decide_requested(*made);
}

/// Sets the limits in the document, and plans when its fields have followed.
void FleetView::relax(const std::vector<Limit>& limits) {
  for (const Limit& limit : limits) {
    document().form().set_member("/sla/" + limit.name(), limit.seconds);
  }
  QTimer::singleShot(0, this, &FleetView::plan);
}

void FleetView::simulate() {
  const auto asked = workload();
  if (!asked) return emit failed(tr("Cannot simulate the fleet"), asked.error());
  emit simulate_requested(*asked);
}

}  // namespace nscope::gui

#include "moc_fleet_view.cpp"
