// How the timeline answers keys, wheel and mouse.
#include "app/gui/text.h"
#include "app/gui/timeline/slice_text.h"
#include "app/gui/timeline/timeline_geometry.h"
#include "app/gui/timeline/timeline_widget.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr double kZoomStep = 0.75;
constexpr double kPanStep = 0.12;
constexpr double kWheelNotch = 120.0;

}  // namespace

void TimelineWidget::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
    QAbstractScrollArea::keyPressEvent(event);
    return;
  }
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus: return zoom_at_cursor(kZoomStep);
    case Qt::Key_S:
    case Qt::Key_Minus: return zoom_at_cursor(1.0 / kZoomStep);
    case Qt::Key_A:
    case Qt::Key_Left: return pan(-kPanStep);
    case Qt::Key_D:
    case Qt::Key_Right: return pan(kPanStep);
    case Qt::Key_F: return fit();
    case Qt::Key_Home: return set_view(limits());
    case Qt::Key_Escape: return clear_selection();
    case Qt::Key_BracketLeft: return step(-1);
    case Qt::Key_BracketRight: return step(1);
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

void TimelineWidget::wheelEvent(QWheelEvent* event) {
  const QPoint delta = event->angleDelta();
  const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / kWheelNotch;
  cursor_ = event->position().toPoint();
  if (event->modifiers() & Qt::ControlModifier) {
    zoom_at_cursor(std::pow(kZoomStep, notches));
  } else if (event->modifiers() & Qt::ShiftModifier || (delta.y() == 0 && delta.x() != 0)) {
    pan(-notches * kPanStep);
  } else {
    verticalScrollBar()->setValue(verticalScrollBar()->value() -
                                  static_cast<int>(std::lround(notches * 60.0)));
  }
  event->accept();
}

void TimelineWidget::mousePressEvent(QMouseEvent* event) {
  if (!trace_) return;
  drag_start_ = event->position().toPoint();
  drag_view_ = view_;
  const bool content = drag_start_.x() >= kGutterWidth;
  if (event->button() == Qt::MiddleButton && content) {
    drag_ = Drag::kPan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    drag_ = content && shift ? Drag::kRange : Drag::kMaybePan;
  }
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  cursor_ = position;
  if (!trace_) return;
  const FrameInput input = frame();
  const int moved = position.x() - drag_start_.x();
  if (drag_ == Drag::kMaybePan && drag_start_.x() >= kGutterWidth &&
      std::abs(moved) >= QApplication::startDragDistance()) {
    drag_ = Drag::kPan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  if (drag_ == Drag::kPan) {
    set_view(panned(drag_view_, -moved * input.scale().ticks_per_pixel()));
    return;
  }
  if (drag_ == Drag::kRange) {
    const double a = input.tick(std::max(kGutterWidth, drag_start_.x()));
    const double b = input.tick(std::clamp(position.x(), kGutterWidth, viewport()->width()));
    if (a != b) set_range(TimeView{std::min(a, b), std::max(a, b)});
    return;
  }
  const TimelineRow* row = row_at(position);
  const TrackId hovered = row != nullptr ? row->track : TrackId();
  if (hovered != hovered_) {
    hovered_ = hovered;
    viewport()->update(0, 0, kGutterWidth, viewport()->height());
  }
  const bool content = position.x() >= kGutterWidth;
  emit cursor_moved(content ? std::optional<double>(input.tick(position.x())) : std::nullopt);
  show_tool_tip(position, event->globalPosition().toPoint());
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event) {
  const Drag finished = drag_;
  drag_ = Drag::kNone;
  viewport()->unsetCursor();
  if (finished == Drag::kMaybePan && event->button() == Qt::LeftButton) {
    click(event->position().toPoint());
  }
}

void TimelineWidget::click(const QPoint& position) {
  const TimelineRow* row = row_at(position);
  if (row != nullptr && row->kind == RowKind::kGroup &&
      (position.x() < kGutterWidth || row->collapsed)) {
    rows_.set_collapsed(row->track, !row->collapsed);
    update_scroll_bar();
    invalidate();
    return;
  }
  if (position.x() >= kGutterWidth) select(slice_at(position));
}

void TimelineWidget::show_tool_tip(const QPoint& position, const QPoint& global) {
  const TimelineRow* row = row_at(position);
  QString text;
  QRect area;
  if (const SliceId slice = slice_at(position); slice.valid()) {
    text = slice_tool_tip(*trace_, slice);
    area = slice_rect(slice).toAlignedRect().adjusted(-3, -3, 3, 3);
  } else if (row != nullptr && row->kind != RowKind::kGroup && position.x() >= kGutterWidth) {
    const Track& track = trace_->track(row->track);
    text = track.counters.size() > 0 ? counter_tool_tip(*trace_, track, frame().tick(position.x()))
                                     : idle_tool_tip(*trace_, track, frame().tick(position.x()));
  } else if (row != nullptr && position.x() < kGutterWidth) {
    text = to_qstring(trace_->text(trace_->track(row->track).name));
  }
  if (text.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(global + QPoint(12, 12), text, viewport(), area);
  }
}

bool TimelineWidget::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) return true;  // shown while moving, without delay
  if (event->type() == QEvent::Leave) {
    cursor_.reset();
    hovered_ = TrackId();
    viewport()->update();
    emit cursor_moved(std::nullopt);
  }
  return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace nscope::gui
