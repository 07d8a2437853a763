#include "app/gui/plan/charts/npv_chart.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

namespace nscope::gui {

NpvChart::NpvChart(QWidget* parent) : RoiChart(tr("Net present value distribution"), parent) {}

void NpvChart::draw() {
  const Tokens& t = current_tokens();
  const cost::MonteCarlo& trials = result().monte_carlo;
  QVector<double> middles;
  QVector<double> gains;
  QVector<double> losses;
  int most = 1;
  for (std::size_t i = 0; i < trials.histogram.size(); ++i) {
    const double middle = trials.first_edge + trials.bin_width * (static_cast<double>(i) + 0.5);
    middles << middle;
    gains << (middle > 0.0 ? trials.histogram[i] : 0);
    losses << (middle > 0.0 ? 0 : trials.histogram[i]);
    most = std::max(most, trials.histogram[i]);
  }
  // If all trials have the same result, the bins have no width; the bar needs one.
  const double width =
      trials.bin_width > 0.0 ? trials.bin_width : std::max(1.0, std::abs(trials.npv.p50) * 0.02);
  const auto add = [&](const QVector<double>& counts, const QColor& color, const QString& name) {
    auto* bars = new QCPBars(plot().xAxis, plot().yAxis);
    bars->setWidth(width * 0.92);
    bars->setBrush(color);
    bars->setPen(Qt::NoPen);
    bars->setName(name);
    bars->setData(middles, counts, true);
  };
  add(gains, t.good, tr("migration pays off"));
  add(losses, t.bad, tr("migration does not pay off"));
  set_money_axis(*plot().xAxis, tr("Net present value (USD)"));
  plot().yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
  plot().yAxis->setLabel(tr("Trials"));
  plot().xAxis->grid()->setVisible(false);
  const double end = trials.first_edge + width * static_cast<double>(trials.histogram.size());
  fit_axis(*plot().xAxis, trials.first_edge, end);
  plot().yAxis->setRange(0.0, most * 1.2);
  plot().legend->setVisible(true);
  const std::pair<QString, double> marks[] = {{QStringLiteral("p10"), trials.npv.p10},
                                              {QStringLiteral("p50"), trials.npv.p50},
                                              {QStringLiteral("p90"), trials.npv.p90}};
  for (const auto& [name, value] : marks) add_line(value, name, t.text);
  add_line(0.0, {}, t.muted);
}

QString NpvChart::text_at(double x, double) const {
  const cost::MonteCarlo& trials = result().monte_carlo;
  if (!(trials.bin_width > 0.0)) return {};
  const double bin = std::floor((x - trials.first_edge) / trials.bin_width);
  if (bin < 0.0 || bin >= static_cast<double>(trials.histogram.size())) return {};
  const double from = trials.first_edge + bin * trials.bin_width;
  return tr("%1 to %2: %3 of %4 trials")
      .arg(usd_text(from, 0), usd_text(from + trials.bin_width, 0),
           number_text(format_count(trials.histogram[static_cast<std::size_t>(bin)])),
           number_text(format_count(trials.trials)));
}

}  // namespace nscope::gui

#include "moc_npv_chart.cpp"
