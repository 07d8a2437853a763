#include "app/gui/plan/decision/decision_view.h"

#include "app/documents/today.h"
#include "app/gui/forms/decision_fields.h"
#include "app/gui/plan/charts/card_grid.h"
#include "app/gui/plan/charts/cash_flow_chart.h"
#include "app/gui/plan/charts/npv_chart.h"
#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/plan/charts/tornado_chart.h"
#include "app/gui/plan/decision/study_question.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "app/pricing/fill_roi.h"
#include "costmodel/migration/roi_document.h"
#include "costmodel/migration/roi_tables.h"
#include "profiler/base/format.h"
#include "profiler/base/json/document_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QTimer>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kCardWidth = 430;
constexpr int kPairHeight = 34;
constexpr int kMostPairs = 20;

constexpr const char* kSides[] = {"baseline", "target"};

/// A key of the members that determine the throughput of a side: all except those about its price.
std::string work_key(const Json& side) {
  Json key = side;
  if (!key.is_object()) return {};
  for (const char* money : {"region", "option", "billing", "utilisation", "price"}) {
    key.erase(money);
  }
  return compact_text(key);
}

/// The scenario that each side refers to, or empty.
std::array<std::string, 2> scenarios_of(const Json& study) {
  std::array<std::string, 2> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Json::json_pointer place(std::string("/") + kSides[i] + "/scenario");
    if (study.contains(place)) names[i] = compact_text(study.at(place));
  }
  return names;
}

/// The data of the histogram as a table, with the percentiles as notes.
Table histogram_table(const cost::RoiResult& result) {
  const cost::MonteCarlo& trials = result.monte_carlo;
  Table table({{"from", nscope::tr("NPV from"), "USD", 0},
               {"to", nscope::tr("NPV to"), "USD", 0},
               {"trials", nscope::tr("Trials")}});
  for (std::size_t i = 0; i < trials.histogram.size(); ++i) {
    const double from = trials.first_edge + trials.bin_width * static_cast<double>(i);
    table.add_row({from, from + trials.bin_width, std::int64_t{trials.histogram[i]}});
  }
  const Table odds = cost::odds_table(result);
  for (std::size_t row = 0; row < odds.row_count(); ++row) {
    const auto cell = [&](std::size_t column) {
      return nscope::to_string(odds.at(row, column), shown_language());
    };
    table.add_note(nscope::tr("{}: p10 {}, p50 {}, p90 {}", cell(0), cell(1), cell(2), cell(3)));
  }
  for (const Text& note : odds.notes()) table.add_note(note);
  return table;
}

/// Adds the prefix by which the form finds the field: "name: /baseline/region" for
/// "baseline/region".
Error placed(Error error, const std::string& name) {
  const std::string where = error.where.english();
  if (!where.empty() && where.find(": /") == std::string::npos) {
    error.where = nscope::tr("{}: /{}", name, error.where);
  }
  return error;
}

}  // namespace

DecisionView::DecisionView(PlanContext& context, QWidget* parent)
    : PlanView(context, app::BuiltIn::Kind::kMigration, tr("Migration study"), parent),
      plan_job_(new Job(tr("Evaluating the study"), this)),
      trials_job_(new Job(tr("Running trials"), this)),
      title_(new SectionTitle(tr("Recommendation"))),
      example_(named_label("warnText")),
      verdict_(new DecisionVerdict),
      figures_(new DecisionFigures),
      what_if_(new WhatIfPanel),
      cash_(new CashFlowChart),
      tornado_(new TornadoChart),
      npv_(new NpvChart),
      pair_model_(new PurchasePairModel(this)),
      pairs_(new HeatTable(pair_model_, tr("Net present value by purchase option"))),
      concerns_title_(new SectionTitle(tr("Checks"))),
      concerns_(new FindingList(*concerns_title_)) {
  lay_out(build_result_column(), new StudyQuestion(context), tr("New Study…"), tr("New study"));
  connect(&document().form(), &DocumentForm::restructured, this, &DecisionView::follow_structure);
  connect(what_if_, &WhatIfPanel::changed, this, &DecisionView::compute);
  connect(this, &PlanView::document_state_changed, this, &DecisionView::show_origin);
}

/// Says that the figures are not those of the user.
void DecisionView::show_origin() {
  example_->setText(
      document().is_edited()
          ? tr("Figures that you have not changed are those of the example, not your own.")
          : tr("This is an example with figures that are not your own. Choose New Study… to state "
               "yours."));
  example_->setVisible(document().is_built_in());
}

void DecisionView::show_document() {
  stated_.reset();
  known_ = {};  // the files that the study refers to may have changed
  what_if_->reset();
  make_fields();
  compute();
}

void DecisionView::show_restored() {
  make_fields();
  compute();
}

void DecisionView::follow_edit() {
  // The list of items depends on the scenario.
  if (scenarios_of(document().json()) != scenarios_) make_fields();
  compute();
}

QWidget* DecisionView::build_result_column() {
  auto* column = new QWidget;
  auto* layout = new QVBoxLayout(column);
  layout->setSpacing(12);
  auto* top = new QHBoxLayout;
  top->addWidget(title_, 1);
  top->addWidget(&export_button());
  layout->addLayout(top);
  example_->setWordWrap(true);
  example_->hide();
  layout->addWidget(example_);
  layout->addWidget(verdict_);
  layout->addWidget(figures_);
  cards_ = build_cards();
  layout->addWidget(cards_);
  layout->addStretch(1);
  return column;
}

QWidget* DecisionView::build_cards() {
  cash_card_ = new ChartCard(tr("Cash flow"), cash_, tr("There are no results yet."));
  tornado_card_ = new ChartCard(tr("Sensitivity to each input"), tornado_,
                                tr("No input has a range. Add ranges on the left."));
  npv_card_ =
      new ChartCard(tr("Net present value distribution"), npv_, tr("The trials have not run yet."));
  compatibility_card_ =
      new ChartCard(tr("Compatibility"), nullptr, tr("There is nothing to check."));
  claim_card_ =
      new ChartCard(tr("Claimed saving and equal work"), nullptr, tr("The study states no runs."));
  commitments_card_ = new ChartCard(tr("Commitments of the baseline"), nullptr,
                                    tr("The study has no commitments."));
  assumptions_card_ = new ChartCard(tr("Assumptions"), nullptr, tr("There are no results yet."));
  auto* grid = new CardGrid(2, kCardWidth);
  grid->add(cash_card_);
  grid->add(what_if_);
  grid->add(tornado_card_);
  grid->add(npv_card_);
  grid->add(build_pairs(), true);
  grid->add(plan_card(concerns_title_, concerns_), true);
  grid->add(compatibility_card_, true);
  grid->add(claim_card_, true);
  grid->add(commitments_card_, true);
  grid->add(assumptions_card_, true);
  return grid;
}

QWidget* DecisionView::build_pairs() {
  pairs_->horizontalHeader()->setMinimumSectionSize(120);
  pairs_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  pairs_->verticalHeader()->setFont(ui_font(12));
  pairs_->fit_rows(kPairHeight, kMostPairs);
  auto* title = new SectionTitle(tr("Net present value by purchase option"));
  title->set_caption(tr("rows: baseline, columns: target"));
  return plan_card(title, pairs_);
}

void DecisionView::make_fields() {
  DocumentForm& form = document().form();
  form.set(document().json(),
           decision_fields(document().json(), context(), [this] { return stated_; }));
  scenarios_ = scenarios_of(document().json());
}

void DecisionView::follow_structure(const QString& pointer) {
  make_fields();
  std::string at = to_string(pointer);
  if (at.ends_with("/-")) {
    at.resize(at.size() - 2);
    const Json& list = document().json().at(Json::json_pointer(at));
    at += '/' + std::to_string(list.size() - 1);
  }
  QWidget* field = document().form().field_below(at);
  // After a removal, focus the button that adds an entry.
  if (field == nullptr) field = document().form().field_below(at.substr(0, at.rfind('/')));
  if (field == nullptr) return;
  // Wait for the layout.
  QTimer::singleShot(0, field, [this, field] {
    field->setFocus(Qt::OtherFocusReason);
    fields_column().ensureWidgetVisible(field);
  });
}

void DecisionView::show_problem(Error error) {
  document().show_problem(placed(std::move(error), document().name()));
  if (stated_) return verdict_->set_outdated(tr("result of the last valid study"));
  // Nothing of this study was evaluated yet, and results of another one would mislead.
  verdict_->show_draft(
      tr("State what is missing in the fields on the left. There is no recommendation until the "
         "study is complete."));
  show_results(false);
}

void DecisionView::show_results(bool shown) {
  figures_->setVisible(shown);
  cards_->setVisible(shown);
  if (!shown) export_button().clear_report();
}

void DecisionView::show_draft(const Json& study) {
  document().set_document(study, "Fleet");
  if (context().is_ready()) follow_structure(QStringLiteral("/baseline"));
}

void DecisionView::use_known_work(cost::RoiStudy& study) {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    cost::RoiSide& side = i == 0 ? study.baseline : study.target;
    asked_keys_[i].clear();
    if (!side.reference && !side.work.pending) continue;
    asked_keys_[i] = work_key(document().json().value(kSides[i], Json::object()));
    if (asked_keys_[i] != known_[i].key) continue;
    const auto price = side.work.estimate.price;
    const bool own_price = !side.reference;
    side.work = known_[i].work;
    if (own_price) side.work.estimate.price = price;
    side.reference.reset();
  }
}

void DecisionView::compute() {
  if (!context().is_ready()) return;
  if (context().problem())
    return emit failed(tr("Cannot evaluate the study"), *context().problem());
  if (document().is_empty()) return;
  auto asked = cost::roi_study_from_json(document().json(), document().name());
  if (!asked) return show_problem(asked.error());
  document().clear_problem();
  use_known_work(*asked);
  timer_.start();
  trials_job_->cancel();
  plan_job_->start(
      [catalog = context().catalog(), book = context().book(), asked = std::move(*asked),
       places = what_if_->moved(), today = app::today()](TaskControl& control) -> Result<Plans> {
        cost::RoiStudy study = asked;
        if (auto ok = app::fill_roi_study(*catalog, study, control); !ok) return fail(ok.error());
        auto stated = cost::evaluate_plan(*catalog, *book, study, today);
        if (!stated) return fail(stated.error());
        Plans plans;
        plans.stated = std::make_shared<const cost::RoiResult>(std::move(*stated));
        plans.shown = plans.stated;
        if (places.empty()) return plans;
        study = cost::study_with(*plans.stated, values_at(*plans.stated, places));
        auto moved = cost::evaluate_plan(*catalog, *book, study, today);
        if (!moved) return fail(moved.error());
        plans.shown = std::make_shared<const cost::RoiResult>(std::move(*moved));
        return plans;
      },
      [this](Result<Plans> plans) { show_plans(std::move(plans)); });
}

void DecisionView::show_plans(Result<Plans> plans) {
  if (!plans) {
    if (plans.error().code != ErrorCode::kCancelled) show_problem(plans.error());
    emit computed();
    return;
  }
  stated_ = plans->stated;
  show_results(true);
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const cost::RoiSide& side = i == 0 ? stated_->study.baseline : stated_->study.target;
    if (!asked_keys_[i].empty()) known_[i] = {asked_keys_[i], side.work};
  }
  const cost::RoiResult& plan = *plans->shown;
  planned_ms_ = timer_.elapsed();
  title_->set_caption(tr("prices as of %1").arg(to_qstring(cost::to_string(plan.as_of))));
  figures_->show_plan(plan);
  cash_->set_result(plans->shown);
  tornado_->set_result(plans->shown);
  pair_model_->set_result(plans->shown);
  what_if_->set_plans(stated_, plans->shown);
  show_tables(plan);
  show_concerns(plan);
  const QString drawing =
      tr("running %1 trials…").arg(number_text(format_count(plan.study.uncertainty.trials)));
  verdict_->set_outdated(drawing, true);
  npv_card_->set_caption(drawing);
  set_status(tr("Recalculated in %1 ms").arg(planned_ms_));
  emit planned();
  show_trials(plans->shown);
}

void DecisionView::show_trials(std::shared_ptr<const cost::RoiResult> plan) {
  trials_job_->start(
      [plan = std::move(plan)](TaskControl& control) -> Result<cost::RoiResult> {
        cost::RoiResult result = *plan;
        if (auto done = cost::add_trials(result, control); !done) return fail(done.error());
        return result;
      },
      [this](Result<cost::RoiResult> result) { show_result(std::move(result)); });
}

void DecisionView::show_result(Result<cost::RoiResult> result) {
  if (!result) {
    const bool cancelled = result.error().code == ErrorCode::kCancelled;
    if (!cancelled) show_problem(result.error());
    const QString why = cancelled ? tr("cancelled; no probability") : tr("no probability");
    npv_card_->set_caption(why);
    verdict_->set_outdated(why);
    emit computed();
    return;
  }
  result_ = std::make_shared<const cost::RoiResult>(std::move(*result));
  verdict_->show_result(*result_);
  figures_->show_odds(*result_);
  npv_->set_result(result_);
  npv_card_->set_caption(tr("%1 trials, seed %2")
                             .arg(number_text(format_count(result_->monte_carlo.trials)))
                             .arg(static_cast<qulonglong>(result_->monte_carlo.seed)));
  Table odds = histogram_table(*result_);
  npv_card_->set_table(std::move(odds));
  export_button().set_report(document_title(),
                             {.document = [shown = result_] { return cost::roi_document(*shown); },
                              .workbook =
                                  [shown = result_](const std::string& path) {
                                    return cost::write_roi_workbook(*shown, path, shown_language());
                                  },
                              .json = [shown = result_] { return cost::to_json(*shown); }});
  set_status(
      tr("Recalculated in %1 ms, with trials in %2 ms").arg(planned_ms_).arg(timer_.elapsed()));
  emit computed();
}

void DecisionView::show_tables(const cost::RoiResult& plan) {
  cash_card_->set_table(cost::cash_flow_table(plan));
  tornado_card_->set_table(cost::tornado_table(plan));
  if (plan.tornado.empty()) tornado_card_->show_table(true);
  compatibility_card_->set_table(cost::compatibility_table(plan));
  claim_card_->setVisible(plan.claim.has_value());
  if (plan.claim) claim_card_->set_table(cost::claim_table(plan));
  commitments_card_->setVisible(!plan.study.commitments.empty());
  commitments_card_->set_table(cost::commitments_table(plan));
  assumptions_card_->set_table(cost::assumptions_table(plan));
}

void DecisionView::show_concerns(const cost::RoiResult& result) {
  std::vector<FindingText> findings;
  for (const cost::Concern& concern : result.concerns) {
    QString title = to_qstring(concern.topic);
    if (!title.isEmpty()) title[0] = title[0].toUpper();
    if (!concern.subject.empty()) title += QStringLiteral(": ") + to_qstring(concern.subject);
    findings.push_back({concern.severity, title, to_qstring(concern.message)});
  }
  concerns_->set_findings(std::move(findings));
}

}  // namespace nscope::gui

#include "moc_decision_view.cpp"
