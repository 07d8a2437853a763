#include "app/gui/plan/charts/bundle_chart.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr int kBarHeight = 42;
constexpr int kLineHeight = 16;

/// The name of a bundle over several lines.
QString lines_of(const cost::BundleLine& line) {
  QString name = to_qstring(line.bundle);
  return name.replace(QStringLiteral(", "), QStringLiteral("\n"));
}

QString total_text(const cost::BundleLine& line) {
  if (!line.amount) return BundleChart::tr("unknown: a part has no price");
  constexpr double kCents = 1000;  // below this amount
  QString text = usd_text(*line.amount, line.amount->dollars() < kCents ? 2 : 0);
  if (line.to_base)
    text += QStringLiteral(" · %1×").arg(number_text(fmt::format("{:.3g}", *line.to_base)));
  return text;
}

}  // namespace

BundleChart::BundleChart(QWidget* parent) : PlanChart(tr("Totals of bundles"), parent) {
  plot().setMinimumHeight(0);
}

void BundleChart::set_lines(const std::vector<cost::BundleLine>& lines) {
  totals_.clear();
  for (const cost::BundleLine& line : lines) {
    if (line.part.empty()) totals_.push_back(line);
  }
  qsizetype most = 1;  // lines of a name; names must not touch
  for (const cost::BundleLine& line : totals_) {
    most = std::max(most, lines_of(line).count(QLatin1Char('\n')) + 1);
  }
  const int row = std::max(kBarHeight, static_cast<int>(most) * kLineHeight + 8);
  setMinimumHeight(static_cast<int>(totals_.size()) * row + 60);
  rebuild();
}

void BundleChart::draw() {
  QVector<double> keys;
  QVector<double> values;
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  QStringList texts;
  double most = 0;
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    const double at = -static_cast<double>(i);  // the first on top
    const cost::BundleLine& line = totals_[i];
    ticker->addTick(at, lines_of(line));
    texts << to_qstring(line.bundle) + QStringLiteral(": ") + total_text(line);
    auto* text = new QCPItemText(&plot());
    const double value = line.amount ? line.amount->dollars() : 0;
    most = std::max(most, value);
    text->position->setCoords(value, at);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->setPadding(QMargins(6, 0, 0, 0));
    text->setText(total_text(line));
    text->setFont(mono_font(11));
    text->setColor(line.amount ? current_tokens().text : current_tokens().muted);
    text->setClipToAxisRect(false);
    if (!line.amount) continue;
    keys << at;
    values << value;
  }
  auto* bars = new QCPBars(plot().yAxis, plot().xAxis);
  bars->setWidth(0.55);
  bars->setBrush(series_color(0));
  bars->setPen(Qt::NoPen);
  bars->setData(keys, values);
  plot().yAxis->setTicker(ticker);
  plot().yAxis->grid()->setVisible(false);
  plot().xAxis->setLabel(tr("USD"));
  plot().xAxis->setNumberFormat(QStringLiteral("gb"));
  plot().xAxis->setRange(0, most > 0 ? most * 1.45 : 1);  // room for the text
  plot().yAxis->setRange(0.6 - static_cast<double>(totals_.size()), 0.6);
  plot().setAccessibleDescription(texts.join(QStringLiteral("; ")));
}

QString BundleChart::text_at(double, double y) const {
  const double row = std::round(-y);
  if (row < 0 || row >= static_cast<double>(totals_.size())) return {};
  const cost::BundleLine& line = totals_[static_cast<std::size_t>(row)];
  return to_qstring(line.bundle) + QStringLiteral(": ") + total_text(line);
}

}  // namespace nscope::gui

#include "moc_bundle_chart.cpp"
