#include "app/gui/sweep/scatter_chart.h"

#include "app/gui/sweep/point_raster.h"
#include "app/gui/sweep/point_text.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <tuple>

namespace nscope::gui {
namespace {

constexpr double kScatterReach = 8;   // pixels from the mouse to a point
constexpr double kScatterInset = 14;  // between the frame and the outermost points
constexpr int kScatterLeft = 74;
constexpr int kScatterBottom = 42;
constexpr int kScaleWidth = 96;

/// Smaller dots for more points.
double dot_radius(std::size_t points) {
  if (points > 100'000) return 1.0;
  if (points > 5'000) return 2.0;
  return points > 500 ? 3.0 : 4.0;
}

}  // namespace

ScatterChart::ScatterChart(PointSelection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Scatter chart of the points"));
  connect(&selection_, &PointSelection::points_changed, this,
          [this] { set_axes(std::nullopt, std::nullopt); });
  connect(&selection_, &PointSelection::rows_changed, this, &ScatterChart::rebuild);
  connect(&selection_, &PointSelection::colors_changed, this, &ScatterChart::rebuild);
  connect(&selection_, &PointSelection::selected_changed, this, [this] {
    describe();
    update();
  });
}

void ScatterChart::set_axes(std::optional<Axis> x, std::optional<Axis> y) {
  x_ = x;
  y_ = y;
  const auto axis_of = [this](const std::optional<Axis>& axis) {
    return axis ? PointAxis(selection_.points().columns[axis->column], axis->logarithmic)
                : PointAxis();
  };
  x_axis_ = axis_of(x_);
  y_axis_ = axis_of(y_);
  rebuild();
}

void ScatterChart::rebuild() {
  picture_ = {};
  find_front();
  describe();
  update();
}

void ScatterChart::find_front() {
  not_drawn_ = 0;
  if (x_axis_.has_values() && y_axis_.has_values()) {
    not_drawn_ = static_cast<std::size_t>(std::count_if(
        selection_.evaluated().begin(), selection_.evaluated().end(), [this](std::uint32_t row) {
          return std::isnan(x_axis_.coordinate(row)) || std::isnan(y_axis_.coordinate(row));
        }));
  }
  front_.clear();
  if (x_ && y_ && x_->goal && y_->goal) {
    const auto& columns = selection_.points().columns;
    front_ = sweep::front_of(columns[x_->column], *x_->goal, columns[y_->column], *y_->goal,
                             selection_.evaluated());
  }
  emit front_changed();
}

/// What screen readers say about the chart.
void ScatterChart::describe() {
  QString text = message();
  if (text.isEmpty()) {
    const auto& columns = selection_.points().head.columns;
    text = tr("%1 by %2: %3 points, %4 on the Pareto front.")
               .arg(column_title(columns[y_->column]), column_title(columns[x_->column]),
                    count_text(selection_.evaluated().size()), count_text(front_.size()));
    if (const auto row = selection_.selected()) {
      text += QLatin1Char(' ') +
              tr("Selected: point %1, %2, %3.")
                  .arg(count_text(selection_.points().ids[*row]),
                       point_value(selection_.points().columns[x_->column], *row),
                       point_value(selection_.points().columns[y_->column], *row));
    }
  }
  if (text == accessibleDescription()) return;
  setAccessibleDescription(text);
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

QRectF ScatterChart::plot_area() const {
  const double right = selection_.color_column() ? kScaleWidth : 16;
  return QRectF(rect()).adjusted(kScatterLeft, 12, -right, -kScatterBottom);
}

QString ScatterChart::message() const {
  if (selection_.points().size() == 0) return tr("The sweep has no points.");
  if (selection_.all_evaluated().empty()) return tr("No point has figures.");
  if (!x_axis_.has_values() || !y_axis_.has_values()) {
    return tr("Choose a column with values for each axis.");
  }
  return {};
}

std::optional<QPointF> ScatterChart::place_of(std::uint32_t row) const {
  if (!x_axis_.has_values() || !y_axis_.has_values()) return std::nullopt;
  const double x = x_axis_.place(row);
  const double y = y_axis_.place(row);
  if (std::isnan(x) || std::isnan(y)) return std::nullopt;
  const QRectF area =
      plot_area().adjusted(kScatterInset, kScatterInset, -kScatterInset, -kScatterInset);
  return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height());
}

std::optional<std::uint32_t> ScatterChart::row_at(QPointF place) const {
  std::optional<std::uint32_t> nearest;
  double least = kScatterReach;
  for (const std::uint32_t row : selection_.evaluated()) {
    const auto at = place_of(row);
    if (!at) continue;
    const double distance = std::hypot(at->x() - place.x(), at->y() - place.y());
    if (distance > least) continue;
    least = distance;
    nearest = row;
  }
  return nearest;
}

void ScatterChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = current_tokens();
  if (const QString text = message(); !text.isEmpty()) {
    painter.fillRect(rect(), t.panel);
    painter.setFont(ui_font(13));
    painter.setPen(t.muted);
    painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
  } else {
    const QSize size = this->size() * devicePixelRatioF();
    if (picture_.size() != size) draw_picture();
    painter.drawImage(0, 0, picture_);
    painter.setRenderHint(QPainter::Antialiasing);
    if (const auto row = selection_.selected()) {
      if (const auto at = place_of(*row)) {
        painter.setBrush(QColor::fromRgb(selection_.colors().of(*row)));
        painter.setPen(QPen(t.text, 2));
        painter.drawEllipse(*at, 6.5, 6.5);
      }
    }
  }
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.accent, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void ScatterChart::draw_picture() {
  picture_ = QImage(size() * devicePixelRatioF(), QImage::Format_ARGB32_Premultiplied);
  picture_.setDevicePixelRatio(devicePixelRatioF());
  picture_.fill(current_tokens().panel);
  {
    QPainter painter(&picture_);
    draw_axes(painter);
  }
  draw_dots();
  QPainter painter(&picture_);
  painter.setRenderHint(QPainter::Antialiasing);
  draw_front(painter);
  draw_color_scale(painter);
}

void ScatterChart::draw_axes(QPainter& painter) const {
  const Tokens& t = current_tokens();
  const QRectF area = plot_area();
  const QRectF inner = area.adjusted(kScatterInset, kScatterInset, -kScatterInset, -kScatterInset);
  const auto& columns = selection_.points().head.columns;
  painter.setFont(ui_font(11));
  const QFontMetrics metrics(painter.font());
  const QColor grid = mixed(t.panel, t.line, 0.7);
  double free_from = -1e9;
  for (const auto& tick : x_axis_.ticks(std::max(2, static_cast<int>(inner.width() / 80)))) {
    const double x = inner.left() + tick.place * inner.width();
    painter.setPen(QPen(grid, 1, Qt::DotLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QString text = metrics.elidedText(tick.text, Qt::ElideRight, 110);
    const double width = metrics.horizontalAdvance(text);
    const double left = std::clamp(x - width / 2, 0.0, this->width() - width);
    if (left < free_from) continue;
    free_from = left + width + 8;
    painter.setPen(t.muted);
    painter.drawText(QPointF(left, area.bottom() + 4 + metrics.ascent()), text);
  }
  double free_below = 1e9;
  for (const auto& tick : y_axis_.ticks(std::max(2, static_cast<int>(inner.height() / 40)))) {
    const double y = inner.bottom() - tick.place * inner.height();
    painter.setPen(QPen(grid, 1, Qt::DotLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    if (y > free_below) continue;
    free_below = y - metrics.height();
    painter.setPen(t.muted);
    painter.drawText(QRectF(18, y - 9, kScatterLeft - 24, 18), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(tick.text, Qt::ElideRight, kScatterLeft - 24));
  }
  painter.setPen(t.line);
  painter.drawRect(area);
  painter.setPen(t.text);
  const auto title = [&](const Axis& axis, const PointAxis& scale, double room) {
    QString text = column_title(columns[axis.column]);
    if (scale.is_logarithmic()) text = tr("%1, logarithmic").arg(text);
    return metrics.elidedText(text, Qt::ElideRight, static_cast<int>(room));
  };
  painter.drawText(QRectF(area.left(), area.bottom() + 20, area.width(), 20), Qt::AlignCenter,
                   title(*x_, x_axis_, area.width()));
  painter.save();
  painter.translate(2, area.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, 0, area.height(), 16), Qt::AlignCenter,
                   title(*y_, y_axis_, area.height()));
  painter.restore();
}

void ScatterChart::draw_dots() {
  const double scale = picture_.devicePixelRatio();
  const Tokens& t = current_tokens();
  const auto& all = selection_.all_evaluated();
  const auto& shown = selection_.evaluated();
  DotRaster dots(picture_, dot_radius(all.size()) * scale);
  const auto draw = [&](std::uint32_t row, QRgb color) {
    if (const auto at = place_of(row)) dots.add(at->x() * scale, at->y() * scale, color);
  };
  if (shown.size() < all.size()) {
    const QRgb grey = mixed(t.panel, t.muted, 0.25).rgb();
    for (const std::uint32_t row : all) draw(row, grey);
  }
  const PointColors colors = selection_.colors();
  for (const std::uint32_t row : shown) draw(row, colors.of(row));
}

void ScatterChart::draw_front(QPainter& painter) const {
  if (front_.empty()) return;
  QPolygonF line;
  for (const std::uint32_t row : front_) {
    if (const auto at = place_of(row)) line << *at;
  }
  const Tokens& t = current_tokens();
  painter.setPen(QPen(t.text, 1.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  if (line.size() > 400) return;
  for (const QPointF& at : line) painter.drawEllipse(at, 4.5, 4.5);
}

/// The values that the colours mean, on the right of the chart.
void ScatterChart::draw_color_scale(QPainter& painter) const {
  const auto column = selection_.color_column();
  if (!column) return;
  const Tokens& t = current_tokens();
  const PointAxis& axis = selection_.axis(*column);
  const QRectF area = plot_area();
  painter.setFont(ui_font(11));
  const QFontMetrics metrics(painter.font());
  const double left = area.right() + 10;
  const int room = width() - static_cast<int>(left) - 4;
  painter.setPen(t.text);
  painter.drawText(QPointF(left, area.top() + metrics.ascent()),
                   metrics.elidedText(column_title(selection_.points().head.columns[*column]),
                                      Qt::ElideRight, room));
  const QRectF bar(left, area.top() + 24, 12, area.height() - 24);
  const int marks = std::max(2, static_cast<int>(bar.height() / 30));
  if (axis.has_names()) {
    constexpr int kMostNames = 6;
    int line = 0;
    for (const auto& tick : axis.ticks(1'000'000)) {
      const double y = bar.top() + 18 * line;
      if (line == kMostNames || y + 18 > area.bottom()) break;
      const bool other = line + 1 == kMostNames;
      painter.setPen(Qt::NoPen);
      painter.setBrush(other ? t.muted : selection_.color_at(tick.place));
      painter.drawEllipse(QPointF(left + 5, y + 8), 4, 4);
      painter.setPen(t.muted);
      painter.drawText(QRectF(left + 14, y, room - 14, 16), Qt::AlignVCenter,
                       metrics.elidedText(other ? tr("others") : tick.text, Qt::ElideRight,
                                          room - 14));
      ++line;
    }
    return;
  }
  for (int y = 0; y < static_cast<int>(bar.height()); ++y) {
    painter.fillRect(QRectF(bar.left(), bar.bottom() - y - 1, bar.width(), 1.5),
                     selection_.color_at(y / bar.height()));
  }
  painter.setPen(t.muted);
  for (const auto& tick : axis.ticks(marks)) {
    const double y = bar.bottom() - tick.place * bar.height();
    painter.drawText(QRectF(left + 17, y - 8, room - 17, 16), Qt::AlignVCenter,
                     metrics.elidedText(tick.text, Qt::ElideRight, room - 17));
  }
}

void ScatterChart::resizeEvent(QResizeEvent*) {
  picture_ = {};
}

void ScatterChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) selection_.select(row_at(event->position()));
}

void ScatterChart::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto row = row_at(event->position());
  if (row && event->button() == Qt::LeftButton) emit activated(*row);
}

void ScatterChart::mouseMoveEvent(QMouseEvent* event) {
  const auto row = row_at(event->position());
  if (!row) return QToolTip::hideText();
  const auto& points = selection_.points();
  show_tool_tip(event->globalPosition().toPoint(),
                rich_tip(QStringLiteral("<b>%1</b><table>%2</table>")
                             .arg(tr("Point %1").arg(count_text(points.ids[*row])),
                                  point_rows(points, *row))),
                this);
}

void ScatterChart::step(const PointAxis& axis, bool forward) {
  if (!axis.has_values()) return;
  const auto key = [&](std::uint32_t row) {
    const double at = axis.coordinate(row);
    return std::pair(forward ? at : -at, forward ? static_cast<double>(row) : -double(row));
  };
  const auto from = selection_.selected();
  std::optional<std::uint32_t> next;
  for (const std::uint32_t row : selection_.evaluated()) {
    if (!place_of(row)) continue;
    if (from && place_of(*from) && key(row) <= key(*from)) continue;
    if (!next || key(row) < key(*next)) next = row;
  }
  if (next) selection_.select(next);
}

void ScatterChart::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Right: return step(x_axis_, true);
    case Qt::Key_Left: return step(x_axis_, false);
    case Qt::Key_Up: return step(y_axis_, true);
    case Qt::Key_Down: return step(y_axis_, false);
    case Qt::Key_Escape:
      if (!selection_.selected()) break;
      return selection_.select(std::nullopt);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (const auto row = selection_.selected()) emit activated(*row);
      return;
    default: break;
  }
  QWidget::keyPressEvent(event);
}

void ScatterChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui

#include "moc_scatter_chart.cpp"
