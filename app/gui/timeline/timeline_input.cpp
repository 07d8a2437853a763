// Keyboard, wheel and mouse input of the timeline.
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/dependency_text.h"
#include "app/gui/timeline/model/slice_text.h"
#include "app/gui/timeline/paint/hit_test.h"
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
constexpr double kLaneZoomStep = 1.25;
constexpr int kFoldMarkWidth = 16;
constexpr double kWheelNotch = 120.0;
/// The dependencies of larger runs are not computed merely for the tool tip of idle time.
constexpr std::size_t kMostUnasked = 3'000'000;

bool on_fold_mark(const TimelineRow& row, int x) {
  const int left = gutter_left(row);
  return has_fold_mark(row) && x >= left && x < left + kFoldMarkWidth;
}

}  // namespace

void TimelineWidget::keyPressEvent(QKeyEvent* event) {
  if (!use_key(*event)) QAbstractScrollArea::keyPressEvent(event);
}

bool TimelineWidget::use_key(const QKeyEvent& event) {
  const auto modifiers = event.modifiers();
  const SliceId before = selected_;
  bool used = false;
  if (modifiers == Qt::AltModifier) {
    used = alt_key(event.key());
  } else if (!(modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
    used = plain_key(event.key());
  }
  if (used) follow_tool_tip(before);
  return used;
}

/// A tooltip must not stay where its event was: it moves to a newly selected event, or disappears.
void TimelineWidget::follow_tool_tip(SliceId before) {
  if (!QToolTip::isVisible()) return;
  const QRectF box = slice_rect(selected_);
  const QRectF seen = box.intersected(frame().content());
  if (selected_ == before || seen.isEmpty()) return QToolTip::hideText();
  const QPoint corner = seen.bottomLeft().toPoint();
  gui::show_tool_tip(viewport()->mapToGlobal(corner + QPoint(12, 12)),
                     rich_tip(slice_tip(selected_)), viewport(), QRect());
}

bool TimelineWidget::plain_key(int key) {
  switch (key) {
    case Qt::Key_W:
    case Qt::Key_Plus: zoom_at_cursor(kZoomStep); return true;
    case Qt::Key_S:
    case Qt::Key_Minus: zoom_at_cursor(1.0 / kZoomStep); return true;
    case Qt::Key_A:
    case Qt::Key_Left: pan(-kPanStep); return true;
    case Qt::Key_D:
    case Qt::Key_Right: pan(kPanStep); return true;
    case Qt::Key_F: fit(); return true;
    case Qt::Key_Home: set_view(limits()); return true;
    case Qt::Key_Escape: clear_selection(); return true;
    case Qt::Key_BracketLeft: step(-1); return true;
    case Qt::Key_BracketRight: step(1); return true;
    case Qt::Key_P: follow_predecessor(); return true;
    case Qt::Key_N: follow_successor(); return true;
    case Qt::Key_M: mark_here(); return true;
    case Qt::Key_E: toggle_stack(track_for_keys()); return true;
    case Qt::Key_Comma: step_marker(-1); return true;
    case Qt::Key_Period: step_marker(1); return true;
    case Qt::Key_Delete:
      if (const auto picked = picked_markers().last) remove_marker(*picked);
      return true;
    case Qt::Key_Up: step_track(-1); return true;
    case Qt::Key_Down: step_track(1); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: use_current_track(); return true;
    default: return false;
  }
}

/// The selected track, or that of the selected event, or the one under the cursor.
TrackId TimelineWidget::track_for_keys() const {
  if (current_.valid()) return current_;
  return trace_ && selected_.valid() ? trace_->slice(selected_).track->id : hovered_;
}

/// Moves the current track within its group, or changes its height.
bool TimelineWidget::alt_key(int key) {
  const TimelineRow* row = rows_.row_of(current_);
  if (row == nullptr) return false;
  const int direction = key == Qt::Key_Up || key == Qt::Key_Plus ? 1 : -1;
  if (key == Qt::Key_Up || key == Qt::Key_Down) {
    arrange([&](TimelineRows& rows) { rows.move_by(current_, -direction); });
  } else if (key == Qt::Key_Plus || key == Qt::Key_Minus) {
    const int height = row->height + direction * std::max(2, row->height / 4);
    arrange([&](TimelineRows& rows) { rows.set_height(current_, height); });
  } else {
    return false;
  }
  if (const TimelineRow* moved = rows_.row_of(current_)) scroll_to(*moved);
  return true;
}

void TimelineWidget::step_track(int direction) {
  const auto& rows = rows_.rows();
  if (rows.empty()) return;
  const TimelineRow* row = rows_.row_of(current_);
  std::ptrdiff_t index = direction > 0 ? 0 : std::ssize(rows) - 1;
  if (row != nullptr) {
    index = std::clamp<std::ptrdiff_t>(row - rows.data() + direction, 0, std::ssize(rows) - 1);
  }
  const TimelineRow& next = rows[static_cast<std::size_t>(index)];
  set_current_track(next.track);
  scroll_to(next);
}

/// Expands or collapses a group; on a track, selects its first visible event.
void TimelineWidget::use_current_track() {
  const TimelineRow* row = rows_.row_of(current_);
  if (row == nullptr) return;
  if (row->kind == RowKind::kGroup) {
    arrange([&](TimelineRows& rows) { rows.set_collapsed(row->track, !row->collapsed); });
    return;
  }
  const SliceColumns& slices = trace_->track(row->track).slices;
  const auto first = std::lower_bound(slices.start.begin(), slices.start.end(),
                                      static_cast<std::int64_t>(std::ceil(view_.begin)));
  if (first == slices.start.end()) return;
  const auto index = static_cast<std::size_t>(first - slices.start.begin());
  show_slice(Trace::slice_id(trace_->track(row->track), index));
}

void TimelineWidget::add_marker(double tick) {
  if (trace_) markers_->add(tick);
}

/// Adds a marker at the cursor, snapped to the edge of an event. Without a cursor, at the start of
/// the selected event, or in the middle of the view.
void TimelineWidget::mark_here() {
  if (!trace_) return;
  if (cursor_ && cursor_->x() >= kGutterWidth) return add_marker(snapped_tick(frame(), *cursor_));
  if (selected_.valid()) {
    return add_marker(static_cast<double>(trace_->slice(selected_).begin().value()));
  }
  add_marker(cursor_anchor());
}

void TimelineWidget::step_marker(int direction) {
  const auto tick = markers_->step(direction);
  if (tick && (*tick < view_.begin || *tick > view_.end)) {
    set_view(panned(view_, *tick - (view_.begin + view_.end) / 2.0));
  }
}

void TimelineWidget::wheelEvent(QWheelEvent* event) {
  const QPoint delta = event->angleDelta();
  const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / kWheelNotch;
  cursor_ = event->position().toPoint();
  if ((event->modifiers() & Qt::ControlModifier) && (event->modifiers() & Qt::ShiftModifier)) {
    zoom_lanes(std::pow(kLaneZoomStep, notches), cursor_->y());
  } else if (event->modifiers() & Qt::ControlModifier) {
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
  const QPoint position = event->position().toPoint();
  drag_.press(position, view_);
  const bool content = position.x() >= kGutterWidth;
  if (event->button() == Qt::MiddleButton && content) {
    drag_.begin_pan();
    viewport()->setCursor(Qt::ClosedHandCursor);
    return;
  }
  if (event->button() != Qt::LeftButton) return;
  if (content && (event->modifiers() & Qt::ShiftModifier)) return drag_.begin_range();
  const FrameInput input = frame();
  if (content) {
    const auto marker = marker_at(input, markers(), picked_markers(), position);
    if (!marker) return drag_.begin_press();
    drag_.begin_marker();
    markers_->begin_move(*marker);
  } else if (const TimelineRow* row = border_at(input, position)) {
    drag_.begin_height(row->track, rows_.arrangement());
  } else {
    const TimelineRow* const pressed = row_at(input, position);
    drag_.begin_press(pressed != nullptr ? pressed->track : TrackId());
    if (pressed != nullptr) set_current_track(pressed->track);
  }
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  cursor_ = position;
  if (trace_ && !drag_to(position)) hover(position, event->globalPosition().toPoint());
}

bool TimelineWidget::drag_to(const QPoint& position) {
  using Kind = TimelineDrag::Kind;
  switch (drag_.move(position, QApplication::startDragDistance())) {
    case Kind::kPan:
      viewport()->setCursor(Qt::ClosedHandCursor);
      set_view(drag_.panned_view(position, frame().scale()));
      return true;
    case Kind::kRange:
      if (auto range = drag_.range(frame(), position)) set_selection(std::move(range));
      return true;
    case Kind::kRow:
      viewport()->setCursor(Qt::ClosedHandCursor);
      drag_.find_place(frame(), position);
      viewport()->update();
      return true;
    case Kind::kMarker: markers_->move_to(snapped_tick(frame(), position)); return true;
    case Kind::kHeight: drag_height(position); return true;
    case Kind::kPress:
    case Kind::kNone: break;
  }
  return false;
}

void TimelineWidget::drag_height(const QPoint& position) {
  const TimelineRow* row = rows_.row_of(drag_.track());
  if (row == nullptr) return;
  rows_.set_height(drag_.track(), position.y() - frame().y(*row));
  rows_changed();
}

void TimelineWidget::hover(const QPoint& position, const QPoint& global) {
  const FrameInput input = frame();
  const TimelineRow* row = row_at(input, position);
  const TrackId hovered = row != nullptr ? row->track : TrackId();
  if (hovered != hovered_) {
    hovered_ = hovered;
    viewport()->update(0, 0, kGutterWidth, viewport()->height());
  }
  const bool content = position.x() >= kGutterWidth;
  if (border_at(input, position) != nullptr) {
    viewport()->setCursor(Qt::SizeVerCursor);
  } else if (content && marker_at(input, markers(), picked_markers(), position)) {
    viewport()->setCursor(Qt::SizeHorCursor);
  } else {
    viewport()->unsetCursor();
  }
  emit cursor_moved(content ? std::optional<double>(input.tick(position.x())) : std::nullopt);
  show_tool_tip(position, global);
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event) {
  using Kind = TimelineDrag::Kind;
  const TimelineDrag finished = std::exchange(drag_, {});
  viewport()->unsetCursor();
  switch (finished.kind()) {
    case Kind::kPress:
      if (event->button() == Qt::LeftButton) click(event->position().toPoint());
      return;
    case Kind::kRow:
      if (const auto place = finished.place()) {
        arrange([&](TimelineRows& rows) { rows.move(finished.track(), *place); });
      }
      viewport()->update();
      return;
    case Kind::kHeight:
      if (rows_.arrangement() != finished.arrangement_before()) {
        emit arrangement_changed(finished.arrangement_before(), rows_.arrangement());
      }
      return;
    case Kind::kMarker: return markers_->end_move();
    case Kind::kNone:
    case Kind::kPan:
    case Kind::kRange: return;
  }
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  if (!trace_ || event->button() != Qt::LeftButton) return;
  if (const TimelineRow* row = border_at(frame(), position)) {
    arrange([&](TimelineRows& rows) { rows.set_height(row->track, std::nullopt); });
  } else if (const auto marker = marker_at(frame(), markers(), picked_markers(), position)) {
    markers_->edit_name(frame(), *marker);
  } else if (const TimelineRow* stack = row_at(frame(), position);
             position.x() < kGutterWidth && stack != nullptr && stack->lanes > 1) {
    // The first click of a double-click on the mark has already expanded the stack.
    if (!on_fold_mark(*stack, position.x())) toggle_stack(stack->track);
  } else {
    // The second press of a double-click is also a click.
    mousePressEvent(event);
  }
}

void TimelineWidget::click(const QPoint& position) {
  const TimelineRow* row = row_at(frame(), position);
  if (row != nullptr && row->kind == RowKind::kGroup &&
      (position.x() < kGutterWidth || row->collapsed)) {
    const TrackId group = row->track;
    arrange([&](TimelineRows& rows) { rows.set_collapsed(group, !row->collapsed); });
    // A header that stayed while its rows scrolled is still there.
    if (const TimelineRow* now = rows_.row_of(group)) scroll_to(*now);
    return;
  }
  if (row != nullptr && on_fold_mark(*row, position.x())) return toggle_stack(row->track);
  if (position.x() >= kGutterWidth && position.y() >= kAxisHeight) select(slice_at(position));
}

void TimelineWidget::show_tool_tip(const QPoint& position, const QPoint& global) {
  const TimelineRow* row = row_at(frame(), position);
  QString text;
  QRect area;
  if (const auto marker = marker_at(frame(), markers(), picked_markers(), position);
      marker && position.x() >= kGutterWidth) {
    text = rich_tip(marker_tool_tip(*trace_, markers(), *marker));
  } else if (const SliceId slice = slice_at(position); slice.valid()) {
    text = slice_tip(slice);
    if (row != nullptr && row->stack == StackMode::kCompact && has_fold_mark(*row)) {
      text +=
          QStringLiteral("<p>%1</p>").arg(tr("Press E to expand the stack, so that names fit."));
    }
    text = rich_tip(text);
    area = slice_rect(slice).toAlignedRect().adjusted(-3, -3, 3, 3);
  } else if (row != nullptr && row->kind != RowKind::kGroup && position.x() >= kGutterWidth) {
    const Track& track = trace_->track(row->track);
    const double tick = frame().tick(position.x());
    text = rich_tip(track.counters.size() > 0 ? counter_tool_tip(*trace_, track, tick)
                                              : idle_tip(track, tick));
  } else if (row != nullptr && position.x() < kGutterWidth) {
    text = rich_tip(track_tool_tip(*trace_, trace_->track(row->track)));
  }
  if (text.isEmpty()) {
    QToolTip::hideText();
  } else {
    gui::show_tool_tip(global + QPoint(12, 12), text, viewport(), area);
  }
}

/// The cause of idle time. Until the dependencies are computed, it is derived from the flows.
QString TimelineWidget::idle_tip(const Track& track, double tick) {
  if (const auto& view = dependencies_->view()) {
    if (const auto idle = view->idle_at(track, tick)) {
      if (const QString text = idle_text(*trace_, *idle); !text.isEmpty()) return text;
    }
  } else if (track.kind == TrackKind::kEngine && trace_->slice_count() <= kMostUnasked) {
    dependencies_->request_quietly();
  }
  return idle_tool_tip(*trace_, track, tick);
}

QString TimelineWidget::slice_tip(SliceId slice) const {
  QString text = slice_tool_tip(*trace_, slice);
  for (const EventNote& note : event_notes_) {
    if (note.event == slice) {
      text += QStringLiteral("<p>") + tr("Note: %1").arg(note.name.toHtmlEscaped()) +
              QStringLiteral("</p>");
    }
  }
  const auto& view = dependencies_->view();
  if (!view || !show_path_) return text;
  const QString slack = slack_text(*trace_, *view, slice);
  return slack.isEmpty() ? text : text + slack;
}

bool TimelineWidget::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) return true;  // mouseMoveEvent() shows it without delay.
  if (event->type() == QEvent::Leave) {
    cursor_.reset();
    hovered_ = TrackId();
    viewport()->update();
    emit cursor_moved(std::nullopt);
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void TimelineWidget::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  focus_shown_ = event->reason() == Qt::TabFocusReason ||
                 event->reason() == Qt::BacktabFocusReason ||
                 event->reason() == Qt::ShortcutFocusReason;
  viewport()->update();
}

void TimelineWidget::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace nscope::gui
