#include "app/gui/plan/charts/curve_chart.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

QString figure(double value) {
  constexpr double kLarge = 1000;
  return number_text(std::abs(value) >= kLarge ? group_thousands(fmt::format("{:.0f}", value))
                                               : fmt::format("{:.4g}", value));
}

/// The value at x: interpolated for lines, the last value for steps.
std::optional<double> value_at(const Curves::Line& line, double x) {
  if (line.x.empty()) return std::nullopt;
  const auto after = std::upper_bound(line.x.begin(), line.x.end(), x);
  const auto at = static_cast<std::size_t>(after - line.x.begin());
  if (line.steps) return at == 0 ? std::nullopt : std::optional(line.y[at - 1]);
  if (at == 0) return line.y.front();
  if (at == line.x.size()) return line.y.back();
  const double share = (x - line.x[at - 1]) / (line.x[at] - line.x[at - 1]);
  return line.y[at - 1] + share * (line.y[at] - line.y[at - 1]);
}

}  // namespace

CurveChart::CurveChart(QWidget* parent)
    : PlanChart(QString(), parent), legend_(named_label("caption")) {
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  plot().setMinimumSize(180, 200);
  auto* const column = static_cast<QVBoxLayout*>(layout());
  column->setSpacing(2);
  column->insertWidget(0, legend_);
}

void CurveChart::set_curves(Curves curves) {
  curves_ = std::move(curves);
  QStringList words;
  for (const Curves::Line& line : curves_.lines) words << line.name;
  for (const Curves::Mark& mark : curves_.marks) words << mark.name;
  legend_->clear();
  plot().setAccessibleName(curves_.name);
  plot().setAccessibleDescription(words.join(QStringLiteral("; ")));
  rebuild();
}

void CurveChart::add_lines() {
  const Tokens& t = current_tokens();
  std::vector<const Curves::Line*> areas;
  std::vector<const Curves::Line*> plain;
  for (const Curves::Line& line : curves_.lines) (line.filled ? areas : plain).push_back(&line);
  std::vector<std::vector<double>> tops;
  for (const Curves::Line* area : areas) {
    std::vector<double> top = area->y;
    if (!tops.empty()) {
      std::transform(top.begin(), top.end(), tops.back().begin(), top.begin(), std::plus<>());
    }
    tops.push_back(std::move(top));
  }
  // Draw the areas from the top down, so that each one covers the lower part of the area above it.
  // Draw the lines last.
  const auto draw = [&](const Curves::Line& line, const std::vector<double>& values) {
    QCPGraph* const graph = plot().addGraph();
    graph->setName(line.name);
    graph->setLineStyle(line.steps ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
    graph->setAdaptiveSampling(false);
    graph->setData(vector_of(line.x), vector_of(values), true);
    const QColor color = series_color(line.color);
    graph->setPen(QPen(line.filled   ? color
                       : line.dashed ? t.text
                                     : color,
                       line.filled ? 1.0 : 1.8, line.dashed ? Qt::DashLine : Qt::SolidLine));
    if (line.filled) graph->setBrush(mixed(t.panel, color, 0.65));
  };
  for (std::size_t i = areas.size(); i-- > 0;) draw(*areas[i], tops[i]);
  for (const Curves::Line* line : plain) draw(*line, line->y);
}

/// Leaves space above the curves for the labels of the marks.
void CurveChart::fit_y() {
  double low = curves_.from_zero ? 0 : std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < plot().graphCount(); ++i) {
    bool found = false;
    const QCPRange range = plot().graph(i)->getValueRange(found);
    if (!found) continue;
    low = std::min(low, range.lower);
    high = std::max(high, range.upper);
  }
  if (curves_.y_most) high = std::min(high, *curves_.y_most);
  if (!(high >= low)) return plot().yAxis->setRange(0, 1);
  constexpr double kLarge = 1000;  // from here on: whole numbers with separators, no powers of ten
  plot().yAxis->setNumberFormat(high >= kLarge ? QStringLiteral("f") : QStringLiteral("gb"));
  plot().yAxis->setNumberPrecision(high >= kLarge ? 0 : 6);
  const double size = high > low ? high - low : std::max(1.0, std::abs(high));
  plot().yAxis->setRange(curves_.from_zero ? low : low - size * 0.06, high + size * 0.18);
}

namespace {

/// Numbers on a linear axis.
QSharedPointer<QCPAxisTicker> number_ticker(bool counts) {
  if (!counts) return QSharedPointer<QCPAxisTicker>::create();
  auto whole = QSharedPointer<QCPAxisTickerFixed>::create();
  whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
  whole->setTickStep(1);
  return whole;
}

}  // namespace

void CurveChart::draw() {
  plot().xAxis->setScaleType(curves_.log_x ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  plot().xAxis->setNumberFormat(QStringLiteral("gb"));
  if (!curves_.ticks.empty()) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const auto& [at, name] : curves_.ticks) ticker->addTick(at, name);
    plot().xAxis->setTicker(ticker);
  } else if (curves_.log_x) {
    plot().xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  } else {
    plot().xAxis->setTicker(number_ticker(curves_.counts_x));
  }
  plot().yAxis->setTicker(number_ticker(curves_.counts_y));
  plot().xAxis->setNumberPrecision(6);
  plot().xAxis->setLabel(curves_.x_label);
  plot().yAxis->setLabel(curves_.y_label);
  add_lines();
  plot().xAxis->rescale();
  fit_y();
  const Tokens& t = current_tokens();
  for (const Curves::Mark& mark : curves_.marks) {
    add_line(mark.x, mark.name, mark.main ? t.accent : t.muted,
             mark.main ? Qt::SolidLine : Qt::DashLine);
  }
  QStringList names;
  for (const Curves::Line& line : curves_.lines) names << line.name;
  legend_->setText(legend_text(names, [&](int i) {
    const Curves::Line& line = curves_.lines[static_cast<std::size_t>(i)];
    return line.dashed ? current_tokens().text : series_color(line.color);
  }));
}

QString CurveChart::text_at(double x, double) const {
  QStringList rows{curves_.ticks.empty() ? curves_.x_label + QStringLiteral(": ") + figure(x)
                                         : curves_.x_label};
  for (const Curves::Line& line : curves_.lines) {
    const auto value = value_at(line, x);
    if (value) rows << line.name + QStringLiteral(": ") + figure(*value);
  }
  return rows.join(QLatin1Char('\n'));
}

}  // namespace nscope::gui

#include "moc_curve_chart.cpp"
