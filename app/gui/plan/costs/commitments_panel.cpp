#include "app/gui/plan/costs/commitments_panel.h"

#include "app/gui/plan/charts/card_grid.h"
#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

QString percent(double share) {
  return number_text(format_percent(share, 1));
}

QString layer_name(const cost::ServedHours::Layer& layer) {
  using Kind = cost::ServedHours::Layer::Kind;
  if (layer.kind == Kind::kSpot) return CommitmentsPanel::tr("Spot");
  if (layer.kind == Kind::kOnDemand) return CommitmentsPanel::tr("On-Demand");
  return to_qstring(layer.label);
}

}  // namespace

CommitmentsPanel::CommitmentsPanel(QWidget* parent)
    : ItemPanel(tr("Work item"),
                {tr("All On-Demand"), tr("With this mix"), tr("Saving"), tr("Coverage")}, parent),
      week_(new CurveChart),
      sweep_(new CurveChart),
      regret_(new TablePanel(tr("No other demand was computed."))) {
  auto* sweep_title = new SectionTitle(tr("Cost by coverage, cheapest offer only"));
  auto* regret_title = new SectionTitle(tr("Cost at other demand levels"));
  auto* beside = new QWidget;
  auto* side = new QVBoxLayout(beside);
  side->setContentsMargins(0, 0, 0, 0);
  side->setSpacing(12);
  side->addWidget(plan_card(sweep_title, sweep_), 3);
  regret_->view().setAccessibleName(tr("Cost at other demand levels"));
  regret_->setMinimumHeight(84);
  side->addWidget(plan_card(regret_title, regret_), 2);
  auto* week_title = new SectionTitle(tr("Demand by purchase option"));
  week_title->set_caption(tr("instances, first week"));
  auto* row = new CardGrid(2, kBesideWidth);
  row->set_parts({3, 2});
  row->add(plan_card(week_title, week_));
  row->add(beside);
  lay_out(row);
}

void CommitmentsPanel::set_priced(std::shared_ptr<const app::PricedScenario> priced_scenario) {
  priced_scenario_ = std::move(priced_scenario);
  std::vector<std::string> labels;
  for (const cost::CommitmentPanel& panel : priced_scenario_->matrix.economics.commitments) {
    labels.push_back(panel.label);
  }
  set_items(labels, priced_scenario_->matrix);
}

void CommitmentsPanel::show_item(std::size_t item) {
  const cost::CommitmentPanel& panel = priced_scenario_->matrix.economics.commitments[item];
  const auto& week = priced_scenario_->weeks[item];
  QStringList notes;
  if (!panel.missing.empty()) notes << to_qstring(panel.missing);
  for (const Text& note : panel.notes) notes << to_qstring(note);
  show_content(week.has_value(), notes.join(QStringLiteral(" · ")));
  if (!week) return;
  show_figures(panel);
  show_week(panel, *week);
  show_sweep(panel);
  show_regret(panel);
}

void CommitmentsPanel::show_figures(const cost::CommitmentPanel& panel) {
  const cost::MixCost& cost = panel.mix.cost;
  const QString horizon =
      tr("over %1 hours")
          .arg(number_text(format_count(static_cast<std::int64_t>(panel.problem.horizon_hours))));
  figure(0).set_value(usd_text(cost.all_on_demand, 0), horizon);
  figure(0).set_note(horizon);
  figure(1).set_value(
      usd_text(cost.total, 0),
      tr("Commitments %1, On-Demand %2, Spot %3")
          .arg(usd_text(cost.commitments, 0), usd_text(cost.on_demand, 0), usd_text(cost.spot, 0)));
  figure(1).set_note(panel.mix.method == cost::CommitmentMix::Method::kLayers
                         ? tr("exact optimum: break-even of each layer")
                         : tr("exact optimum: integer program"));
  const Usd saving = cost.all_on_demand - cost.total;
  figure(2).set_value(percent(cost.saving()),
                      saving.nano() >= 0
                          ? tr("%1 less than with On-Demand only").arg(usd_text(saving, 0))
                          : tr("%1 more than with On-Demand only")
                                .arg(usd_text(cost.total - cost.all_on_demand, 0)));
  figure(2).set_note(usd_text(saving, 0));
  figure(3).set_value(percent(cost.covered),
                      tr("Share of the instance-hours that commitments serve"));
  figure(3).set_note(tr("of the instance-hours"));
}

void CommitmentsPanel::show_week(const cost::CommitmentPanel& panel,
                                 const cost::ServedHours& week) {
  Curves curves;
  curves.name = tr("Demand of %1 over a week by purchase option").arg(to_qstring(panel.label));
  curves.x_label = tr("Hour of the demand (a profile starts on Monday)");
  curves.y_label = tr("Instances");
  curves.counts_y = true;
  std::vector<double> hours;
  for (std::size_t hour = 0; hour <= week.demand.size(); ++hour) {
    hours.push_back(static_cast<double>(hour));
  }
  const auto closed = [](std::vector<double> values) {
    values.push_back(values.back());
    return values;
  };
  std::size_t color = 0;
  for (const auto& layer : week.layers) {
    curves.lines.push_back({.name = layer_name(layer),
                            .x = hours,
                            .y = closed(layer.hours),
                            .color = color++,
                            .steps = true,
                            .filled = true});
  }
  curves.lines.push_back(
      {.name = tr("Demand"), .x = hours, .y = closed(week.demand), .steps = true, .dashed = true});
  constexpr double kDay = 24;
  if (hours.size() > 2 * 24) {
    for (double day = 0; day < hours.back(); day += kDay) {
      curves.ticks.emplace_back(day, tr("day %1").arg(static_cast<int>(day / kDay) + 1));
    }
  }
  week_->set_curves(std::move(curves));
}

void CommitmentsPanel::show_sweep(const cost::CommitmentPanel& panel) {
  Curves curves;
  curves.from_zero = false;
  curves.y_label = tr("USD over the horizon");
  curves.x_label = tr("Committed instances");
  curves.counts_x = true;
  Curves::Line total{.name = panel.swept ? to_qstring(panel.problem.offers[*panel.swept].label)
                                         : tr("No offer has a price")};
  curves.name = tr("Cost by coverage: %1").arg(total.name);
  const cost::CoverageStep* least = nullptr;
  for (const cost::CoverageStep& step : panel.sweep) {
    total.x.push_back(step.units);
    total.y.push_back(step.total.dollars());
    if (least == nullptr || step.total < least->total) least = &step;
  }
  if (least != nullptr) {
    curves.marks.push_back(
        {least->units, tr("%1 covered").arg(number_text(format_percent(least->covered, 0))), true});
  }
  curves.lines.push_back(std::move(total));
  sweep_->set_curves(std::move(curves));
}

void CommitmentsPanel::show_regret(const cost::CommitmentPanel& panel) {
  Table table({{"demand", text_of(tr("Demand")), "%", 0},
               {"cost", text_of(tr("This mix")), "USD", 0},
               {"best", text_of(tr("Best mix")), "USD", 0},
               {"regret", text_of(tr("Regret")), "USD", 0}});
  for (const cost::MixRegret& each : panel.regret) {
    table.add_row({each.demand_factor * 100, each.cost.dollars(), each.best.dollars(),
                   each.regret().dollars()});
  }
  regret_->set_table(std::move(table));
}

}  // namespace nscope::gui

#include "moc_commitments_panel.cpp"
