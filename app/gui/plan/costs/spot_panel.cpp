#include "app/gui/plan/costs/spot_panel.h"

#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr double kMinutes = 60;

QString hours(double value) {
  return number_text(group_thousands(fmt::format("{:.1f}", value))) + QStringLiteral(" h");
}

QString minutes(double interval_hours) {
  return number_text(fmt::format("{:.0f}", interval_hours * kMinutes)) + QStringLiteral(" min");
}

}  // namespace

SpotJobPanel::SpotJobPanel(QWidget* parent)
    : ItemPanel(tr("Spot job"),
                {tr("Expected time"), tr("Spot cost"), tr("On-Demand cost"),
                 tr("Break-even interruption rate")},
                parent),
      chart_(new CurveChart),
      table_(new TablePanel(tr("The results of this job are unknown."))) {
  auto* chart_title = new SectionTitle(tr("Cost by checkpoint interval"));
  chart_title->set_caption(tr("expected cost in USD"));
  table_->view().setAccessibleName(tr("Results of the job"));
  table_->setMinimumHeight(200);
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  column->addWidget(plan_card(chart_title, chart_), 1);
  column->addWidget(plan_card(new SectionTitle(tr("Time, cost and break-even")), table_), 1);
  lay_out(content);
}

void SpotJobPanel::set_priced(std::shared_ptr<const app::PricedScenario> priced_scenario) {
  priced_scenario_ = std::move(priced_scenario);
  std::vector<std::string> labels;
  for (const cost::SpotPanel& panel : priced_scenario_->matrix.economics.spot) {
    labels.push_back(panel.label);
  }
  set_items(labels, priced_scenario_->matrix);
}

void SpotJobPanel::show_item(std::size_t item) {
  const cost::SpotPanel& panel = priced_scenario_->matrix.economics.spot[item];
  const auto& curve = priced_scenario_->intervals[item];
  show_content(curve.has_value(),
               curve ? tr("Interruptions: %1. Prices: %2.")
                           .arg(to_qstring(panel.hazard_source), to_qstring(panel.price_source))
                     : tr("Unknown: %1.").arg(to_qstring(panel.missing)));
  if (!curve) return;
  show_figures(panel);
  show_curve(panel, *curve);
  show_table(panel);
}

void SpotJobPanel::show_figures(const cost::SpotPanel& panel) {
  const cost::SpotExpectation& e = panel.expected;
  figure(0).set_value(hours(e.wall_hours()),
                      tr("%1 of work; %2 to %3 in 80 % of simulated jobs")
                          .arg(hours(panel.job.work_hours), hours(panel.trials.p10_wall_hours),
                               hours(panel.trials.p90_wall_hours)));
  figure(0).set_note(tr("with a checkpoint every %1").arg(minutes(e.interval_hours)));
  figure(1).set_value(usd_text(e.compute, 0),
                      tr("%1 to %2 in 80 % of simulated jobs")
                          .arg(usd_text(panel.trials.p10, 0), usd_text(panel.trials.p90, 0)));
  const double saving = 1 - e.compute / e.on_demand;
  const QString change = number_text(format_percent(std::abs(saving), 1));
  figure(1).set_note(saving >= 0 ? tr("%1 less than On-Demand").arg(change)
                                 : tr("%1 more than On-Demand").arg(change));
  figure(2).set_value(usd_text(e.on_demand, 0), tr("Without interruptions and checkpoints"));
  figure(2).set_note(tr("without interruptions"));
  figure(3).set_value(panel.break_even.hazard
                          ? tr("one in %1").arg(hours(1 / *panel.break_even.hazard))
                          : tr("above 1 per hour"),
                      tr("Interruption rate of a node below which Spot is cheaper"));
  figure(3).set_note(panel.job.hazard > 0
                         ? tr("assumed rate: one in %1").arg(hours(1 / panel.job.hazard))
                         : tr("assumed: no interruptions"));
}

void SpotJobPanel::show_curve(const cost::SpotPanel& panel, const cost::IntervalCurve& curve) {
  Curves curves;
  curves.name = tr("Cost of %1 by checkpoint interval").arg(to_qstring(panel.label));
  curves.x_label = tr("Minutes between checkpoints");
  curves.y_label = tr("USD");
  curves.log_x = true;
  curves.from_zero = false;
  Curves::Line line{.name = tr("Spot, expected cost")};
  for (const cost::IntervalPoint& point : curve.points) {
    line.x.push_back(point.interval_hours * kMinutes);
    line.y.push_back(point.compute.dollars());
  }
  curves.lines.push_back(std::move(line));
  const auto mark = [&](const QString& name, const cost::IntervalPoint& point, bool main) {
    curves.marks.push_back({point.interval_hours * kMinutes,
                            name + QStringLiteral(" ") + minutes(point.interval_hours), main});
  };
  mark(tr("Optimum"), curve.best, true);
  if (curve.daly) mark(QStringLiteral("Daly"), *curve.daly, false);
  if (curve.young) mark(QStringLiteral("Young"), *curve.young, false);
  if (curve.stated) mark(tr("Stated"), *curve.stated, false);
  chart_->set_curves(std::move(curves));
}

void SpotJobPanel::show_table(const cost::SpotPanel& panel) {
  cost::ScenarioEconomics one;
  one.spot.push_back(panel);
  for (cost::EconomicsSection& section : cost::economics_sections(one)) {
    table_->set_table(std::move(section.table));
  }
  table_->hide_column("work");
}

}  // namespace nscope::gui

#include "moc_spot_panel.cpp"
