#include "app/gui/live/rolling_chart.h"

#include "app/gui/analysis/analysis_chart.h"
#include "app/gui/analysis/unit_ticker.h"
#include "app/gui/live/live_table_model.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"

#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

namespace nscope::gui {

/// Labels times relative to the right edge: "−30 s", "now".
class AgoTicker : public QCPAxisTicker {
 public:
  void set_now(double now) { now_ = now; }

 protected:
  /// Steps in which seconds and minutes are usually counted.
  double getTickStep(const QCPRange& range) override {
    for (const double step : {1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0}) {
      if (range.size() / step <= tickCount()) return step;
    }
    return 600.0;
  }
  int getSubTickCount(double) override { return 0; }
  QVector<double> createTickVector(double step, const QCPRange& range) override {
    QVector<double> ticks;
    for (double ago = 0.0; ago <= range.size() * 1.0001; ago += step) ticks.prepend(now_ - ago);
    return ticks;
  }
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    const double ago = std::round(now_ - tick);
    if (ago == 0.0) return RollingChart::tr("now");
    const bool minutes = ago >= 60.0 && std::fmod(ago, 60.0) == 0.0;
    return minutes ? RollingChart::tr("−%1 min").arg(ago / 60.0)
                   : RollingChart::tr("−%1 s").arg(ago);
  }

 private:
  double now_ = 0.0;
};

namespace {

/// Puts ticks of counts at whole numbers and abbreviates event rates.
class ValueTicker : public UnitTicker {
 public:
  ValueTicker(const QCPAxis& axis, const Table::Column& column)
      : UnitTicker(axis, column, Scale::kLinear), unit_(column.unit) {}

 protected:
  double getTickStep(const QCPRange& range) override {
    const double step = UnitTicker::getTickStep(range);
    return unit_ == "count" ? std::max(1.0, step) : step;
  }
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
    if (unit_ == "events/s") return quantity_text(unit_, std::abs(tick) < 1e-9 ? 0.0 : tick);
    return UnitTicker::getTickLabel(tick, locale, format, precision);
  }

 private:
  std::string unit_;
};

constexpr double kRollingChartReach =
    8.0;                                ///< maximum distance of the pointer from a point, pixels
constexpr std::size_t kQuietLines = 6;  ///< from this number of lines, only the mean is emphasised
constexpr int kManyPoints = 3000;       ///< above this number, antialiasing takes too long

/// The natural maximum of a unit; 0 if it has none.
double full_scale(const std::string& unit) {
  if (unit == "%") return 100.0;
  return unit == "share" ? 1.0 : 0.0;
}

/// The points of a window and one before it, so that the line starts at the left edge. A point
/// between two gaps is drawn as a short line, because it would be invisible otherwise.
QVector<QCPGraphData> points_of(const app::RollingSeries& series, double begin, double dot,
                                double& highest) {
  QVector<QCPGraphData> points;
  std::size_t first = series.lower_bound(begin);
  if (first > 0) --first;
  points.reserve(static_cast<qsizetype>(series.size() - first));
  for (std::size_t i = first; i < series.size(); ++i) {
    const auto& point = series.at(i);
    points.append({point.time, point.value});
    if (point.is_gap()) continue;
    highest = std::max(highest, point.value);
    const bool after_gap = i == first || series.at(i - 1).is_gap();
    const bool before_gap = i + 1 == series.size() || series.at(i + 1).is_gap();
    if (after_gap && before_gap) points.append({point.time + dot, point.value});
  }
  return points;
}

}  // namespace

RollingChart::RollingChart(app::LiveQuantity quantity, const QString& title,
                           const std::string& unit, QString empty_text, QWidget* parent)
    : QWidget(parent),
      quantity_(quantity),
      column_{.id = "value", .title = text_of(title), .unit = unit, .decimals = 1},
      title_text_(title),
      empty_text_(std::move(empty_text)),
      title_(new SectionTitle(title)),
      legend_(named_label("caption")),
      empty_(named_label("muted", empty_text_)),
      plot_(new QCustomPlot),
      ticker_(QSharedPointer<AgoTicker>::create()) {
  setObjectName(QStringLiteral("planCard"));
  setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 8, 10, 6);
  layout->setSpacing(2);
  layout->addWidget(title_);
  layout->addWidget(legend_);
  layout->addWidget(plot_, 1);
  layout->addWidget(empty_, 1);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  plot_->setMinimumSize(160, 70);
  plot_->setAccessibleName(tr("Plot: %1").arg(title));
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  plot_->setPlottingHint(QCP::phFastPolylines, true);
  plot_->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
  plot_->axisRect()->setMargins(QMargins(0, 6, 18, 0));
  plot_->xAxis->setTicker(ticker_);
  plot_->yAxis->setTicker(QSharedPointer<ValueTicker>::create(*plot_->yAxis, column_));
  plot_->yAxis->setTickLength(0);
  apply_theme();
  clear();
}

void RollingChart::apply_theme() {
  theme_plot(*plot_, current_tokens());
  style_lines();
  schedule_replot();
}

void RollingChart::schedule_replot() {
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void RollingChart::clear() {
  plot_->clearGraphs();
  plot_->clearItems();
  lines_.clear();
  version_ = 0;
  highest_ = 0.0;
  legend_->hide();
  plot_->hide();
  empty_->show();
  title_->set_caption(QString());
}

/// Many lines cannot be distinguished, so they are drawn as a pale background for their mean.
void RollingChart::style_lines() {
  const Tokens& t = current_tokens();
  const bool many = lines_.size() >= kQuietLines && quantity_ == app::LiveQuantity::kUtilization;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const bool mean = lines_[i].mean;
    lines_[i].color = mean ? t.text : plot_color(lines_[i].name, i);
    QColor color = lines_[i].color;
    if (many && !mean) color = mixed(t.panel, color, 0.45);
    QCPGraph* graph = plot_->graph(static_cast<int>(i));
    graph->setPen(QPen(color, mean && many ? 2.0 : 1.4));
  }
}

void RollingChart::set_series(std::span<const app::LiveSeries> series, std::uint64_t version,
                              double now, double window) {
  if (version == version_ && window == window_ && now >= now_) return set_time(now, window);
  version_ = version;
  std::vector<const app::LiveSeries*> mine;
  for (const app::LiveSeries& each : series) {
    if (each.quantity == quantity_) mine.push_back(&each);
  }
  if (mine.empty()) return;
  const bool more = mine.size() != lines_.size();
  while (lines_.size() < mine.size()) {
    const app::LiveSeries& next = *mine[lines_.size()];
    lines_.push_back({.name = to_qstring(next.name), .color = {}, .mean = next.mean});
    plot_->addGraph();
  }
  if (more) style_lines();
  const double dot = 2.0 * window / std::max(100, plot_->width());
  highest_ = 0.0;
  std::int64_t gaps = 0;
  int points = 0;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    auto drawn = points_of(mine[i]->points, now - window, dot, highest_);
    points += static_cast<int>(drawn.size());
    plot_->graph(static_cast<int>(i))->data()->set(drawn, true);
    gaps = std::max(gaps, mine[i]->points.gaps());
  }
  plot_->setAntialiasedElements(points > kManyPoints ? QCP::aeNone : QCP::aePlottables);
  if (plot_->isHidden()) {
    empty_->hide();
    plot_->show();
    legend_->show();
  }
  title_->set_caption(gaps > 0 ? tr("%n gap(s)", nullptr, static_cast<int>(gaps)) : QString());
  show_legend(mine);
  fit_height(highest_);
  mark_bursts(mine, now - window);
  now_ = now - window;  // Any value other than `now` makes set_time() repaint.
  set_time(now, window);
}

void RollingChart::show_legend(std::span<const app::LiveSeries* const> series) {
  QStringList names;
  QStringList spoken;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto newest = series[i]->points.newest();
    const QString value = newest ? quantity_text(column_.unit, *newest) : tr("unknown");
    names << lines_[i].name + QLatin1Char(' ') + value;
    spoken << lines_[i].name + QStringLiteral(": ") + value;
  }
  const QString text =
      legend_text(names, [this](int i) { return lines_[static_cast<std::size_t>(i)].color; });
  if (text == legend_->text()) return;
  legend_->setText(text);
  plot_->setAccessibleDescription(spoken.join(QStringLiteral(", ")));
}

int RollingChart::burst_count() const {
  return plot_->itemCount();
}

/// Marks the periods with errors or ECC events in red, because a few events are easily overlooked
/// at the bottom of a plot.
void RollingChart::mark_bursts(std::span<const app::LiveSeries* const> series, double begin) {
  using app::LiveQuantity;
  if (quantity_ != LiveQuantity::kErrors && quantity_ != LiveQuantity::kEcc) return;
  constexpr int kMostBursts = 200;
  plot_->clearItems();
  QColor color = current_tokens().bad;
  color.setAlphaF(0.22F);
  for (const app::LiveSeries* each : series) {
    const app::RollingSeries& points = each->points;
    for (std::size_t i = points.lower_bound(begin); i < points.size(); ++i) {
      const auto& point = points.at(i);
      if (point.is_gap() || point.value <= 0.0 || plot_->itemCount() >= kMostBursts) continue;
      // A report counts the events since the one before it.
      const double from = i > 0 ? points.at(i - 1).time : point.time;
      auto* const burst = new QCPItemRect(plot_);
      burst->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
      burst->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
      burst->topLeft->setCoords(from, 0.0);
      burst->bottomRight->setCoords(point.time, 1.0);
      burst->setPen(Qt::NoPen);
      burst->setBrush(color);
    }
  }
}

void RollingChart::fit_height(double highest) {
  const double full = full_scale(column_.unit);
  const double top = std::max(full, highest > 0.0 ? highest * 1.08 : 1.0);
  // The axis is kept if the highest value is not much below its end, so that it does not jump.
  const double now = plot_->yAxis->range().upper;
  const bool fits = full == 0.0 && highest > 0.0 && now >= top && now <= 2.0 * top;
  plot_->yAxis->setRange(0.0, fits ? now : top);
}

void RollingChart::set_time(double now, double window) {
  const double pixel = window / std::max(100, plot_->axisRect()->width());
  if (window == window_ && std::abs(now - now_) < pixel) return;
  now_ = now;
  window_ = window;
  ticker_->set_now(now);
  plot_->xAxis->ticker()->setTickCount(std::clamp(plot_->width() / 90, 2, 10));
  plot_->yAxis->ticker()->setTickCount(std::clamp(plot_->height() / 36 - 1, 2, 8));
  plot_->xAxis->setRange(now - window, now);
  if (!plot_->isHidden()) schedule_replot();
}

QString RollingChart::text_at(const QPointF& position) const {
  double best = kRollingChartReach;
  QString text;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto drawn = plot_->graph(static_cast<int>(i))->data();
    const double reach =
        plot_->xAxis->pixelToCoord(kRollingChartReach) - plot_->xAxis->pixelToCoord(0.0);
    const double time = plot_->xAxis->pixelToCoord(position.x());
    for (auto it = drawn->findBegin(time - reach); it != drawn->findEnd(time + reach); ++it) {
      if (std::isnan(it->value)) continue;
      const double away = std::hypot(plot_->xAxis->coordToPixel(it->key) - position.x(),
                                     plot_->yAxis->coordToPixel(it->value) - position.y());
      if (away > best) continue;
      best = away;
      text = tr("%1: %2, %3 s ago")
                 .arg(lines_[i].name, quantity_text(column_.unit, it->value),
                      QLocale().toString(std::max(0.0, now_ - it->key), 'f', 1));
    }
  }
  const bool inside = plot_->axisRect()->rect().contains(position.toPoint());
  return text.isEmpty() && inside ? values_at(plot_->xAxis->pixelToCoord(position.x())) : text;
}

/// The latest value of each series at a time. Beyond a few series, only the mean is shown.
QString RollingChart::values_at(double time) const {
  QStringList rows;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_.size() > kQuietLines && !lines_[i].mean) continue;
    const auto drawn = plot_->graph(static_cast<int>(i))->data();
    auto after = drawn->findEnd(time, false);
    if (after == drawn->constBegin()) continue;
    --after;
    if (std::isnan(after->value)) continue;
    rows << tr("%1: %2").arg(lines_[i].name, quantity_text(column_.unit, after->value));
  }
  if (rows.isEmpty()) return {};
  rows.prepend(tr("%1 s ago").arg(QLocale().toString(std::max(0.0, now_ - time), 'f', 1)));
  return rows.join(QLatin1Char('\n'));
}

bool RollingChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::MouseMove) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const QString text = text_at(mouse->position());
    if (text.isEmpty()) {
      QToolTip::hideText();
    } else {
      gui::show_tool_tip(mouse->globalPosition().toPoint(), text, plot_);
    }
  }
  return QWidget::eventFilter(watched, event);
}

void RollingChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) apply_theme();
}

}  // namespace nscope::gui

#include "moc_rolling_chart.cpp"
