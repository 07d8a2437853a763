#include "app/gui/plan/fleet/training_chart.h"

#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

using namespace capacity;

/// Fleets that cost more than kDearest times the cheapest one, or take longer than kLongest times
/// the deadline, are not drawn, so that the others stay readable.
constexpr double kDearest = 30;
constexpr double kLongest = 3;

double days(const TrainingFleet& fleet) {
  return fleet.likely_hours / cost::kHoursPerDay;
}

/// The types with a colour of their own, the cheapest first; the others are muted.
constexpr std::size_t kMostTypes = 9;

/// The marker of the n-th type; types with the same colour have different ones.
QCPScatterStyle::ScatterShape shape_of(std::size_t index) {
  constexpr QCPScatterStyle::ScatterShape kShapes[] = {
      QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle,
      QCPScatterStyle::ssTriangleInverted};
  return kShapes[index / series_color_count() % std::size(kShapes)];
}

}  // namespace

TrainingChart::TrainingChart(QWidget* parent)
    : PlanChart(tr("Time and cost of the fleets"), parent) {}

void TrainingChart::set_plan(std::shared_ptr<const TrainingPlan> plan) {
  plan_ = std::move(plan);
  shown_.clear();
  if (plan_) {
    double least = HUGE_VAL;
    for (const TrainingFleet& fleet : plan_->fleets) {
      least = std::min(least, fleet.bill.expected.dollars());
    }
    double longest = HUGE_VAL;
    if (plan_->request.job.deadline_days) longest = kLongest * *plan_->request.job.deadline_days;
    for (std::size_t i = 0; i < plan_->fleets.size(); ++i) {
      const TrainingFleet& fleet = plan_->fleets[i];
      const bool far = fleet.bill.expected.dollars() > kDearest * least || days(fleet) > longest;
      if (!far || plan_->best == i) shown_.push_back(i);
    }
  }
  rebuild();
}

void TrainingChart::add_type(const std::string& instance, std::size_t color, int others) {
  const QColor ink = color > kMostTypes ? current_tokens().muted : series_color(color);
  for (const bool held : {false, true}) {
    QVector<double> keys;
    QVector<double> values;
    for (const std::size_t i : shown_) {
      const TrainingFleet& fleet = plan_->fleets[i];
      if (fleet.layout.instance != instance || meets_limits(fleet) != held) continue;
      keys << days(fleet);
      values << fleet.bill.expected.dollars();
    }
    if (keys.isEmpty()) continue;
    auto* graph = plot().addGraph();
    // One legend entry explains the small markers of all types.
    const bool explained = !held && std::exchange(small_are_explained_, true);
    const bool named = color <= kMostTypes;
    const bool first_other = color == kMostTypes + 1;
    graph->setName(!held   ? tr("small: misses the limits")
                   : named ? to_qstring(instance)
                           : tr("other types: %1").arg(number_text(format_count(others))));
    if (explained || (held && !named && !first_other)) graph->removeFromLegend();
    if (!named) graph->setLayer(QStringLiteral("grid"));  // below the others
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setPen(QPen(ink));
    graph->setScatterStyle(QCPScatterStyle(shape_of(color - 1), ink,
                                           held ? ink : current_tokens().panel, held ? 8 : 6));
    graph->setData(keys, values);
  }
}

void TrainingChart::add_best() {
  if (!plan_->best) return;
  const TrainingFleet& best = plan_->fleets[*plan_->best];
  const Tokens& t = current_tokens();
  auto* graph = plot().addGraph();
  graph->setName(tr("cheapest fleet"));
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setPen(QPen(t.accent));
  graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, t.accent, t.accent, 14));
  graph->setData(QVector<double>{days(best)}, QVector<double>{best.bill.expected.dollars()});
  add_point_label(days(best), best.bill.expected.dollars(),
                  count_text(best.layout.nodes, best.layout.instance), t.text, true);
}

void TrainingChart::draw() {
  const auto& job = plan_->request.job;
  double right = job.deadline_days.value_or(0);
  double top = plan_->request.budget ? plan_->request.budget->dollars() : 0;
  double bottom = HUGE_VAL;
  for (const std::size_t i : shown_) {
    right = std::max(right, days(plan_->fleets[i]));
    top = std::max(top, plan_->fleets[i].bill.expected.dollars());
    bottom = std::min(bottom, plan_->fleets[i].bill.expected.dollars());
  }
  plot().xAxis->setLabel(
      tr("p%1 duration (days)").arg(number_text(fmt::format("{:g}", 100 * plan_->request.chance))));
  plot().yAxis->setLabel(tr("Expected cost of the job (USD)"));
  plot().yAxis->setScaleType(QCPAxis::stLogarithmic);
  plot().yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog));
  plot().yAxis->setNumberFormat(QStringLiteral("f"));
  plot().yAxis->setNumberPrecision(0);
  plot().xAxis->setRange(0, std::max(right * 1.08, 1e-6));
  const double room = std::pow(std::max(1.0, top / bottom), 0.15);  // for the label of the budget
  plot().yAxis->setRange(std::max(bottom / 2.2, 1e-3), std::max(top * std::max(1.4, room), 1e-2));
  if (job.deadline_days) add_line(*job.deadline_days, tr("deadline"), current_tokens().bad);
  if (plan_->request.budget) {
    add_level(plan_->request.budget->dollars(), tr("budget"), current_tokens().warn);
  }
  std::size_t color = 1;
  small_are_explained_ = false;
  std::vector<std::string> drawn;
  for (const TrainingTypeSummary& type : plan_->types) {
    const bool any = std::any_of(shown_.begin(), shown_.end(), [&](std::size_t i) {
      return plan_->fleets[i].layout.instance == type.instance;
    });
    if (any) drawn.push_back(type.instance);
  }
  const int others = std::max(0, static_cast<int>(drawn.size()) - static_cast<int>(kMostTypes));
  for (const std::string& type : drawn) add_type(type, color++, others);
  add_best();
  plot().legend->setVisible(true);
}

QString TrainingChart::tip(std::size_t index) const {
  const TrainingFleet& fleet = plan_->fleets[index];
  QString text = QStringLiteral("<b>%1</b><br>%2<table>")
                     .arg(count_text(fleet.layout.nodes, fleet.layout.instance).toHtmlEscaped(),
                          to_qstring(fleet.layout.text()).toHtmlEscaped());
  text += tip_row(tr("Purchase option"), offer_title(fleet.offer));
  text += tip_row(tr("Expected cost"), usd_text(fleet.bill.expected, 0));
  text += tip_row(tr("p10 to p90"),
                  tr("%1 to %2").arg(usd_text(fleet.bill.low, 0), usd_text(fleet.bill.high, 0)));
  text +=
      tip_row(tr("Duration"), tr("%1 days").arg(number_text(fmt::format("{:.1f}", days(fleet)))));
  if (fleet.refusal && plan_->best != index) {
    text += tip_row(tr("Rejected"), to_qstring(fleet.refusal->reason));
  }
  return rich_tip(text + QStringLiteral("</table>"));
}

Table TrainingChart::table() const {
  const auto title = [](const QString& text) { return text_of(text); };
  Table table({{"instance", title(tr("Instance type"))},
               {"nodes", title(tr("Nodes"))},
               {"bought", title(tr("Purchase option"))},
               {"days", title(tr("Duration")), to_string(tr("days")), 1},
               {"usd", title(tr("Expected cost")), "USD", 0},
               {"low", title(tr("p10 cost")), "USD", 0},
               {"high", title(tr("p90 cost")), "USD", 0},
               {"layout", title(tr("Layout"))},
               {"lost", title(tr("Rejected"))}});
  for (const std::size_t i : shown_) {
    const TrainingFleet& fleet = plan_->fleets[i];
    const bool best = plan_->best == i;
    table.add_row({fleet.layout.instance, std::int64_t{fleet.layout.nodes},
                   title(offer_title(fleet.offer)), days(fleet), fleet.bill.expected.dollars(),
                   fleet.bill.low.dollars(), fleet.bill.high.dollars(), fleet.layout.text(),
                   best            ? title(tr("cheapest fleet"))
                   : fleet.refusal ? fleet.refusal->reason
                                   : Text()});
  }
  return table;
}

QString TrainingChart::text_at(double x, double y) const {
  const QPointF place(plot().xAxis->coordToPixel(x), plot().yAxis->coordToPixel(y));
  // Of fleets at the same position, show the first: the cheapest that meets the limits.
  const auto found = nearest(place, shown_.size(), [this](std::size_t i) {
    const TrainingFleet& fleet = plan_->fleets[shown_[i]];
    return QPointF(plot().xAxis->coordToPixel(days(fleet)),
                   plot().yAxis->coordToPixel(fleet.bill.expected.dollars()));
  });
  return found ? tip(shown_[*found]) : QString();
}

}  // namespace nscope::gui

#include "moc_training_chart.cpp"
