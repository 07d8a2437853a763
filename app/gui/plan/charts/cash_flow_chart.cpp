#include "app/gui/plan/charts/cash_flow_chart.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

namespace nscope::gui {

CashFlowChart::CashFlowChart(QWidget* parent) : RoiChart(tr("Cash flow by month"), parent) {}

void CashFlowChart::draw() {
  const Tokens& t = current_tokens();
  QVector<double> months;
  QVector<double> sums;
  QVector<double> gains;
  QVector<double> losses;
  double low = 0.0;
  double high = 0.0;
  for (std::size_t i = 0; i < result().months.size(); ++i) {
    const double net = result().months[i].net.dollars();
    const double sum = result().months[i].cumulative.dollars();
    months << static_cast<double>(i);
    sums << sum;
    gains << std::max(net, 0.0);
    losses << std::min(net, 0.0);
    low = std::min({low, net, sum});
    high = std::max({high, net, sum});
  }
  const auto add_bars = [&](const QVector<double>& values, const QColor& color,
                            const QString& name) {
    auto* bars = new QCPBars(plot().xAxis, plot().yAxis);
    bars->setWidth(0.7);
    bars->setBrush(color);
    bars->setPen(Qt::NoPen);
    bars->setName(name);
    bars->setData(months, values, true);
  };
  add_bars(gains, t.good, tr("net inflow"));
  add_bars(losses, t.bad, tr("net outflow"));
  QCPGraph* sum = plot().addGraph();
  sum->setName(tr("cumulative"));
  sum->setPen(QPen(t.accent, 2.0));
  sum->setData(months, sums, true);
  plot().xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
  plot().xAxis->setLabel(tr("Months from today"));
  plot().xAxis->setRange(-0.6, static_cast<double>(months.size()) - 0.4);
  plot().xAxis->grid()->setVisible(false);
  set_money_axis(*plot().yAxis, tr("USD"));
  fit_axis(*plot().yAxis, low, high);
  plot().legend->setVisible(true);
  if (result().study.go_live_month > 0.0) {
    add_line(result().study.go_live_month, tr("go-live"), t.muted);
  }
  const cost::Payback& back = result().payback;
  if (back.state == cost::Payback::State::kPaid && back.months > 0.0) {
    add_line(back.months, tr("payback: %1").arg(QLocale().toString(back.months, 'f', 1)), t.text);
  }
}

QString CashFlowChart::text_at(double x, double) const {
  const double month = std::round(x);
  if (month < 0.0 || month >= static_cast<double>(result().months.size())) return {};
  const cost::CashMonth& cash = result().months[static_cast<std::size_t>(month)];
  QStringList lines{month == 0.0 ? tr("Today") : tr("Month %1").arg(month)};
  const auto add = [&](const QString& name, Usd amount) {
    if (amount.nano() != 0) lines << name.arg(usd_text(amount, 0));
  };
  lines << tr("Net: %1, cumulative: %2").arg(usd_text(cash.net, 0), usd_text(cash.cumulative, 0));
  add(tr("Cost without migration: %1"), cash.stay);
  add(tr("Baseline instances: %1"), cash.old_machines);
  add(tr("Target instances: %1"), cash.new_machines);
  add(tr("Running costs: %1"), cash.running);
  add(tr("Engineering: %1"), cash.people);
  add(tr("One-off costs: %1"), cash.one_off);
  add(tr("Commitments that continue: %1"), cash.committed);
  add(tr("Proceeds of sold hardware: %1"), cash.resale);
  add(tr("Tax on the saving: %1"), cash.tax);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace nscope::gui

#include "moc_cash_flow_chart.cpp"
