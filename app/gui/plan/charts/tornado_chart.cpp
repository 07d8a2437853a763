#include "app/gui/plan/charts/tornado_chart.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "costmodel/migration/figure_text.h"

#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

QString input_text(cost::RoiInput input, double value) {
  return to_qstring(cost::figure_text(input, value));
}

}  // namespace

TornadoChart::TornadoChart(QWidget* parent)
    : RoiChart(tr("Net present value at p10 and p90 of each input"), parent) {}

void TornadoChart::draw() {
  const auto& bars = result().tornado;
  const double planned = result().npv.dollars();
  QVector<double> rows;
  QVector<double> at_low;
  QVector<double> at_high;
  double low = planned;
  double high = planned;
  auto names = QSharedPointer<QCPAxisTickerText>::create();
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double row = -static_cast<double>(i);  // the widest bar on top
    rows << row;
    // QCustomPlot expects the length of a bar from its base.
    at_low << bars[i].at_low - planned;
    at_high << bars[i].at_high - planned;
    low = std::min({low, bars[i].at_low, bars[i].at_high});
    high = std::max({high, bars[i].at_low, bars[i].at_high});
    names->addTick(row, QStringLiteral("%1\n%2 – %3")
                            .arg(to_qstring(cost::title(bars[i].input)),
                                 input_text(bars[i].input, bars[i].low_input),
                                 input_text(bars[i].input, bars[i].high_input)));
  }
  const auto add = [&](const QVector<double>& ends, std::size_t color, const QString& name) {
    auto* half = new QCPBars(plot().yAxis, plot().xAxis);
    half->setBaseValue(planned);
    half->setWidth(0.55);
    half->setBrush(series_color(color));
    half->setPen(Qt::NoPen);
    half->setName(name);
    half->setData(rows, ends, true);
  };
  add(at_low, 0, tr("input at p10"));
  add(at_high, 1, tr("input at p90"));
  plot().yAxis->setTicker(names);
  plot().yAxis->setLabel({});
  plot().yAxis->grid()->setVisible(false);
  plot().yAxis->setRange(-static_cast<double>(bars.size()) + 0.4, 0.6);
  set_money_axis(*plot().xAxis, tr("Net present value (USD)"));
  fit_axis(*plot().xAxis, low, high);
  plot().legend->setVisible(!bars.empty());
  add_line(planned, tr("plan"), current_tokens().text);
  constexpr int kRow = 44;
  plot().setMinimumHeight(std::max(220, 70 + kRow * static_cast<int>(bars.size() + 1)));
}

QString TornadoChart::text_at(double, double y) const {
  const double row = std::round(-y);
  if (row < 0.0 || row >= static_cast<double>(result().tornado.size())) return {};
  const cost::TornadoBar& bar = result().tornado[static_cast<std::size_t>(row)];
  return tr("%1\np10 %2: %3\np90 %4: %5\nplan: %6")
      .arg(to_qstring(cost::title(bar.input)), input_text(bar.input, bar.low_input),
           usd_text(bar.at_low, 0), input_text(bar.input, bar.high_input), usd_text(bar.at_high, 0),
           usd_text(result().npv, 0));
}

}  // namespace nscope::gui

#include "moc_tornado_chart.cpp"
