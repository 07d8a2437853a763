#include "app/gui/docks/time_chart.h"

#include "app/gui/analysis/unit_ticker.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/table_model.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

const Table::Column kTime{.id = "time", .title = nscope::tr("Time"), .unit = "ns"};
constexpr std::size_t kMostNames = 12;  ///< maximum number of names in the legend

}  // namespace

int step_at(const std::vector<double>& times, double ns) {
  return static_cast<int>(std::upper_bound(times.begin(), times.end(), ns) - times.begin()) - 1;
}

std::vector<std::vector<double>> stacked_tops(const std::vector<TimeLines::Line>& lines) {
  std::vector<std::vector<double>> tops;
  for (const TimeLines::Line& line : lines) {
    std::vector<double> top = line.values;
    if (!tops.empty()) {
      const std::vector<double>& below = tops.back();
      for (std::size_t i = 0; i < top.size(); ++i) {
        if (std::isnan(top[i])) {
          top[i] = below[i];
        } else if (!std::isnan(below[i])) {
          top[i] += below[i];
        }
      }
    }
    tops.push_back(std::move(top));
  }
  return tops;
}

TimeChart::TimeChart(QWidget* parent)
    : QWidget(parent),
      title_(named_label("subTitle")),
      legend_(named_label("caption")),
      plot_(new QCustomPlot) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  plot_->setMinimumSize(160, 70);
  plot_->setMouseTracking(true);
  plot_->setInteraction(QCP::iRangeDrag, true);
  plot_->setInteraction(QCP::iRangeZoom, true);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);
  plot_->axisRect()->setRangeZoom(Qt::Horizontal);
  plot_->installEventFilter(this);
  auto* top = new QHBoxLayout;
  top->setSpacing(14);
  top->addWidget(title_, 0, Qt::AlignTop);
  top->addWidget(legend_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 2);
  layout->setSpacing(2);
  layout->addLayout(top);
  layout->addWidget(plot_, 1);
}

void TimeChart::set_lines(TimeLines lines) {
  lines_ = std::move(lines);
  rebuild();
  show_everything();
}

void TimeChart::rebuild() {
  const QCPRange shown = plot_->xAxis->range();
  plot_->clearPlottables();
  theme_plot(*plot_, current_tokens());
  plot_->xAxis->setTicker(
      QSharedPointer<UnitTicker>::create(*plot_->xAxis, kTime, UnitTicker::Scale::kLinear));
  plot_->yAxis->setTicker(
      QSharedPointer<UnitTicker>::create(*plot_->yAxis, lines_.unit, UnitTicker::Scale::kLinear));
  plot_->xAxis->setRange(shown);
  const auto tops =
      lines_.stacked ? stacked_tops(lines_.lines) : std::vector<std::vector<double>>();
  double most = 0.0;
  // Draw the areas from top to bottom, so that each one covers the lower part of the one above.
  for (std::size_t i = lines_.lines.size(); i-- > 0;) {
    const TimeLines::Line& line = lines_.lines[i];
    const std::vector<double>& values = lines_.stacked ? tops[i] : line.values;
    auto* graph = plot_->addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setAdaptiveSampling(false);
    graph->setData(vector_of(lines_.times), vector_of(values), true);
    graph->setPen(QPen(line.color, 1.4));
    if (lines_.stacked) graph->setBrush(mixed(current_tokens().panel, line.color, 0.6));
    for (const double value : values) most = std::isnan(value) ? most : std::max(most, value);
  }
  const bool share = is_share(lines_.unit);
  plot_->yAxis->setRange(0.0, share && most <= 1.0 ? 1.0 : most > 0.0 ? most * 1.08 : 1.0);
  title_->setText(lines_.title);
  QStringList names;
  for (std::size_t i = 0; i < std::min(lines_.lines.size(), kMostNames); ++i) {
    names << QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2")
                 .arg(lines_.lines[i].color.name(), lines_.lines[i].name.toHtmlEscaped().replace(
                                                        QLatin1Char(' '), QLatin1String("&nbsp;")));
  }
  if (lines_.lines.size() > kMostNames) {
    names << tr("and %1 more").arg(static_cast<qulonglong>(lines_.lines.size() - kMostNames));
  }
  if (!lines_.note.isEmpty()) names << lines_.note.toHtmlEscaped();
  legend_->setText(names.join(QStringLiteral("&nbsp;&nbsp; ")));
  plot_->setAccessibleName(tr("%1 over time").arg(lines_.title));
  plot_->setAccessibleDescription(tr("%n line(s)", nullptr, static_cast<int>(lines_.lines.size())));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void TimeChart::show_everything() {
  plot_->xAxis->setRange(lines_.begin_ns, lines_.end_ns);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

QString TimeChart::value_text(int step) const {
  if (step < 0 || static_cast<std::size_t>(step) >= lines_.times.size()) return {};
  const auto at = static_cast<std::size_t>(step);
  const double length = std::max(1.0, lines_.end_ns - lines_.begin_ns);
  QStringList rows{
      tr("From %1").arg(number_text(format_time_ns(lines_.times[at], length / 2000.0)))};
  double sum = 0.0;
  std::size_t known = 0;
  // List the lines from top to bottom, as they are stacked.
  for (std::size_t i = lines_.lines.size(); i-- > 0;) {
    const TimeLines::Line& line = lines_.lines[i];
    const double value = line.values[at];
    const bool is_known = !std::isnan(value);
    sum += is_known ? value : 0.0;
    known += is_known ? 1 : 0;
    if (lines_.lines.size() > 20 && !(value > 0.0)) continue;
    rows << line.name + QStringLiteral(": ") +
                (is_known ? cell_text(lines_.unit, Cell(value)) : tr("unknown"));
  }
  if (lines_.stacked && known > 1) {
    rows.insert(1, tr("Total: %1").arg(cell_text(lines_.unit, Cell(sum))));
  }
  return rows.join(QLatin1Char('\n'));
}

bool TimeChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::Resize) {
    fit_tick_counts(*plot_);
    return false;
  }
  const auto* mouse = dynamic_cast<QMouseEvent*>(event);
  if (mouse == nullptr) return false;
  const double ns = plot_->xAxis->pixelToCoord(mouse->position().x());
  switch (event->type()) {
    case QEvent::MouseMove: {
      if (mouse->buttons() != Qt::NoButton) return false;
      const QString text = value_text(step_at(lines_.times, ns));
      if (text.isEmpty()) {
        QToolTip::hideText();
      } else {
        gui::show_tool_tip(mouse->globalPosition().toPoint(), text, plot_);
      }
      return false;
    }
    case QEvent::MouseButtonPress: pressed_ = mouse->pos(); return false;
    case QEvent::MouseButtonRelease:
      if (mouse->button() != Qt::LeftButton || std::exchange(double_clicked_, false)) return false;
      if ((mouse->pos() - pressed_).manhattanLength() < 4 && ns >= lines_.begin_ns &&
          ns <= lines_.end_ns) {
        emit time_clicked(ns);
      }
      return false;
    case QEvent::MouseButtonDblClick:
      double_clicked_ = true;
      show_everything();
      return false;
    default: return false;
  }
}

void TimeChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui

#include "moc_time_chart.cpp"
