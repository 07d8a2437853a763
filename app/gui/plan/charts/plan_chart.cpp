#include "app/gui/plan/charts/plan_chart.h"

#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/view_picture.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"

#include <QAction>
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr int kWordPadding = 3;
constexpr double kPlanChartReach = 14;  // pixels
constexpr int kMostNameLines = 3;

/// The name over several lines of at most `room` pixels. What does not fit is elided.
QString wrapped_name(const QString& name, const QFontMetrics& metrics, int room) {
  QStringList lines;
  for (const QString& word : name.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const QString longer = lines.isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
    const bool last = lines.size() == kMostNameLines;
    if (!lines.isEmpty() && (last || metrics.horizontalAdvance(longer) <= room)) {
      lines.back() = longer;
    } else {
      lines << word;
    }
  }
  for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideRight, room);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

PlanChart::PlanChart(const QString& name, QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_, 1);  // a legend above the plot takes only the lines that it needs
  setAccessibleName(name);
  plot_->setAccessibleName(name);
  plot_->setMinimumHeight(220);
  plot_->setAntialiasedElements(QCP::aeAll);
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  // Below the axes, where the legend covers nothing; the labels of lines are above.
  plot_->axisRect()->insetLayout()->take(plot_->legend);
  plot_->plotLayout()->addElement(1, 0, plot_->legend);
  plot_->plotLayout()->setRowStretchFactor(1, 0.001);
  plot_->legend->setFillOrder(QCPLegend::foColumnsFirst);
  plot_->legend->setVisible(false);
  plot_->axisRect()->setMinimumMargins({15, 22, 15, 15});
  // The positions of the labels depend on the layout of the axes.
  connect(plot_, &QCustomPlot::afterLayout, this, &PlanChart::arrange_labels);
  connect(plot_, &QCustomPlot::afterLayout, this, &PlanChart::fit_title);
  connect(plot_, &QCustomPlot::afterLayout, this, &PlanChart::fit_ticks);
  add_picture_actions();
}

void PlanChart::add_picture_actions() {
  setContextMenuPolicy(Qt::ActionsContextMenu);
  auto* copy = new QAction(tr("Copy Picture"), this);
  connect(copy, &QAction::triggered, this, [this] { copy_picture(*this); });
  auto* save = new QAction(tr("Save Picture…"), this);
  connect(save, &QAction::triggered, this, [this] {
    const QString path = ask_save_file(this, {.title = tr("Save picture"),
                                              .use = FileUse::kPicture,
                                              .filters = picture_filters(),
                                              .name = QStringLiteral("chart.png")});
    if (path.isEmpty()) return;
    if (auto done = save_picture(*this, path); !done) {
      emit failed(tr("Cannot save %1").arg(path), done.error());
    }
  });
  addActions({copy, save});
}

void PlanChart::rebuild() {
  plot_->clearPlottables();
  plot_->clearItems();
  words_.clear();
  levels_.clear();
  point_labels_.clear();
  groups_.clear();
  tick_room_ = 0;
  plot_->setLocale(QLocale());
  plot_->legend->setVisible(false);
  theme_plot(*plot_, current_tokens());
  if (!is_empty()) draw();
  title_ = plot_->yAxis->label();
  fit_legend();
  fit_groups();
  fit_title();  // the room is that of before, so that the first picture has room for all lines
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

QCPItemText* PlanChart::add_word(const QString& text, const QColor& color) {
  auto* word = new QCPItemText(plot_);
  word->setText(text);
  word->setFont(ui_font(11));
  word->setColor(color);
  word->setBrush(QBrush(current_tokens().panel));
  word->setPadding({kWordPadding, 0, kWordPadding, 0});
  return word;
}

void PlanChart::add_level(double y, const QString& text, const QColor& color) {
  auto* line = new QCPItemLine(plot_);
  line->setPen(QPen(color, 1.2, Qt::DashLine));
  QCPItemText* const word = add_word(text, color);
  for (QCPItemPosition* end : {line->start, line->end, word->position}) {
    end->setTypeX(QCPItemPosition::ptAxisRectRatio);
    end->setTypeY(QCPItemPosition::ptPlotCoords);
    end->setCoords(1.0, y);
  }
  line->start->setCoords(0.0, y);
  levels_.push_back(word);
  word->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
}

void PlanChart::add_point_label(double x, double y, const QString& text, const QColor& color,
                                bool strong) {
  QCPItemText* const word = add_word(text, color);
  word->setFont(ui_font(11, strong ? QFont::DemiBold : QFont::Normal));
  word->position->setType(QCPItemPosition::ptAbsolute);
  word->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
  word->setClipToAxisRect(false);
  point_labels_.push_back({word, x, y});
}

void PlanChart::fit_legend() {
  if (!plot_->legend->visible() || plot_->legend->itemCount() == 0) return;
  int widest = 1;
  for (int i = 0; i < plot_->legend->itemCount(); ++i) {
    const auto* const item = plot_->legend->item(i);
    if (item == nullptr) continue;  // a cell of the last line can be empty
    widest = std::max(widest, item->minimumOuterSizeHint().width());
  }
  const int room =
      plot_->width() - plot_->legend->margins().left() - plot_->legend->margins().right();
  const int columns = std::max(1, room / (widest + plot_->legend->columnSpacing()));
  if (columns == plot_->legend->wrap()) return;
  plot_->legend->setWrap(columns);
  plot_->legend->setFillOrder(QCPLegend::foColumnsFirst, true);  // moves the items that it has
}

void PlanChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit_legend();
  fit_groups();
}

void PlanChart::set_groups(QStringList names) {
  groups_ = std::move(names);
}

/// Wraps the names of the groups, so that they do not touch. The axis is as wide as the plot
/// without the labels of the other axis.
void PlanChart::fit_groups() {
  if (groups_.isEmpty()) return;
  constexpr int kOtherAxis = 96;
  constexpr int kGap = 8;
  const double groups = plot_->xAxis->range().size();
  const int room = static_cast<int>((plot_->width() - kOtherAxis) / groups) - kGap;
  const QFontMetrics metrics(plot_->xAxis->tickLabelFont());
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  for (qsizetype i = 0; i < groups_.size(); ++i) {
    ticker->addTick(static_cast<double>(i), wrapped_name(groups_[i], metrics, std::max(room, 1)));
  }
  plot_->xAxis->setTicker(ticker);
}

void PlanChart::fit_title() {
  const QFontMetrics metrics(plot_->yAxis->labelFont());
  const int room = plot_->axisRect()->height();
  const bool fits = room < 1 || metrics.horizontalAdvance(title_) <= room;
  const QString fitting = fits ? title_ : wrapped_name(title_, metrics, room);
  if (fitting == plot_->yAxis->label()) return;
  plot_->yAxis->setLabel(fitting);
  plot_->replot(QCustomPlot::rpQueuedReplot);  // the margins change
}

/// Reduces the number of ticks of the x axis until their labels do not touch. QCustomPlot only
/// approaches the number that it is given.
void PlanChart::fit_ticks() {
  const QCPAxis& axis = *plot_->xAxis;
  const bool numbers = axis.scaleType() == QCPAxis::stLinear &&
                       axis.ticker().dynamicCast<QCPAxisTickerText>().isNull();
  const QVector<double> ticks = axis.tickVector();
  if (!numbers || ticks.size() < 2) return;
  constexpr int kGap = 12;  // pixels
  constexpr int kMost = 5;  // of QCustomPlot
  const QFontMetrics metrics(axis.tickLabelFont());
  int widest = 0;
  for (const QString& label : axis.tickVectorLabels()) {
    widest = std::max(widest, metrics.horizontalAdvance(label));
  }
  const double apart = std::abs(axis.coordToPixel(ticks[1]) - axis.coordToPixel(ticks[0]));
  const int room = plot_->axisRect()->width();
  const bool resized = room != tick_room_;
  tick_room_ = room;
  const int count = axis.ticker()->tickCount();
  int fitting = count;
  if (resized && count < kMost) {
    fitting = kMost;
  } else if (apart < widest + kGap && count > 2) {
    --fitting;
  }
  if (fitting == count) return;
  axis.ticker()->setTickCount(fitting);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

namespace {

QRectF box_of(const QCPItemText& text) {
  return QRectF(text.topLeft->pixelPosition(), text.bottomRight->pixelPosition()).normalized();
}

}  // namespace

std::vector<QRectF> PlanChart::label_boxes() const {
  std::vector<QRectF> boxes;
  for (const Word& word : words_) boxes.push_back(box_of(*word.text));
  for (const QCPItemText* level : levels_) boxes.push_back(box_of(*level));
  for (const PointLabel& label : point_labels_) {
    if (label.text->visible()) boxes.push_back(box_of(*label.text));
  }
  return boxes;
}

/// Tries the four corners of each point, in the order in which they are read best.
void PlanChart::arrange_point_labels() {
  constexpr QPointF kAway(8, 2);  // pixels between a point and its label
  constexpr double kPoint = 5;    // half the size of a point
  const QRectF area(plot_->rect());
  std::vector<QRectF> taken;
  for (const Word& word : words_) taken.push_back(box_of(*word.text));
  for (const QCPItemText* level : levels_) taken.push_back(box_of(*level));
  const auto place_of = [&](const PointLabel& label) {
    return QPointF(plot_->xAxis->coordToPixel(label.x), plot_->yAxis->coordToPixel(label.y));
  };
  for (const PointLabel& label : point_labels_) {
    taken.emplace_back(place_of(label) - QPointF(kPoint, kPoint), QSizeF(2 * kPoint, 2 * kPoint));
  }
  for (const PointLabel& label : point_labels_) {
    const QFontMetrics metrics(label.text->font());
    const double width = metrics.horizontalAdvance(label.text->text()) + 2 * kWordPadding;
    const QSizeF size(width, metrics.height());
    const QPointF point = place_of(label);
    const double right = point.x() + kAway.x();
    const double left = point.x() - kAway.x() - size.width();
    const double above = point.y() - kAway.y() - size.height();
    const double below = point.y() + kAway.y();
    const QPointF corners[] = {{right, above}, {left, above}, {right, below}, {left, below}};
    const auto* const corner = std::ranges::find_if(corners, [&](QPointF at) {
      const QRectF box(at, size);
      return area.contains(box) && std::ranges::none_of(taken, [&](const QRectF& other) {
               return other.intersects(box);
             });
    });
    label.text->setVisible(corner != std::end(corners));
    if (corner == std::end(corners)) continue;
    taken.emplace_back(*corner, size);
    label.text->position->setPixelPosition(*corner);
  }
}

std::optional<std::size_t> PlanChart::nearest(QPointF place, std::size_t count,
                                              const std::function<QPointF(std::size_t)>& place_of) {
  std::optional<std::size_t> found;
  double least = kPlanChartReach;
  for (std::size_t i = 0; i < count; ++i) {
    const QPointF away = place_of(i) - place;
    const double distance = std::hypot(away.x(), away.y());
    if (distance >= least) continue;
    least = distance;
    found = i;
  }
  return found;
}

void PlanChart::add_line(double x, const QString& text, const QColor& color, Qt::PenStyle style) {
  auto* line = new QCPItemLine(plot_);
  line->setPen(QPen(color, 1.2, style));
  for (QCPItemPosition* end : {line->start, line->end}) {
    end->setTypeX(QCPItemPosition::ptPlotCoords);
    end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  }
  line->start->setCoords(x, 0.0);
  line->end->setCoords(x, 1.0);
  if (text.isEmpty()) return;
  QCPItemText* const label = add_word(text, color);
  label->position->setTypeX(QCPItemPosition::ptPlotCoords);
  label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  label->setClipToAxisRect(false);
  words_.push_back({label, x});
}

/// Places labels above the axes. A label that would overlap another one moves down by a line.
void PlanChart::arrange_labels() {
  const QRect area = plot_->axisRect()->rect();
  if (area.height() < 1) return;
  if (words_.empty()) return arrange_point_labels();
  const QFontMetrics metrics(words_.front().text->font());
  std::vector<std::vector<std::pair<double, double>>> taken;
  for (const Word& word : words_) {
    const double at = plot_->xAxis->coordToPixel(word.x);
    const double width = metrics.horizontalAdvance(word.text->text()) + 2 * kWordPadding;
    // Without enough space on the right, the label is on the left of its line.
    const bool at_right = at + width <= area.right();
    const std::pair<double, double> place(at_right ? at : at - width, at_right ? at + width : at);
    std::size_t level = 0;
    const auto touches = [&](const std::pair<double, double>& other) {
      return place.first < other.second && other.first < place.second;
    };
    while (level < taken.size() && std::any_of(taken[level].begin(), taken[level].end(), touches)) {
      ++level;
    }
    if (level == taken.size()) taken.emplace_back();
    taken[level].push_back(place);
    const double y = level == 0 ? 0 : static_cast<double>(level - 1) * metrics.height();
    word.text->setPositionAlignment((at_right ? Qt::AlignLeft : Qt::AlignRight) |
                                    (level == 0 ? Qt::AlignBottom : Qt::AlignTop));
    word.text->position->setCoords(word.x, y / area.height());
  }
  arrange_point_labels();
}

bool PlanChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::MouseMove && !is_empty()) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const QPointF at = mouse->position();
    const QString text =
        plot_->axisRect()->rect().contains(at.toPoint())
            ? text_at(plot_->xAxis->pixelToCoord(at.x()), plot_->yAxis->pixelToCoord(at.y()))
            : QString();
    if (text.isEmpty()) {
      QToolTip::hideText();
    } else {
      gui::show_tool_tip(mouse->globalPosition().toPoint(), text, plot_);
    }
  }
  return QWidget::eventFilter(watched, event);
}

void PlanChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui

#include "moc_plan_chart.cpp"
