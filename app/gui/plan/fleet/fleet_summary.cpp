#include "app/gui/plan/fleet/fleet_summary.h"

#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/text.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>

namespace nscope::gui {

using namespace capacity;

namespace {

/// "error band 1,500.00 – 2,500.00": the costs at the ends of the error band.
QString band_note(const PlannedFleet& fleet, Usd each, const std::function<QString(Usd)>& text) {
  const auto& band = fleet.widened ? fleet.widened : fleet.measured;
  if (!band) return FleetSummary::tr("no error band");
  QStringList ends;
  for (const auto& serving : band->serving) {
    const auto count = static_cast<std::int64_t>(serving.value_or(0) + fleet.spare);
    ends << (serving ? text(each * count) : FleetSummary::tr("no fleet"));
  }
  return FleetSummary::tr("error band %1").arg(ends.join(QStringLiteral(" – ")));
}

}  // namespace

FleetSummary::FleetSummary(QWidget* parent)
    : QFrame(parent),
      sentence_(named_label("sectionTitle")),
      configuration_(named_label("muted")),
      count_(new KeyFigure(tr("Instances"))),
      hour_(new KeyFigure(tr("USD per hour"))),
      month_(new KeyFigure(tr("USD per month"))),
      million_(new KeyFigure(tr("USD per 1M output tokens"))),
      latency_(new KeyFigure(tr("Latency"))),
      figures_(figure_row({count_, hour_, month_, million_, latency_})),
      remarks_(named_label("warnText")),
      confidence_(named_label("muted")),
      relax_(new QPushButton) {
  auto* row = new QWidget;
  auto* buttons = new QHBoxLayout(row);
  buttons->setContentsMargins(0, 0, 0, 0);
  buttons->addWidget(relax_);
  buttons->addStretch(1);
  lay_out_summary(*this, {sentence_, configuration_, figures_, remarks_, row, confidence_});
  connect(relax_, &QPushButton::clicked, this, [this] { emit relax_requested(nearest_); });
  set_bounds({});
}

void FleetSummary::show_text(QLabel* label, const QStringList& lines) {
  label->setText(lines.join(QLatin1Char('\n')));
  label->setVisible(!lines.isEmpty());
}

/// Offers the limits of the first point of the frontier that has a fleet.
void FleetSummary::show_relaxation(const FleetPlan* plan) {
  nearest_.clear();
  if (plan != nullptr && !plan->best) {
    const auto point = std::find_if(plan->frontier.begin(), plan->frontier.end(),
                                    [](const FrontierPoint& each) { return each.fleet && each.factor > 1; });
    if (point != plan->frontier.end()) nearest_ = point->limits;
  }
  relax_->setVisible(!nearest_.empty());
  if (nearest_.empty()) return;
  QStringList limits;
  for (const Limit& limit : nearest_) {
    limits << tr("%1 within %2").arg(to_qstring(limit.title()), seconds_text(limit.seconds));
  }
  relax_->setText(tr("Relax to %1 and Plan").arg(limits.join(QStringLiteral(", "))));
  relax_->setToolTip(tr("Changes the limits on the left and plans again. You can undo the change."));
}

void FleetSummary::set_bounds(const std::vector<FleetBound>& bounds) {
  show_relaxation(nullptr);
  figures_->hide();
  configuration_->hide();
  show_text(confidence_, {});
  if (bounds.empty()) {
    sentence_->setText(tr("What is the cheapest fleet for this traffic?"));
    show_text(remarks_, {});
    return;
  }
  const FleetBound& first = bounds.front();
  const bool possible = first.configuration && !first.rule;
  sentence_->setText(
      possible ? tr("At least %1 for %2 per hour (lower bound).")
                     .arg(count_text(first.instances, first.instance), usd_text(*first.per_hour))
               : tr("None of these instance types can serve this traffic as stated."));
  configuration_->setText(
      tr("The lower bound ignores queueing. Choose Plan to find the cheapest fleet that meets the "
         "limits; settings that the document leaves open may be relaxed."));
  configuration_->show();
  show_text(remarks_, {});
}

void FleetSummary::show_figures(const FleetPlan& plan) {
  const PlannedFleet& best = *plan.best;
  const Usd each = best.offer.priced()->per_hour;
  const QString price = offer_tip(best.offer);
  const auto& band = best.widened ? best.widened : best.measured;
  count_->set_value(
      number_text(format_count(best.count())),
      tr("%1 replicas. The note gives the number of instances at both ends of the 90 % error "
         "band.")
          .arg(number_text(format_count(best.replicas))));
  QStringList counts;
  if (band) {
    for (const auto& serving : band->serving) {
      counts << (serving ? number_text(format_count(*serving + best.spare)) : tr("no fleet"));
    }
  }
  count_->set_note(band ? tr("error band %1").arg(counts.join(QStringLiteral(" – ")))
                        : tr("no error band"));
  const auto cents = [](Usd amount) { return number_text(format_usd(amount)); };
  const auto dollars = [](Usd amount) { return number_text(format_usd(amount, 0)); };
  hour_->set_value(cents(best.per_hour), price);
  hour_->set_note(band_note(best, each, cents));
  month_->set_value(dollars(best.per_month), price);
  month_->set_note(band_note(best, cost::monthly_cost(each, 1), dollars));
  million_->set_value(per_million_text(best.per_million_output_tokens),
                      tr("At the stated load") + price);
  million_->set_note(band_note(
      best, best.per_million_output_tokens * (1.0 / std::max(1, best.count())), per_million_text));
  const LatencyFigures* shown = best.figures.empty() ? nullptr : &best.figures.back();
  for (const LatencyFigures& figures : best.figures) {
    if (!plan.request.limits.empty() && figures.latency == plan.request.limits.back().latency) {
      shown = &figures;
    }
  }
  latency_->setVisible(shown != nullptr);
  if (shown == nullptr) return;
  latency_->set_label(to_qstring(shown->title()));
  latency_->set_value(seconds_text(shown->tail.value),
                      tr("Simulated; 95 % confidence interval: %1 to %2")
                          .arg(seconds_text(shown->tail.low), seconds_text(shown->tail.high)));
  const auto at = static_cast<std::size_t>(shown->latency);
  latency_->set_note(band ? tr("error band %1 – %2")
                                .arg(seconds_text(band->tail[0][at]), seconds_text(band->tail[1][at]))
                          : tr("no error band"));
}

void FleetSummary::set_plan(const FleetPlan& plan) {
  show_relaxation(&plan);
  sentence_->setText(summary_sentence(plan));
  figures_->setVisible(plan.best.has_value());
  configuration_->setVisible(plan.best.has_value());
  if (plan.best) {
    const PlannedFleet& best = *plan.best;
    configuration_->setText(
        tr("%1. %2 replicas at %3 of their maximum load, with %4 of the batch slots in use.")
            .arg(to_qstring(best.configuration.text()), number_text(format_count(best.replicas)),
                 number_text(format_percent(best.load, 0)),
                 number_text(format_percent(best.slot_occupancy, 0))));
    show_figures(plan);
  }
  show_text(remarks_, summary_remarks(plan));
  show_text(confidence_, confidence_lines(plan));
}

}  // namespace nscope::gui

#include "moc_fleet_summary.cpp"
