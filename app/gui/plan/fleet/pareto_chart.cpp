#include "app/gui/plan/fleet/pareto_chart.h"

#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

using PointKind = FleetPoint::Kind;

constexpr int kFleetChartHeight = 320;

}  // namespace

ParetoChart::ParetoChart(QWidget* parent)
    : PlanChart(tr("Latency and cost of the fleets"), parent) {
  plot().setMinimumHeight(kFleetChartHeight);
}

void ParetoChart::set_points(std::vector<FleetPoint> points, capacity::Latency latency,
                             std::optional<capacity::Limit> limit) {
  points_ = std::move(points);
  latency_ = latency;
  limit_ = limit;
  rebuild();
}

void ParetoChart::draw() {
  plot().yAxis->setLabel(tr("USD per hour"));
  double right = limit_ ? limit_->seconds : 0;
  double top = 0;
  double bottom = HUGE_VAL;
  for (const FleetPoint& point : points_) {
    right = std::max(right, point.latency);
    if (point.band && std::isfinite(point.band->second)) {
      right = std::max(right, std::min(point.band->second, 3 * point.latency));
    }
    top = std::max({top, point.usd_per_hour,
                    std::min(point.usd_band.second.value_or(0), 3 * point.usd_per_hour)});
    bottom = std::min(bottom, point.usd_per_hour);
  }
  constexpr double kMilliseconds = 1000;
  per_second_ = right < 1 ? kMilliseconds : 1;
  plot().xAxis->setLabel(
      QStringLiteral("%1 (%2)").arg(latency_text(), QLatin1String(right < 1 ? "ms" : "s")));
  // If the costs differ by more than this factor, a linear axis would put the low ones on the x
  // axis.
  constexpr double kWide = 20;
  const bool logarithmic = top > kWide * bottom;
  plot().yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  plot().yAxis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                      : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
  plot().yAxis->setNumberFormat(QStringLiteral("f"));
  plot().yAxis->setNumberPrecision(top < 10 ? 1 : 0);
  plot().xAxis->setRange(0, std::max(right * 1.12, 1e-6) * per_second_);
  plot().yAxis->setRange(logarithmic ? bottom / 2 : 0,
                         std::max(top * (logarithmic ? 2 : 1.18), 1e-6));
  if (limit_) {
    add_line(limit_->seconds * per_second_, tr("p%1 limit").arg(std::lround(limit_->share * 100)),
             current_tokens().bad);
  }
  add_frontier();
  add_bands();
  add_markers();
  plot().legend->setVisible(true);
}

/// Longer limits allow cheaper fleets. A step lasts until the next cheaper fleet meets the limit.
void ParetoChart::add_frontier() {
  QVector<double> keys;
  QVector<double> values;
  for (const FleetPoint& point : points_) {
    if (point.kind == PointKind::kOtherLimits) {
      keys << point.latency * per_second_;
      values << point.usd_per_hour;
    }
  }
  if (keys.isEmpty()) return;
  const QColor color = current_tokens().muted;
  auto* graph = plot().addGraph();
  graph->setName(tr("fleets for longer limits"));
  graph->setLineStyle(QCPGraph::lsStepLeft);
  graph->setPen(QPen(color, 1.2));
  graph->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssSquare, color, current_tokens().panel, 7));
  graph->setData(keys, values);
}

/// Draws the error band of the model as a cross through each fleet.
void ParetoChart::add_bands() {
  const QColor color = mixed(current_tokens().panel, current_tokens().text, 0.55);
  for (const FleetPoint& point : points_) {
    if (!point.band) continue;
    const auto line = [&](double x1, double y1, double x2, double y2) {
      auto* item = new QCPItemLine(&plot());
      item->start->setCoords(x1 * per_second_, y1);
      item->end->setCoords(x2 * per_second_, y2);
      item->setPen(QPen(color, 1.2));
      item->setHead(QCPLineEnding(QCPLineEnding::esBar, 7, 7));
      item->setTail(QCPLineEnding(QCPLineEnding::esBar, 7, 7));
    };
    const double end = std::isfinite(point.band->second)
                           ? point.band->second
                           : plot().xAxis->range().upper * 2 / per_second_;
    line(point.band->first, point.usd_per_hour, end, point.usd_per_hour);
    if (point.usd_band.first && point.usd_band.second &&
        *point.usd_band.first < *point.usd_band.second) {
      line(point.latency, *point.usd_band.first, point.latency, *point.usd_band.second);
    }
  }
}

void ParetoChart::add_markers() {
  const Tokens& t = current_tokens();
  // The label of the cheapest fleet has precedence.
  for (const PointKind kind : {PointKind::kBest, PointKind::kType}) {
    QVector<double> keys;
    QVector<double> values;
    for (const FleetPoint& point : points_) {
      if (point.kind != kind) continue;
      keys << point.latency * per_second_;
      values << point.usd_per_hour;
      const bool strong = kind == PointKind::kBest;
      add_point_label(point.latency * per_second_, point.usd_per_hour,
                      count_text(point.count, point.instance), strong ? t.text : t.muted, strong);
    }
    if (keys.isEmpty()) continue;
    const bool best = kind == PointKind::kBest;
    const QColor color = best ? t.accent : series_color(1);
    auto* graph = plot().addGraph();
    graph->setName(best ? tr("cheapest fleet") : tr("best of each type"));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setPen(QPen(color));
    graph->setScatterStyle(best ? QCPScatterStyle(QCPScatterStyle::ssDiamond, color, color, 13)
                                : QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 9));
    graph->setData(keys, values);
  }
}

QPointF ParetoChart::place_of(std::size_t point) const {
  return {plot().xAxis->coordToPixel(points_[point].latency * per_second_),
          plot().yAxis->coordToPixel(points_[point].usd_per_hour)};
}

std::optional<std::size_t> ParetoChart::point_at(QPointF place) const {
  return nearest(place, points_.size(), [this](std::size_t point) { return place_of(point); });
}

QString ParetoChart::latency_text() const {
  capacity::Limit shown{.latency = latency_};
  if (limit_) shown.share = limit_->share;
  return to_qstring(shown.title());
}

QString ParetoChart::tip(std::size_t at) const {
  const FleetPoint& point = points_[at];
  QString text = QStringLiteral("<b>%1</b><br>%2<table>")
                     .arg(count_text(point.count, point.instance).toHtmlEscaped(),
                          to_qstring(point.configuration).toHtmlEscaped());
  text += tip_row(tr("Cost per hour"), usd_text(point.usd_per_hour));
  if (point.kind == PointKind::kOtherLimits) {
    return rich_tip(text + tip_row(tr("At a limit of"), seconds_text(point.latency)) +
                    QStringLiteral("</table>"));
  }
  text += tip_row(latency_text(), seconds_text(point.latency));
  if (point.confidence) {
    text += tip_row(tr("95 % confidence"), tr("%1 to %2")
                                               .arg(seconds_text(point.confidence->first),
                                                    seconds_text(point.confidence->second)));
  }
  if (point.band) {
    const bool answers = std::isfinite(point.band->second);
    text += tip_row(tr("90 % error band"),
                    tr("%1 to %2")
                        .arg(seconds_text(point.band->first),
                             answers ? seconds_text(point.band->second) : tr("not completed")));
  }
  const auto& [low, high] = point.usd_band;
  if (low || high) {
    text += tip_row(tr("Cost at the band ends"), tr("%1 to %2")
                                                     .arg(low ? usd_text(*low) : tr("no fleet"),
                                                          high ? usd_text(*high) : tr("no fleet")));
  }
  return rich_tip(text + QStringLiteral("</table>"));
}

QString ParetoChart::text_at(double x, double y) const {
  const auto found = point_at({plot().xAxis->coordToPixel(x), plot().yAxis->coordToPixel(y)});
  return found ? tip(*found) : QString();
}

bool ParetoChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &plot() && event->type() == QEvent::MouseMove) {
    const bool near = point_at(static_cast<QMouseEvent*>(event)->position()).has_value();
    plot().setCursor(near ? Qt::PointingHandCursor : Qt::ArrowCursor);
  }
  if (watched == &plot() && event->type() == QEvent::MouseButtonRelease) {
    const auto found = point_at(static_cast<QMouseEvent*>(event)->position());
    if (found) emit instance_clicked(to_qstring(points_[*found].instance));
  }
  return PlanChart::eventFilter(watched, event);
}

}  // namespace nscope::gui

#include "moc_pareto_chart.cpp"
