#include "app/gui/analysis/analysis_chart.h"

#include "app/gui/analysis/unit_ticker.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/short_name.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr int kBarPixels = 20;         ///< height of a bar with its gap
constexpr int kLongestName = 240;      ///< maximum width of the name of a bar in pixels
constexpr double kReach = 8.0;         ///< pixels around a point that still hit it
constexpr std::size_t kOwnColors = 5;  ///< series_color() repeats after these

constexpr Engine kEngines[] = {Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd,
                               Engine::kSync,   Engine::kDma,    Engine::kCc};

}  // namespace

QColor plot_color(const QString& series, std::size_t index) {
  const std::string name = to_string(series);
  for (const Engine engine : kEngines) {
    if (name == to_string(engine)) return engine_color(engine);
  }
  return index < kOwnColors ? series_color(index) : name_color(name);
}

AnalysisChart::AnalysisChart(QWidget* parent)
    : QWidget(parent),
      legend_(named_label("caption")),
      plot_(new QCustomPlot),
      scroll_(new QScrollBar(Qt::Vertical)),
      note_(named_label("caption")) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  note_->setWordWrap(true);
  scroll_->setAccessibleName(tr("Visible bars"));
  plot_->setMinimumSize(120, 60);
  plot_->setNoAntialiasingOnDrag(true);
  plot_->installEventFilter(this);
  plot_->setMouseTracking(true);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(0);
  middle->addWidget(plot_, 1);
  middle->addWidget(scroll_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 4, 2);
  layout->setSpacing(2);
  layout->addWidget(legend_);
  layout->addLayout(middle, 1);
  layout->addWidget(note_);
  connect(scroll_, &QScrollBar::valueChanged, this, &AnalysisChart::fit);
}

void AnalysisChart::set_data(PlotData data) {
  data_ = std::move(data);
  scroll_->setValue(0);
  rebuild();
}

void AnalysisChart::rebuild() {
  plot_->clearPlottables();
  plot_->clearItems();
  theme_plot(*plot_, current_tokens());
  show_legend();
  note_->setText(data_.note);
  note_->setVisible(!data_.note.isEmpty());
  plot_->setAntialiasedElements(data_.items.size() > 5000 ? QCP::aeNone : QCP::aeAll);
  set_up_axes();
  if (bars()) {
    draw_bars();
  } else {
    draw_points();
    show_everything();
  }
  scroll_->setVisible(false);
  fit();
  const QString what = bars() ? tr("%n bar(s)", nullptr, static_cast<int>(data_.items.size()))
                              : tr("%n point(s)", nullptr, static_cast<int>(data_.items.size()));
  plot_->setAccessibleName(tr("Plot: %1 by %2").arg(axis_title(data_.y), axis_title(data_.x)));
  plot_->setAccessibleDescription(what);
}

void AnalysisChart::show_legend() {
  const QString text =
      legend_text(QStringList(data_.series.begin(), data_.series.end()), [this](int i) {
        const auto index = static_cast<std::size_t>(i);
        return plot_color(data_.series[index], index);
      });
  legend_->setText(text);
  legend_->setVisible(!text.isEmpty());
}

void AnalysisChart::set_up_axes() {
  QCPAxis* x = plot_->xAxis;
  QCPAxis* y = plot_->yAxis;
  const bool log = data_.kind == analysis::Plot::Kind::kPoints;
  const auto set_up = [log](QCPAxis* axis, const Table::Column& column) {
    axis->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setTicker(QSharedPointer<UnitTicker>::create(
        *axis, column, log ? UnitTicker::Scale::kLogarithmic : UnitTicker::Scale::kLinear));
    axis->setLabel(axis_title(column));
    axis->grid()->setVisible(true);
    axis->setRangeReversed(false);
  };
  set_up(x, bars() ? data_.y : data_.x);
  if (bars()) {
    y->setScaleType(QCPAxis::stLinear);
    y->setRangeReversed(true);
    y->setLabel(QString());
    y->grid()->setVisible(false);
    y->setTickLabelColor(current_tokens().text);
  } else {
    set_up(y, data_.y);
  }
  y->setTickLength(0);
  plot_->setInteraction(QCP::iRangeDrag, !bars());
  plot_->setInteraction(QCP::iRangeZoom, !bars());
}

void AnalysisChart::draw_bars() {
  std::vector<QVector<double>> keys(data_.series.size());
  std::vector<QVector<double>> lengths(data_.series.size());
  const Tokens& t = current_tokens();
  for (const PlotData::Item& item : data_.items) {
    keys[item.series] << item.x;
    lengths[item.series] << item.y;
    auto* text = new QCPItemText(plot_);
    text->setText(item.value);
    text->setFont(mono_font(11));
    text->setColor(item.known ? t.text : t.muted);
    text->setPadding(QMargins(6, 0, 0, 0));
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->position->setCoords(std::max(0.0, item.y), item.x);
  }
  for (std::size_t i = 0; i < data_.series.size(); ++i) {
    auto* bars = new QCPBars(plot_->yAxis, plot_->xAxis);
    bars->setWidth(0.62);
    bars->setPen(Qt::NoPen);
    bars->setBrush(plot_color(data_.series[i], i));
    bars->setData(keys[i], lengths[i], true);
  }
}

void AnalysisChart::fit_ticks() {
  constexpr int kTickWidth = 80;
  constexpr int kTickHeight = 36;
  plot_->xAxis->ticker()->setTickCount(std::clamp(plot_->width() / kTickWidth - 1, 2, 8));
  if (!bars()) {
    plot_->yAxis->ticker()->setTickCount(std::clamp(plot_->height() / kTickHeight - 1, 2, 8));
  }
}

void AnalysisChart::fit() {
  fit_ticks();
  if (bars()) fit_bars();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void AnalysisChart::fit_bars() {
  if (data_.items.empty()) return;
  const int count = static_cast<int>(data_.items.size());
  const int axis_pixels = QFontMetrics(ui_font(11)).height() * 2 + 26;
  const int page = std::max(1, (plot_->height() - axis_pixels) / kBarPixels);
  const QSignalBlocker block(scroll_);
  scroll_->setRange(0, std::max(0, count - page));
  scroll_->setPageStep(page);
  scroll_->setVisible(count > page);
  const double top = scroll_->value() - 0.5;
  plot_->yAxis->setRange(top, top + page);

  const int room = std::clamp(plot_->width() * 2 / 5, 40, kLongestName);
  const QFontMetrics metrics(ui_font(11));
  auto names = QSharedPointer<QCPAxisTickerText>::create();
  double low = 0.0;
  double high = 0.0;
  int widest_name = 0;
  int widest_value = 0;
  NameSet labels;
  for (const PlotData::Item& item : data_.items) labels.insert(item.label);
  for (const PlotData::Item& item : data_.items) {
    const QString name = elided_name(metrics, item.label, labels.cut(item.label), room);
    names->addTick(item.x, name);
    widest_name = std::max(widest_name, metrics.horizontalAdvance(name));
    widest_value =
        std::max(widest_value, QFontMetrics(mono_font(11)).horizontalAdvance(item.value));
    low = std::min(low, item.y);
    high = std::max(high, item.y);
  }
  plot_->yAxis->setTicker(names);
  // Leave space for the value after the longest bar.
  const double pixels = std::max(40.0, static_cast<double>(plot_->width() - widest_name - 30));
  const double free = std::clamp((widest_value + 14) / pixels, 0.0, 0.6);
  const double span = high > low ? high - low : 1.0;
  plot_->xAxis->setRange(low, low + span / (1.0 - free));
}

void AnalysisChart::draw_points() {
  const bool lines = data_.kind == analysis::Plot::Kind::kLines;
  std::vector<QVector<double>> x(data_.series.size());
  std::vector<QVector<double>> y(data_.series.size());
  for (const PlotData::Item& item : data_.items) {
    x[item.series] << item.x;
    y[item.series] << item.y;
  }
  for (std::size_t i = 0; i < data_.series.size(); ++i) {
    const QColor color = plot_color(data_.series[i], i);
    auto* graph = plot_->addGraph();
    graph->setData(x[i], y[i], lines);
    graph->setPen(QPen(color, 1.4));
    if (lines) continue;
    QColor fill = color;
    fill.setAlphaF(0.75F);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, fill, fill, 6));
  }
}

void AnalysisChart::show_everything() {
  if (data_.items.empty()) return;
  plot_->rescaleAxes();
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    const QCPRange range = axis->range();
    if (axis->scaleType() == QCPAxis::stLogarithmic) {
      // A single point gets an axis of about a decade.
      const double margin = std::max(1.25, range.upper <= range.lower * 1.5 ? 3.0 : 1.25);
      axis->setRange(range.lower / margin, range.upper * margin);
    } else {
      axis->setRange(range.lower - range.size() * 0.02, range.upper + range.size() * 0.05);
    }
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

const PlotData::Item* AnalysisChart::item_at(const QPointF& position) const {
  const PlotData::Item* nearest = nullptr;
  if (bars()) {
    const double place = std::round(plot_->yAxis->pixelToCoord(position.y()));
    const bool inside = place >= 0.0 && place < static_cast<double>(data_.items.size()) &&
                        position.y() <= plot_->axisRect()->bottom();
    return inside ? &data_.items[static_cast<std::size_t>(place)] : nullptr;
  }
  double best = kReach;
  for (const PlotData::Item& item : data_.items) {
    const double away = std::hypot(plot_->xAxis->coordToPixel(item.x) - position.x(),
                                   plot_->yAxis->coordToPixel(item.y) - position.y());
    if (away > best) continue;
    best = away;
    nearest = &item;
  }
  return nearest;
}

std::optional<std::size_t> AnalysisChart::row_at(const QPointF& position) const {
  const PlotData::Item* item = item_at(position);
  return item == nullptr ? std::nullopt : std::optional(item->row);
}

void AnalysisChart::show_tool_tip(const QPointF& position, const QPoint& global) {
  const PlotData::Item* item = item_at(position);
  if (item == nullptr) return QToolTip::hideText();
  QString text = bars() ? item->label : axis_title(data_.x) + QStringLiteral(": ") + item->label;
  text += QLatin1Char('\n') + axis_title(data_.y) + QStringLiteral(": ") + item->value;
  if (const QString& series = data_.series[item->series]; !series.isEmpty()) {
    text += QLatin1Char('\n') + series;
  }
  gui::show_tool_tip(global, text, plot_);
}

bool AnalysisChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::Resize:
      QMetaObject::invokeMethod(this, &AnalysisChart::fit, Qt::QueuedConnection);
      return false;
    case QEvent::Wheel:
      if (bars()) QCoreApplication::sendEvent(scroll_, event);
      return bars();
    case QEvent::MouseMove: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      if (mouse->buttons() == Qt::NoButton) {
        show_tool_tip(mouse->position(), mouse->globalPosition().toPoint());
      }
      return false;
    }
    case QEvent::MouseButtonPress:
      if (const auto row = row_at(static_cast<QMouseEvent*>(event)->position())) {
        emit row_clicked(*row);
      }
      return false;
    case QEvent::MouseButtonDblClick:
      if (const auto row = row_at(static_cast<QMouseEvent*>(event)->position())) {
        emit row_activated(*row);
      } else if (!bars()) {
        show_everything();
      }
      return false;
    default: return false;
  }
}

void AnalysisChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui

#include "moc_analysis_chart.cpp"
