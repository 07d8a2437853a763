#include "app/gui/plan/costs/costs_view.h"

#include "app/documents/today.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/forms/scenario_fields.h"
#include "app/gui/forms/serving_fields.h"
#include "app/gui/plan/costs/cost_question.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "app/pricing/fill_scenario.h"
#include "app/pricing/simulate_item.h"
#include "costmodel/cost_report/cost_document.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/region_costs.h"
#include "profiler/base/format.h"
#include "simcore/engine/simulation/prediction.h"

#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

QString rate_text(const cost::Throughput& throughput) {
  return CostsView::tr("%1 tokens/s · %2")
      .arg(significant_text(throughput.tokens_per_second, 3),
           to_qstring(title(throughput.provenance)));
}

/// The text below the name of an item.
QString note_of(const cost::WorkEstimate& work) {
  if (!work.service) return rate_text(work.throughput);
  if (!work.has_throughput()) return CostsView::tr("no load meets the limits");
  return CostsView::tr("%1 requests/s within limits")
      .arg(number_text(fmt::format("{:.3g}", work.service->requests_per_second)));
}

/// The throughput of a workload that a scenario cannot describe, as a stated figure.
Json stated_throughput(const cost::Throughput& throughput) {
  Json rate = {{"tokens_per_second", throughput.tokens_per_second},
               {"provenance", nscope::to_string(throughput.provenance)},
               {"source", throughput.source}};
  if (throughput.low) rate["low"] = *throughput.low;
  if (throughput.high) rate["high"] = *throughput.high;
  const bool all = throughput.counted == cost::CountedTokens::kAll;
  rate["counts"] = all ? "all" : "output";
  return rate;
}

/// A cost scenario for the workload, with one copy per instance. The item is simulated with all
/// members of the workload, so that its figures are those of the Simulate page.
Json priced_workload(const sim::Workload& workload, const sim::SimulationResult& predicted,
                     const cost::Throughput& throughput) {
  const int instances = app::instances_of(workload, predicted.metrics);
  const bool describable = !workload.custom_model && workload.requests == nullptr;
  Json item = {{"label", fmt::format("{} TP {}", workload.instance, workload.tensor_parallel)},
               {"instance", workload.instance},
               {"model", workload.model},
               {"dtype", workload.weight_dtype}};
  Json rest = sim::to_json(workload);
  for (const char* key : {"batch", "input_tokens", "output_tokens", "tensor_parallel"}) {
    // A value that a workload does not have is 0 there, but must be absent in a scenario.
    if (rest.contains(key) && rest.at(key) != 0) item[key] = rest.at(key);
  }
  for (const char* key : {"schema", "model", "instance", "weight_dtype", "batch", "input_tokens",
                          "output_tokens", "tensor_parallel"}) {
    rest.erase(key);
  }
  if (instances > 1) item["count"] = instances;
  if (describable) {
    item["simulate"] = std::move(rest);
  } else {
    item["throughput"] = stated_throughput(throughput);
    if (instances > 1) item["throughput"]["scope"] = "fleet";
  }
  return {{"schema", "nscope.cost/1"},
          {"title", fmt::format("{} on {}", workload.model, workload.instance)},
          {"note", "The workload of the Simulate page, with one copy per instance."},
          {"region", "us-east-1"},
          {"work", Json::array({std::move(item)})}};
}

app::ReportWriters report_writers(std::shared_ptr<const app::PricedScenario> priced_scenario) {
  return {.document = [priced_scenario] { return cost::cost_document(priced_scenario->matrix); },
          .workbook =
              [priced_scenario](const std::string& path) {
                return cost::write_cost_workbook(priced_scenario->matrix, path, shown_language());
              },
          .json = [priced_scenario] { return cost::to_json(priced_scenario->matrix); }};
}

}  // namespace

CostsView::CostsView(PlanContext& context, QWidget* parent)
    : PlanView(context, app::BuiltIn::Kind::kScenario, tr("Scenario"), parent),
      cache_(std::make_shared<app::ThroughputCache>()),
      job_(new Job(tr("Computing costs"), this)),
      work_(new WorkList),
      results_(new CostResults) {
  document().lead().addWidget(work_);
  build_parts();
  results_->tab_row().addWidget(&export_button());
  setTabOrder(&results_->tabs(), &export_button());
  lay_out(results_, new CostQuestion, tr("New Scenario…"), tr("New scenario"));
  connect(work_, &WorkList::item_chosen, this, &CostsView::choose_item);
  connect(work_, &WorkList::add_requested, this, [this] {
    const Json& now = document().json();
    change(app::with_item(now, app::work_count(now)), static_cast<int>(app::work_count(now)));
  });
  connect(work_, &WorkList::copy_requested, this, [this] {
    const Json& now = document().json();
    change(app::with_item(now, chosen()), static_cast<int>(app::work_count(now)));
  });
  connect(work_, &WorkList::remove_requested, this,
          [this] { change(app::without_item(document().json(), chosen()), chosen_ - 1); });
  connect(work_, &WorkList::origin_requested, this, &CostsView::change_origin);
  connect(results_, &CostResults::part_requested, this,
          [this](app::ScenarioPart part) { toggle_part(part, true); });
  connect(results_, &CostResults::regions_requested, this, &CostsView::add_regions);
  connect(&results_->tables(), &CostTables::failed, this, &CostsView::failed);
  connect(&results_->tables(), &CostTables::saved, this, &CostsView::set_status);
}

void CostsView::build_parts() {
  parts_title_ = named_label("subTitle", tr("Include"));
  document().extra().addSpacing(8);
  document().extra().addWidget(parts_title_);
  const std::pair<ScenarioPart, QString> parts[] = {
      {ScenarioPart::kDemand, tr("Demand over the week")},
      {ScenarioPart::kCommitments, tr("Commitments for this demand")},
      {ScenarioPart::kSpot, tr("Spot job with checkpoints")}};
  for (const auto& [part, name] : parts) {
    auto* box = new QCheckBox(name);
    box->setToolTip(tr("Adds this part with assumptions that you can edit, or removes it."));
    connect(box, &QCheckBox::clicked, this,
            [this, which = part](bool on) { toggle_part(which, on); });
    document().extra().addWidget(box);
    parts_.emplace_back(part, box);
  }
}

QCheckBox& CostsView::part_box(app::ScenarioPart part) {
  const auto found = std::find_if(parts_.begin(), parts_.end(),
                                  [&](const auto& each) { return each.first == part; });
  return *found->second;
}

void CostsView::make_fields() {
  const auto book = context().book();
  if (context().problem() || !book) return;
  Json scenario = document().json();
  app::normalise_scenario(scenario);
  const auto count = static_cast<int>(app::work_count(scenario));
  chosen_ = std::clamp(chosen_, 0, std::max(0, count - 1));
  const Json::json_pointer traffic(fmt::format("/work/{}/serve/traffic", chosen_));
  if (scenario.contains(traffic)) make_normal_arrivals(scenario[traffic]);
  structure_ = field_structure(scenario, chosen());
  chosen_label_ = count > 0 ? app::work_label(scenario["work"][chosen()]) : std::string();
  work_->set_document(scenario, chosen_);
  auto fields = scenario_fields(scenario, chosen(), *context().catalog(), *book);
  document().form().set(std::move(scenario), std::move(fields));
  for (const auto& [part, box] : parts_) {
    box->setChecked(app::has_part(document().json(), part));
    box->setVisible(count > 0);
  }
  parts_title_->setVisible(count > 0);
}

void CostsView::show_restored() {
  make_fields();
  compute();
}

void CostsView::follow_edit() {
  if (adjusting_) return;
  adjusting_ = true;
  Json scenario = document().json();
  DocumentForm& form = document().form();
  if (chosen() < app::work_count(scenario)) {
    const std::string label = app::work_label(scenario["work"][chosen()]);
    if (label != chosen_label_ && !label.empty()) {
      const Json renamed = app::with_renamed(scenario, chosen_label_, label);
      for (const char* list : {"work", "spot"}) {
        if (renamed.contains(list) && renamed.at(list) != scenario.at(list)) {
          form.set_member(std::string("/") + list, renamed.at(list));
        }
      }
      chosen_label_ = label;
    }
  }
  // Only "stated" may have a value and a source.
  const auto utilisation = scenario.find("utilisation");
  if (utilisation != scenario.end() && app::member_text(*utilisation, "from") != "stated") {
    for (const char* key : {"value", "source"}) {
      if (utilisation->contains(key)) form.set_member(std::string("/utilisation/") + key, {});
    }
  }
  adjusting_ = false;
  if (field_structure(document().json(), chosen()) != structure_) {
    make_fields();
  } else {
    work_->set_document(document().json(), chosen_);
  }
  compute();
}

void CostsView::change(Json scenario, int chosen) {
  chosen_ = chosen;
  adjusting_ = true;
  // Set the members one by one, so that the panel is notified of the edit.
  for (const char* key :
       {"regions", "load", "demand", "utilisation", "commitments", "spot", "work"}) {
    const Json& now = document().json();
    const bool had = now.contains(key);
    if (had == scenario.contains(key) && (!had || now.at(key) == scenario.at(key))) continue;
    document().form().set_member(std::string("/") + key,
                                 scenario.contains(key) ? scenario.at(key) : Json());
  }
  adjusting_ = false;
  make_fields();
  compute();
}

void CostsView::choose_item(int index) {
  chosen_ = index;
  make_fields();
}

double CostsView::rate_of(std::size_t item) const {
  constexpr double kUnknown = 1000;  // tokens per second, until the user changes it
  if (!priced_scenario_) return kUnknown;
  const auto& work = priced_scenario_->matrix.scenario.work;
  const bool known = item < work.size() && work[item].estimate.has_throughput();
  return known ? work[item].estimate.throughput.tokens_per_second : kUnknown;
}

std::size_t CostsView::possible_item() const {
  if (!priced_scenario_) return chosen();
  const cost::CostMatrix& matrix = priced_scenario_->matrix;
  return is_impossible(matrix, chosen()) ? cheapest_item(matrix).value_or(chosen()) : chosen();
}

void CostsView::change_origin(app::Origin origin) {
  Json scenario = document().json();
  if (chosen() >= app::work_count(scenario)) return;
  if (origin == app::Origin::kRun) {
    const QString path = ask_open_file(this, {.title = tr("Summary of a measured run"),
                                              .use = FileUse::kDocument,
                                              .filters = tr("JSON (*.json)")});
    if (path.isEmpty()) return work_->set_document(scenario, chosen_);
    return use_run(to_string(path));
  }
  Json& item = scenario["work"][chosen()];
  if (app::origin_of(item) == origin) return;
  item = app::with_origin(item, origin, rate_of(chosen()), {});
  change(std::move(scenario), chosen_);
}

void CostsView::use_run(const std::string& summary_file) {
  Json scenario = document().json();
  if (chosen() >= app::work_count(scenario)) return;
  Json& item = scenario["work"][chosen()];
  item = app::with_origin(item, app::Origin::kRun, 0, summary_file);
  change(std::move(scenario), chosen_);
}

void CostsView::toggle_part(ScenarioPart part, bool on) {
  const Json& now = document().json();
  const std::size_t item = possible_item();
  change(on ? app::with_part(now, part, item, rate_of(item)) : app::without_part(now, part),
         chosen_);
}

void CostsView::add_regions() {
  const auto book = context().book();
  if (!priced_scenario_ || !book) return;
  const cost::CostMatrix& matrix = priced_scenario_->matrix;
  const auto more = cost::selling_regions(*book, matrix.scenario, matrix.as_of);
  if (more.empty()) return set_status(tr("No other region has a price."));
  change(app::with_regions(document().json(), more), chosen_);
}

void CostsView::show_document() {
  chosen_ = 0;
  fresh_ = true;
  make_fields();
  compute();
}

void CostsView::price(const sim::Workload& workload, const sim::SimulationResult& predicted) {
  const auto throughput = cost::throughput_from_metrics(
      predicted.metrics, nscope::tr("simulated, {} on {}", workload.model, workload.instance));
  if (!throughput)
    return emit failed(tr("Cannot compute the cost of the workload"), throughput.error());
  Json priced = priced_workload(workload, predicted, *throughput);
  if (auto scenario = cost::scenario_from_json(priced, "Simulate")) {
    predicted_ = Predicted{std::move(scenario->work.front()), workload, predicted};
  }
  document().set_document(std::move(priced), "Simulate");
}

void CostsView::compute() {
  if (!context().is_ready()) return;
  if (context().problem()) return emit failed(tr("Cannot compute costs"), *context().problem());
  auto asked = cost::scenario_from_json(document().json(), document().name());
  if (!asked) return document().show_problem(asked.error());
  document().clear_problem();
  if (const auto known = std::exchange(predicted_, std::nullopt)) {
    app::remember_prediction(*context().catalog(), known->item, known->workload, known->result,
                             *cache_);
  }
  timer_.start();
  job_->start(
      [catalog = context().catalog(), book = context().book(), cache = cache_,
       asked = std::move(*asked),
       today = app::today()](TaskControl& control) -> Result<app::PricedScenario> {
        auto matrix = app::price_scenario(*catalog, *book, asked, today, cache.get(), control);
        if (!matrix) return fail(matrix.error());
        return app::with_curves(std::move(*matrix), control);
      },
      [this](Result<app::PricedScenario> priced_scenario) {
        show_priced(std::move(priced_scenario));
      });
}

void CostsView::show_priced(Result<app::PricedScenario> priced_scenario) {
  if (!priced_scenario) {
    if (priced_scenario.error().code != ErrorCode::kCancelled)
      document().show_problem(priced_scenario.error());
    emit computed();
    return;
  }
  priced_scenario_ = std::make_shared<const app::PricedScenario>(std::move(*priced_scenario));
  const cost::CostMatrix& matrix = priced_scenario_->matrix;
  std::vector<QString> notes;
  for (const cost::WorkItem& item : matrix.scenario.work) {
    notes.push_back(note_of(item.estimate));
  }
  work_->set_notes(notes);
  results_->set_priced(priced_scenario_);
  if (std::exchange(fresh_, false)) results_->show_first_tab();
  export_button().set_report(document_title(), report_writers(priced_scenario_));
  // Rows at full load repeat the prices of the row before them.
  const auto rows = std::count_if(matrix.rows.begin(), matrix.rows.end(),
                                  [](const cost::CostRow& row) { return !row.full_load; });
  const auto cells = rows * std::ssize(matrix.scenario.options);
  set_status(cells == 0 ? tr("Recalculated in %1 ms").arg(timer_.elapsed())
                        : tr("Recalculated in %1 ms · %2 of %3 cells have a price")
                              .arg(timer_.elapsed())
                              .arg(matrix.priced)
                              .arg(cells));
  emit computed();
}

}  // namespace nscope::gui

#include "moc_costs_view.cpp"
