#include "app/gui/sweep/parallel_chart.h"

#include "app/gui/sweep/point_raster.h"
#include "app/gui/sweep/point_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::gui {
namespace {

constexpr std::size_t kMostDrawnLines = 20'000;
constexpr std::size_t kMostDraggedLines = 3'000;
constexpr double kAxisReach = 14;  // pixels beside an axis in which a brush can begin
constexpr double kLineReach = 5;
constexpr double kBrushWidth = 12;
constexpr double kKeyStep = 0.05;  // of the axis

/// The opacity of one line, so that many lines do not become one surface.
double line_opacity(std::size_t lines) {
  return std::min(0.85, 12 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, lines))));
}

}  // namespace

ParallelChart::ParallelChart(PointSelection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Parallel coordinates of the points"));
  setToolTip(tr("Drag along an axis to show only the points in that range. Click the range to show "
                "all points again. Keys: Left and Right choose an axis, Up and Down move the upper "
                "end of its range, with Shift the lower end, and Delete removes the range."));
  connect(&selection_, &PointSelection::points_changed, this, [this] { set_columns({}); });
  connect(&selection_, &PointSelection::rows_changed, this, [this] {
    shown_ = {};
    describe();
    update();
  });
  connect(&selection_, &PointSelection::colors_changed, this, &ParallelChart::rebuild);
  connect(&selection_, &PointSelection::selected_changed, this, qOverload<>(&QWidget::update));
}

void ParallelChart::set_columns(std::vector<std::size_t> columns) {
  columns_ = std::move(columns);
  current_ = std::min(current_, columns_.empty() ? 0 : columns_.size() - 1);
  rebuild();
}

void ParallelChart::rebuild() {
  all_ = {};
  shown_ = {};
  describe();
  update();
}

void ParallelChart::describe() {
  QStringList parts;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    QString part = column_title(selection_.points().head.columns[columns_[i]]);
    if (const auto brush = selection_.brush(columns_[i])) {
      part = tr("%1 from %2 to %3")
                 .arg(part, axis(i).text_of(brush->first), axis(i).text_of(brush->second));
    }
    parts << part;
  }
  QString text = tr("Axes: %1. %2 points are shown.")
                     .arg(parts.join(QStringLiteral(", ")),
                          count_text(selection_.evaluated().size()));
  if (current_ < columns_.size()) {
    text += QLatin1Char(' ') + tr("Axis: %1.").arg(parts[static_cast<int>(current_)]);
  }
  if (text == accessibleDescription()) return;
  setAccessibleDescription(text);
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

std::size_t ParallelChart::drawn() const {
  return std::min(kMostDrawnLines, selection_.evaluated().size());
}

QRectF ParallelChart::plot_area() const {
  return QRectF(rect()).adjusted(52, 44, -52, -26);
}

double ParallelChart::axis_x(std::size_t index) const {
  const QRectF area = plot_area();
  if (columns_.size() < 2) return area.center().x();
  return area.left() +
         area.width() * static_cast<double>(index) / static_cast<double>(columns_.size() - 1);
}

QPointF ParallelChart::place_on(std::size_t index, double coordinate) const {
  const QRectF area = plot_area();
  return {axis_x(index), area.bottom() - axis(index).place_of(coordinate) * area.height()};
}

double ParallelChart::share_at(double y) const {
  const QRectF area = plot_area();
  return std::clamp((area.bottom() - y) / area.height(), 0.0, 1.0);
}

std::optional<std::size_t> ParallelChart::axis_at(QPointF place) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (std::abs(place.x() - axis_x(i)) <= kAxisReach) return i;
  }
  return std::nullopt;
}

/// The lines of the rows, or of an even sample of them, in one colour or in that of each point.
QImage ParallelChart::lines(const std::vector<std::uint32_t>& rows,
                            std::optional<QRgb> color) const {
  const double scale = devicePixelRatioF();
  LineRaster raster(static_cast<int>(std::lround(width() * scale)),
                    static_cast<int>(std::lround(height() * scale)));
  const PointColors colors = selection_.colors();
  // Less while the mouse moves a range, so that it stays fluent.
  const std::size_t count = std::min(dragged_ ? kMostDraggedLines : kMostDrawnLines, rows.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t row = rows[i * rows.size() / count];
    const QRgb own = color ? *color : colors.of(row);
    for (std::size_t k = 0; k + 1 < columns_.size(); ++k) {
      const QPointF from = place_on(k, axis(k).coordinate(row)) * scale;
      const QPointF to = place_on(k + 1, axis(k + 1).coordinate(row)) * scale;
      raster.add(from.x(), from.y(), to.x(), to.y(), own);
    }
  }
  QImage picture = raster.image(line_opacity(count));
  picture.setDevicePixelRatio(scale);
  return picture;
}

void ParallelChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = current_tokens();
  painter.fillRect(rect(), t.panel);
  if (columns_.size() < 2 || selection_.all_evaluated().empty()) {
    painter.setFont(ui_font(13));
    painter.setPen(t.muted);
    painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     selection_.all_evaluated().empty() ? tr("No point has figures.")
                                                        : tr("Choose at least two axes."));
  } else {
    const bool hides = selection_.evaluated().size() < selection_.all_evaluated().size();
    if (hides) {
      if (all_.isNull()) all_ = lines(selection_.all_evaluated(), mixed(t.panel, t.muted, 0.5).rgb());
      painter.setOpacity(0.35);
      painter.drawImage(0, 0, all_);
      painter.setOpacity(1);
    }
    if (shown_.isNull()) shown_ = lines(selection_.evaluated(), std::nullopt);
    painter.drawImage(0, 0, shown_);
    painter.setRenderHint(QPainter::Antialiasing);
    draw_selected(painter);
    draw_axes(painter);
  }
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.accent, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void ParallelChart::draw_axes(QPainter& painter) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) draw_axis(painter, i);
}

void ParallelChart::draw_axis(QPainter& painter, std::size_t index) const {
  const Tokens& t = current_tokens();
  const QRectF area = plot_area();
  const double x = axis_x(index);
  painter.setFont(ui_font(11));
  const QFontMetrics metrics(painter.font());
  const bool current = hasFocus() && index == current_;
  painter.setPen(QPen(current ? t.accent : t.muted, current ? 2 : 1));
  painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  const double room = columns_.size() < 2
                          ? area.width()
                          : area.width() / static_cast<double>(columns_.size() - 1);
  const int width = static_cast<int>(std::max(40.0, std::min(room - 8, 150.0)));
  const auto& column = selection_.points().head.columns[columns_[index]];
  painter.setPen(current ? t.accent : t.text);
  // Neighbouring titles are on two lines, so that they have more room.
  const double top = index % 2 == 0 ? 4 : 20;
  const int title = static_cast<int>(std::min({2.0 * room - 12, 220.0, 2 * (x - 2), 2 * (this->width() - 2 - x)}));
  painter.drawText(QRectF(x - title / 2.0, top, title, 16), Qt::AlignCenter,
                   metrics.elidedText(column_title(column), Qt::ElideRight, title));
  painter.setPen(t.muted);
  const int marks = std::max(2, static_cast<int>(area.height() / 45));
  for (const auto& tick : axis(index).ticks(marks)) {
    const double y = area.bottom() - tick.place * area.height();
    painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
    const QString text = metrics.elidedText(tick.text, Qt::ElideRight, width - 10);
    const QRectF box(x + 6, y - 8, metrics.horizontalAdvance(text) + 4, 16);
    const bool last = index + 1 == columns_.size();
    const QRectF placed = last ? box.translated(-12 - box.width(), 0) : box;
    painter.fillRect(placed, [&] {
      QColor behind = t.panel;
      behind.setAlpha(190);
      return behind;
    }());
    painter.drawText(placed, Qt::AlignCenter, text);
  }
  const auto brush = selection_.brush(columns_[index]);
  if (!brush) return;
  const double high = place_on(index, brush->second).y();
  const double low = place_on(index, brush->first).y();
  QColor fill = t.accent;
  fill.setAlpha(70);
  painter.fillRect(QRectF(x - kBrushWidth / 2, high, kBrushWidth, std::max(2.0, low - high)), fill);
  painter.setPen(QPen(t.accent, 2));
  for (const double y : {high, low}) {
    painter.drawLine(QPointF(x - kBrushWidth / 2, y), QPointF(x + kBrushWidth / 2, y));
  }
}

void ParallelChart::draw_selected(QPainter& painter) const {
  const auto row = selection_.selected();
  if (!row) return;
  QPainterPath path;
  bool open = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const double at = axis(i).coordinate(*row);
    if (std::isnan(at)) {
      open = false;
      continue;
    }
    const QPointF place = place_on(i, at);
    if (open) {
      path.lineTo(place);
    } else {
      path.moveTo(place);
    }
    open = true;
  }
  const Tokens& t = current_tokens();
  painter.strokePath(path, QPen(t.panel, 5));
  painter.strokePath(path, QPen(t.text, 2.2));
}

/// The point whose line is nearest.
std::optional<std::uint32_t> ParallelChart::row_at(QPointF place) const {
  if (columns_.size() < 2) return std::nullopt;
  std::size_t left = 0;
  while (left + 2 < columns_.size() && axis_x(left + 1) <= place.x()) ++left;
  const double share =
      std::clamp((place.x() - axis_x(left)) / (axis_x(left + 1) - axis_x(left)), 0.0, 1.0);
  std::optional<std::uint32_t> nearest;
  double least = kLineReach;
  for (const std::uint32_t row : selection_.evaluated()) {
    const double from = place_on(left, axis(left).coordinate(row)).y();
    const double to = place_on(left + 1, axis(left + 1).coordinate(row)).y();
    const double distance = std::abs(from + (to - from) * share - place.y());
    if (!(distance <= least)) continue;
    least = distance;
    nearest = row;
  }
  return nearest;
}

void ParallelChart::brush_from(double from, double to) {
  const PointAxis& scale = axis(current_);
  double low = scale.coordinate_at(std::min(from, to));
  double high = scale.coordinate_at(std::max(from, to));
  // The ends of the axis include its outermost values, and a range includes the names it touches.
  if (scale.has_names()) {
    low = std::floor(low + 0.5) - 0.5;
    high = std::ceil(high - 0.5) + 0.5;
  }
  selection_.set_brush(columns_[current_], PointSelection::Range(low, high));
}

void ParallelChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || columns_.size() < 2) return;
  dragged_ = false;
  drag_from_.reset();
  if (const auto index = axis_at(event->position())) {
    current_ = *index;
    drag_from_ = share_at(event->position().y());
    describe();
    return update();
  }
  selection_.select(row_at(event->position()));
}

void ParallelChart::mouseMoveEvent(QMouseEvent* event) {
  if (!drag_from_) return;
  const double to = share_at(event->position().y());
  dragged_ = dragged_ || std::abs(to - *drag_from_) * plot_area().height() >= 4;
  if (dragged_) brush_from(*drag_from_, to);
}

void ParallelChart::mouseReleaseEvent(QMouseEvent*) {
  if (drag_from_ && !dragged_) selection_.set_brush(columns_[current_], std::nullopt);
  drag_from_.reset();
  if (!std::exchange(dragged_, false)) return;
  shown_ = {};  // all lines again
  update();
}

void ParallelChart::mouseDoubleClickEvent(QMouseEvent* event) {
  if (axis_at(event->position())) return;
  if (const auto row = row_at(event->position())) emit activated(*row);
}

void ParallelChart::move_end(bool upper, bool up) {
  const std::size_t column = columns_[current_];
  const PointAxis& scale = axis(current_);
  const auto brush = selection_.brush(column);
  double low = brush ? scale.place_of(brush->first) : 0;
  double high = brush ? scale.place_of(brush->second) : 1;
  double& end = upper ? high : low;
  // To the next name, if the axis has names.
  const double names = scale.has_names() ? scale.high() - scale.low() : 0;
  const double step = names > 0 ? 1 / names : kKeyStep;
  end = std::clamp(end + (up ? step : -step), 0.0, 1.0);
  if (low > high) std::swap(low, high);
  brush_from(low, high);
}

void ParallelChart::keyPressEvent(QKeyEvent* event) {
  if (columns_.size() < 2) return QWidget::keyPressEvent(event);
  const bool lower = event->modifiers().testFlag(Qt::ShiftModifier);
  switch (event->key()) {
    case Qt::Key_Left: current_ -= current_ > 0 ? 1 : 0; break;
    case Qt::Key_Right: current_ += current_ + 1 < columns_.size() ? 1 : 0; break;
    case Qt::Key_Up: move_end(!lower, true); break;
    case Qt::Key_Down: move_end(!lower, false); break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace: selection_.set_brush(columns_[current_], std::nullopt); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (const auto row = selection_.selected()) emit activated(*row);
      break;
    case Qt::Key_Escape:
      if (!selection_.has_brushes()) return QWidget::keyPressEvent(event);
      selection_.clear_brushes();
      break;
    default: return QWidget::keyPressEvent(event);
  }
  describe();
  update();
}

void ParallelChart::resizeEvent(QResizeEvent*) {
  all_ = {};
  shown_ = {};
}

void ParallelChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui

#include "moc_parallel_chart.cpp"
