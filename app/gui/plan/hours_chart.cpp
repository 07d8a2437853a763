#include "app/gui/plan/hours_chart.h"

#include "app/gui/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {

HoursChart::HoursChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  plot_->setAccessibleName(tr("Instances over the hours"));
  plot_->setMinimumHeight(220);
  plot_->setAntialiasedElements(QCP::aeAll);
  plot_->installEventFilter(this);
  plot_->setMouseTracking(true);
}

void HoursChart::set_hours(std::vector<int> instances, std::vector<double> load) {
  instances_ = std::move(instances);
  load_ = std::move(load);
  rebuild();
}

void HoursChart::rebuild() {
  plot_->clearPlottables();
  theme_plot(*plot_, current_tokens());
  plot_->yAxis2->setVisible(true);
  plot_->xAxis->grid()->setVisible(false);
  plot_->xAxis->setLabel(tr("Hour"));
  plot_->yAxis->setLabel(tr("Instances"));
  plot_->yAxis2->setLabel(tr("Requests per second"));
  auto whole = QSharedPointer<QCPAxisTickerFixed>::create();
  whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
  whole->setTickStep(1);
  plot_->yAxis->setTicker(whole);
  auto hours = QSharedPointer<QCPAxisTickerFixed>::create();
  hours->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
  hours->setTickStep(load_.size() > 48 ? 24 : 1);
  plot_->xAxis->setTicker(hours);
  QVector<double> middles;
  QVector<double> counts;
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    middles << static_cast<double>(i) + 0.5;
    counts << instances_[i];
  }
  auto* bars = new QCPBars(plot_->xAxis, plot_->yAxis);
  bars->setName(tr("instances"));
  bars->setWidth(0.86);
  bars->setPen(Qt::NoPen);
  bars->setBrush(mixed(current_tokens().panel, series_color(0), 0.75));
  bars->setData(middles, counts, true);
  QVector<double> begins;
  QVector<double> rates;
  for (std::size_t i = 0; i < load_.size(); ++i) {
    begins << static_cast<double>(i);
    rates << load_[i];
  }
  if (!rates.isEmpty()) {
    begins << static_cast<double>(load_.size());
    rates << rates.back();
  }
  auto* load = plot_->addGraph(plot_->xAxis, plot_->yAxis2);
  load->setName(tr("requests per second"));
  load->setLineStyle(QCPGraph::lsStepLeft);
  load->setPen(QPen(series_color(2), 2));
  load->setData(begins, rates);
  plot_->legend->setVisible(!instances_.empty());
  plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
  const double most =
      instances_.empty() ? 1 : *std::max_element(instances_.begin(), instances_.end());
  const double busiest = load_.empty() ? 1 : *std::max_element(load_.begin(), load_.end());
  plot_->xAxis->setRange(0, std::max<double>(1, static_cast<double>(load_.size())));
  // Room for the legend above the bars.
  plot_->yAxis->setRange(0, most * 1.3);
  plot_->yAxis2->setRange(0, busiest * 1.3);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

int HoursChart::hour_at(QPointF place) const {
  if (!plot_->axisRect()->rect().contains(place.toPoint())) return -1;
  const int hour = static_cast<int>(std::floor(plot_->xAxis->pixelToCoord(place.x())));
  return hour >= 0 && hour < static_cast<int>(instances_.size()) ? hour : -1;
}

QString HoursChart::tip(int hour) const {
  const auto at = static_cast<std::size_t>(hour);
  return tr("Hour %1: %2 instances for %3 requests per second")
      .arg(hour)
      .arg(number_text(format_count(instances_[at])),
           number_text(fmt::format("{:.4g}", load_[at])));
}

bool HoursChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::MouseMove) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const int hour = hour_at(mouse->position());
    QToolTip::showText(mouse->globalPosition().toPoint(), hour < 0 ? QString() : tip(hour), plot_);
  }
  return QWidget::eventFilter(watched, event);
}

void HoursChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui
