#include "app/gui/plan/fleet/training_result.h"

#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <QVBoxLayout>
#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

using namespace capacity;

QString days_text(double hours) {
  return number_text(fmt::format("{:.1f}", hours / cost::kHoursPerDay));
}

/// The rejected instance types and layouts in one table.
Table lost_table(const TrainingPlan& plan) {
  Table table({{"instance", text_of(tr("Instance type"))},
               {"rule", text_of(tr("Rule"))},
               {"layouts", text_of(tr("Layouts"))},
               {"example", text_of(tr("Reason"))}});
  std::vector<std::vector<Cell>> rows;
  for (const TrainingTypeSummary& type : plan.types) {
    if (type.fleet) continue;
    add_refused_row(rows,
                    {type.instance, type.rule ? Text(title(*type.rule)) : Text(),
                     std::int64_t{type.layouts}, type.why_not},
                    2);
  }
  for (std::vector<Cell>& row : rows) table.add_row(std::move(row));
  const Table refused = refused_table(plan);
  for (std::size_t row = 0; row < refused.row_count(); ++row) table.add_row(refused.row(row));
  table.add_note(counts_sentence(plan));
  return table;
}

/// The table with these columns first, which decide between its rows; narrow windows show the
/// others when they are scrolled.
Table with_first(const Table& table, std::initializer_list<std::string_view> ids) {
  std::vector<std::size_t> order;
  for (const std::string_view id : ids) {
    if (const auto column = find_column(table, id)) order.push_back(*column);
  }
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    if (std::ranges::find(order, c) == order.end()) order.push_back(c);
  }
  std::vector<Table::Column> columns;
  for (const std::size_t c : order) columns.push_back(table.columns()[c]);
  Table result(std::move(columns));
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    std::vector<Cell> cells;
    for (const std::size_t c : order) cells.push_back(table.at(row, c));
    result.add_row(std::move(cells));
  }
  for (const Text& note : table.notes()) result.add_note(note);
  return result;
}

}  // namespace

TrainingResult::TrainingResult(QWidget* parent)
    : QWidget(parent),
      sentence_(named_label("sectionTitle")),
      details_(named_label("muted")),
      nodes_(new KeyFigure(tr("Nodes"))),
      days_(new KeyFigure(tr("Mean duration (days)"))),
      cost_(new KeyFigure(tr("Expected cost (USD)"))),
      million_(new KeyFigure(tr("USD per 1M tokens"))),
      in_time_(new KeyFigure(tr("On-time probability"))),
      figures_(figure_row({nodes_, days_, cost_, million_, in_time_})),
      pages_(new TabbedPages(tr("Parts of the plan"))),
      chart_(new TrainingChart),
      chart_card_(new ChartCard(tr("Time and cost"), chart_, tr("Choose Plan to see fleets."))),
      types_(new ChartCard(tr("Best fleet of each instance type"), nullptr,
                           tr("No instance type meets the limits."))),
      job_(new ChartCard(tr("Job on the cheapest fleet"), nullptr, tr("There is no fleet."))),
      ways_(new ChartCard(tr("Same nodes with other purchase options"), nullptr,
                          tr("There is no fleet."))),
      sizes_(new ChartCard(tr("Other node counts"), nullptr, tr("There is no fleet."))),
      deadlines_(
          new ChartCard(tr("Other deadlines"), nullptr, tr("Choose Plan to see other deadlines."))),
      rejected_(new ChartCard(tr("Rejected configurations"), nullptr, tr("None rejected."))),
      assumptions_(new AssumptionsCard) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  auto* answer = new QFrame;
  lay_out_summary(*answer, {sentence_, figures_, details_});
  layout->addWidget(answer);
  layout->addWidget(pages_, 1);
  pages_->add(page_of({chart_card_, types_}), tr("Instance types"));
  pages_->add(job_, tr("Job"));
  pages_->add(page_of({ways_, sizes_}), tr("Other purchase options"));
  pages_->add(deadlines_, tr("Other deadlines"));
  pages_->add(rejected_, tr("Rejected configurations"));
  pages_->add(assumptions_, tr("Assumptions"));
  set_plan(nullptr);
}

void TrainingResult::set_plan(std::shared_ptr<const TrainingPlan> plan) {
  plan_ = std::move(plan);
  chart_->set_plan(plan_);
  show_figures();
  show_tables();
}

void TrainingResult::show_figures() {
  figures_->setVisible(plan_ && plan_->best);
  if (!plan_) {
    sentence_->setText(tr("What is the cheapest fleet that finishes this training in time?"));
    details_->setText(
        tr("Choose Plan to time every layout that divides the work evenly and to simulate the job "
           "with its failures."));
    return;
  }
  const std::vector<Text> lines = summary_sentences(*plan_);
  QStringList rest;
  for (std::size_t i = 1; i < lines.size(); ++i) rest << to_qstring(lines[i]);
  details_->setText(rest.join(QLatin1Char('\n')));
  if (!plan_->best) {
    sentence_->setText(to_qstring(lines.front()));
    return;
  }
  const TrainingFleet& best = plan_->fleets[*plan_->best];
  sentence_->setText(tr("%1 for %2: %3")
                         .arg(count_text(best.layout.nodes, best.layout.instance),
                              usd_text(best.bill.expected, 0), to_qstring(best.layout.text())));
  const QString price = offer_tip(best.offer);
  nodes_->set_value(number_text(format_count(best.layout.nodes)), to_qstring(best.layout.text()));
  nodes_->set_note(best.spares > 0 ? tr("plus %1 spare").arg(best.spares)
                                   : offer_title(best.offer));
  days_->set_value(days_text(best.times.mean_hours()),
                   tr("Mean of the simulated jobs that finish"));
  days_->set_note(tr("p%1: %2").arg(number_text(fmt::format("{:g}", 100 * plan_->request.chance)),
                                    days_text(best.likely_hours)));
  cost_->set_value(number_text(format_usd(best.bill.expected, 0)), price);
  cost_->set_note(tr("p10 to p90: %1 to %2")
                      .arg(number_text(format_usd(best.bill.low, 0)),
                           number_text(format_usd(best.bill.high, 0))));
  million_->set_value(per_million_text(best.per_million_tokens), price);
  in_time_->setVisible(best.in_time.has_value());
  if (!best.in_time) return;
  in_time_->set_value(number_text(format_percent(best.in_time->value)),
                      tr("Share of %1 simulated jobs that meet the deadline")
                          .arg(number_text(format_count(best.times.trials))));
  // The interval of jobs that all meet the deadline would read "100.0 % to 100.0 %".
  const bool all = best.in_time->value == 1;
  in_time_->set_note(all ? QString()
                         : tr("90 % confidence interval: %1 to %2")
                               .arg(number_text(format_percent(best.in_time->low)),
                                    number_text(format_percent(best.in_time->high))));
}

void TrainingResult::show_tables() {
  const TrainingPlan none;
  const TrainingPlan& shown = plan_ ? *plan_ : none;
  chart_card_->set_table(chart_->table());
  types_->set_table(with_first(types_table(shown), {"instance", "nodes", "usd", "likely_days",
                                                    "in_time", "domain", "option", "region"}));
  job_->set_table(shown.best ? job_table(shown, shown.fleets[*shown.best]) : Table());
  ways_->set_table(
      with_first(ways_table(shown), {"option", "region", "usd", "likely_days", "in_time", "fate"}));
  sizes_->set_table(
      with_first(sizes_table(shown), {"nodes", "usd", "likely_days", "in_time", "fate"}));
  deadlines_->set_table(deadlines_table(shown));
  rejected_->set_table(plan_ ? lost_table(shown) : Table());
  QStringList more;
  if (plan_) {
    more << tr("Prices as of %1").arg(to_qstring(cost::to_string(shown.as_of)));
    more << tr("Seed %1").arg(shown.seed);
  }
  assumptions_->set_lines(shown.assumptions, more);
}

const TrainingFleet* TrainingResult::chosen_fleet() const {
  return plan_ && plan_->best ? &plan_->fleets[*plan_->best] : nullptr;
}

}  // namespace nscope::gui

#include "moc_training_result.cpp"
