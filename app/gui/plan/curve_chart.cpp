#include "app/gui/plan/curve_chart.h"

#include "app/gui/panels/section.h"
#include "app/gui/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>
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

QVector<double> vector_of(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

QString figure(double value) {
  constexpr double kLarge = 1000;
  return number_text(std::abs(value) >= kLarge ? group_thousands(fmt::format("{:.0f}", value))
                                               : fmt::format("{:.4g}", value));
}

/// The value at x: of the nearest point of a line, of the last point of steps.
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
    : QWidget(parent), legend_(named_label("caption")), plot_(new QCustomPlot) {
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  plot_->setMinimumSize(180, 150);
  plot_->setMouseTracking(true);
  plot_->setAntialiasedElements(QCP::aeAll);
  plot_->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(legend_);
  layout->addWidget(plot_, 1);
}

void CurveChart::set_curves(Curves curves) {
  curves_ = std::move(curves);
  rebuild();
}

QString CurveChart::legend() const {
  return legend_->text();
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
  // Areas from the top, so that each covers what lies below its own part; lines over them.
  const auto draw = [&](const Curves::Line& line, const std::vector<double>& values) {
    QCPGraph* const graph = plot_->addGraph();
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

void CurveChart::add_marks() {
  const Tokens& t = current_tokens();
  // Names of neighbours stand on different heights.
  constexpr int kLevels = 3;
  int level = 0;
  for (const Curves::Mark& mark : curves_.marks) {
    auto* line = new QCPItemLine(plot_);
    line->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->start->setCoords(mark.x, 0);
    line->end->setCoords(mark.x, 1);
    const QColor color = mark.main ? t.accent : t.muted;
    line->setPen(QPen(color, mark.main ? 1.6 : 1.0, mark.main ? Qt::SolidLine : Qt::DashLine));
    auto* text = new QCPItemText(plot_);
    text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    const bool right = plot_->xAxis->coordToPixel(mark.x) >
                       plot_->xAxis->coordToPixel(plot_->xAxis->range().center());
    text->position->setCoords(mark.x, 0.02 + 0.09 * (level++ % kLevels));
    text->setPositionAlignment(Qt::AlignTop | (right ? Qt::AlignRight : Qt::AlignLeft));
    text->setPadding(QMargins(5, 0, 5, 0));
    text->setText(mark.name);
    text->setFont(ui_font(11));
    text->setColor(color);
  }
}

/// Room above for the names of the marks.
void CurveChart::fit_y() {
  double low = curves_.from_zero ? 0 : std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < plot_->graphCount(); ++i) {
    bool found = false;
    const QCPRange range = plot_->graph(i)->getValueRange(found);
    if (!found) continue;
    low = std::min(low, range.lower);
    high = std::max(high, range.upper);
  }
  if (curves_.y_most) high = std::min(high, *curves_.y_most);
  if (!(high >= low)) return plot_->yAxis->setRange(0, 1);
  constexpr double kLarge = 1000;  // whole numbers, with separators and without powers of ten
  plot_->yAxis->setNumberFormat(high >= kLarge ? QStringLiteral("f") : QStringLiteral("gb"));
  plot_->yAxis->setNumberPrecision(high >= kLarge ? 0 : 6);
  const double size = high > low ? high - low : std::max(1.0, std::abs(high));
  plot_->yAxis->setRange(curves_.from_zero ? low : low - size * 0.06, high + size * 0.18);
}

void CurveChart::rebuild() {
  plot_->clearPlottables();
  plot_->clearItems();
  theme_plot(*plot_, current_tokens());
  plot_->xAxis->setScaleType(curves_.log_x ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  plot_->xAxis->setNumberFormat(QStringLiteral("gb"));
  if (!curves_.ticks.empty()) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const auto& [at, name] : curves_.ticks) ticker->addTick(at, name);
    plot_->xAxis->setTicker(ticker);
  } else if (curves_.log_x) {
    plot_->xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  } else {
    plot_->xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
  }
  plot_->setLocale(QLocale());
  plot_->xAxis->setNumberPrecision(6);
  plot_->xAxis->setLabel(curves_.x_label);
  plot_->yAxis->setLabel(curves_.y_label);
  add_lines();
  plot_->xAxis->rescale();
  fit_y();
  add_marks();
  QStringList names;
  for (const Curves::Line& line : curves_.lines) names << line.name;
  legend_->setText(legend_text(names, [&](int i) {
    const Curves::Line& line = curves_.lines[static_cast<std::size_t>(i)];
    return line.dashed ? current_tokens().text : series_color(line.color);
  }));
  plot_->setAccessibleName(curves_.name);
  QStringList marks;
  for (const Curves::Mark& mark : curves_.marks) marks << mark.name;
  plot_->setAccessibleDescription((names + marks).join(QStringLiteral("; ")));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

QString CurveChart::value_text(double x) const {
  if (curves_.lines.empty()) return {};
  QStringList rows{curves_.ticks.empty() ? curves_.x_label + QStringLiteral(": ") + figure(x)
                                         : curves_.x_label};
  for (const Curves::Line& line : curves_.lines) {
    const auto value = value_at(line, x);
    if (value) rows << line.name + QStringLiteral(": ") + figure(*value);
  }
  return rows.join(QLatin1Char('\n'));
}

bool CurveChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::MouseMove) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const double x = plot_->xAxis->pixelToCoord(mouse->position().x());
    const QString text = plot_->xAxis->range().contains(x) ? value_text(x) : QString();
    if (text.isEmpty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(mouse->globalPosition().toPoint(), text, plot_);
    }
  }
  return QWidget::eventFilter(watched, event);
}

void CurveChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui
