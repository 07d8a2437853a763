#include "app/gui/plan/charts/hours_chart.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {

HoursChart::HoursChart(QWidget* parent) : PlanChart(tr("Instances by hour"), parent) {}

void HoursChart::set_hours(std::vector<int> instances, std::vector<double> load) {
  instances_ = std::move(instances);
  load_ = std::move(load);
  rebuild();
}

void HoursChart::draw() {
  plot().yAxis2->setVisible(true);
  plot().xAxis->grid()->setVisible(false);
  plot().xAxis->setLabel(tr("Hour"));
  plot().yAxis->setLabel(tr("Instances"));
  plot().yAxis2->setLabel(tr("Requests per second"));
  auto whole = QSharedPointer<QCPAxisTickerFixed>::create();
  whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
  whole->setTickStep(1);
  plot().yAxis->setTicker(whole);
  auto hours = QSharedPointer<QCPAxisTickerFixed>::create();
  hours->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
  hours->setTickStep(load_.size() > 48 ? 24 : 1);
  plot().xAxis->setTicker(hours);
  QVector<double> middles;
  QVector<double> counts;
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    middles << static_cast<double>(i) + 0.5;
    counts << instances_[i];
  }
  auto* bars = new QCPBars(plot().xAxis, plot().yAxis);
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
  begins << static_cast<double>(load_.size());
  rates << rates.back();
  auto* load = plot().addGraph(plot().xAxis, plot().yAxis2);
  load->setName(tr("requests per second"));
  load->setLineStyle(QCPGraph::lsStepLeft);
  load->setPen(QPen(series_color(2), 2));
  load->setData(begins, rates);
  plot().legend->setVisible(true);
  const int most = *std::max_element(instances_.begin(), instances_.end());
  const double busiest = *std::max_element(load_.begin(), load_.end());
  plot().xAxis->setRange(0, static_cast<double>(load_.size()));
  plot().yAxis->setRange(0, std::max(1.0, most * 1.1));
  plot().yAxis2->setRange(0, std::max(1e-9, busiest * 1.1));
}

QString HoursChart::text_at(double x, double) const {
  if (x < 0 || x >= static_cast<double>(instances_.size())) return {};
  const auto at = static_cast<std::size_t>(x);
  return tr("Hour %1: %2 instances for %3 requests per second")
      .arg(at)
      .arg(number_text(format_count(instances_[at])),
           number_text(fmt::format("{:.4g}", load_[at])));
}

}  // namespace nscope::gui

#include "moc_hours_chart.cpp"
