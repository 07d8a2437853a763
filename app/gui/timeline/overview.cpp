#include "app/gui/timeline/overview.h"

#include "app/gui/theme/theme.h"
#include "app/gui/timeline/timeline_frame.h"
#include "app/gui/timeline/timeline_geometry.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr int kHeight = 49;
constexpr int kTop = 7;
constexpr int kBottom = 41;
constexpr double kBarWidth = 4.0;
constexpr double kGripWidth = 5.0;

}  // namespace

OverviewWidget::OverviewWidget(QWidget* parent) : QWidget(parent) {
  setFixedHeight(kHeight);
  setMouseTracking(true);
  setAccessibleName(tr("Overview"));
  setAccessibleDescription(tr("Engine activity of the whole run and the part on screen."));
}

QSize OverviewWidget::sizeHint() const {
  return {400, kHeight};
}

void OverviewWidget::set_trace(std::shared_ptr<const Trace> trace, const TimeView& limits) {
  trace_ = std::move(trace);
  limits_ = limits;
  view_ = limits;
  measure();
  update();
}

void OverviewWidget::set_view(const TimeView& view) {
  view_ = view;
  update();
}

TimeScale OverviewWidget::scale() const {
  return {limits_, std::max(1.0, static_cast<double>(width() - kGutterWidth))};
}

void OverviewWidget::measure() {
  busy_.clear();
  if (!trace_) return;
  std::vector<TrackId> engines;
  for (const Track& track : trace_->tracks()) {
    if (track.kind == TrackKind::kEngine) engines.push_back(track.id);
  }
  if (engines.empty()) {
    for (const Track& track : trace_->tracks()) {
      if (track.slices.size() > 0) engines.push_back(track.id);
    }
  }
  const TimeScale bars{limits_, std::max(1.0, std::floor(scale().width / kBarWidth))};
  busy_ = busy_columns(*trace_, engines, bars);
}

void OverviewWidget::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.window);
  painter.setPen(t.muted);
  painter.setFont(ui_font(11));
  painter.drawText(QRect(12, 0, kGutterWidth - 20, kHeight - 2), Qt::AlignVCenter, tr("Overview"));
  painter.fillRect(kGutterWidth - 1, 0, 1, kHeight, t.line);
  painter.fillRect(0, kHeight - 1, width(), 1, t.line);
  painter.setClipRect(kGutterWidth, 0, width() - kGutterWidth, kHeight);
  painter.fillRect(QRect(kGutterWidth, kTop, width() - kGutterWidth, kBottom - kTop), t.panel);
  if (!trace_) return;

  const TimeScale all = scale();
  const double x0 = kGutterWidth + all.x(view_.begin);
  const double x1 = kGutterWidth + all.x(view_.end);
  const QRectF window(x0 + 0.5, kTop + 0.5, std::max(3.0, x1 - x0 - 1.0), kBottom - kTop - 1.0);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.selection);
  painter.drawRoundedRect(window, 2.5, 2.5);

  painter.setRenderHint(QPainter::Antialiasing, false);
  const QColor bar = mixed(t.panel, t.accent, 0.62);
  const float most =
      std::max(1e-6F, busy_.empty() ? 1.0F : *std::max_element(busy_.begin(), busy_.end()));
  const double step = all.width / static_cast<double>(std::max<std::size_t>(1, busy_.size()));
  for (std::size_t i = 0; i < busy_.size(); ++i) {
    if (busy_[i] <= 0.0F) continue;
    const int height = std::max(1, static_cast<int>(std::lround(busy_[i] / most * 27.0F)));
    const auto left = static_cast<int>(std::lround(kGutterWidth + static_cast<double>(i) * step));
    painter.fillRect(left, kBottom - 2 - height, 3, height, bar);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(t.accent, 1.2));
  painter.drawRoundedRect(window, 2.5, 2.5);
}

void OverviewWidget::resizeEvent(QResizeEvent*) {
  measure();
}

OverviewWidget::Grip OverviewWidget::grip_at(double x) const {
  const double begin = scale().x(view_.begin);
  const double end = scale().x(view_.end);
  if (std::abs(x - begin) < kGripWidth) return Grip::kBegin;
  if (std::abs(x - end) < kGripWidth) return Grip::kEnd;
  return x > begin && x < end ? Grip::kMove : Grip::kNone;
}

void OverviewWidget::mousePressEvent(QMouseEvent* event) {
  const double x = event->position().x() - kGutterWidth;
  if (!trace_ || event->button() != Qt::LeftButton || x < 0) return;
  const double tick = scale().tick(x);
  grip_ = grip_at(x);
  if (grip_ == Grip::kNone) {
    // A click beside the window brings it there and starts a drag.
    emit view_requested(panned(view_, tick - (view_.begin + view_.end) / 2.0));
    grip_ = Grip::kMove;
  }
  grab_tick_ = tick;
  grab_view_ = view_;
}

void OverviewWidget::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x() - kGutterWidth;
  const Grip grip = grip_ != Grip::kNone ? grip_ : grip_at(x);
  const bool edge = grip == Grip::kBegin || grip == Grip::kEnd;
  setCursor(edge ? Qt::SizeHorCursor : grip == Grip::kMove ? Qt::OpenHandCursor : Qt::ArrowCursor);
  if (grip_ == Grip::kNone) return;
  const double tick = scale().tick(x);
  TimeView next = grab_view_;
  if (grip_ == Grip::kMove) next = panned(grab_view_, tick - grab_tick_);
  if (grip_ == Grip::kBegin) next.begin = std::min(tick, next.end - 1.0);
  if (grip_ == Grip::kEnd) next.end = std::max(tick, next.begin + 1.0);
  emit view_requested(next);
}

void OverviewWidget::mouseReleaseEvent(QMouseEvent*) {
  grip_ = Grip::kNone;
}

}  // namespace nscope::gui
