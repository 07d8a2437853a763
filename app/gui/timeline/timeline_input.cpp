// How the timeline answers keys, wheel and mouse.
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/dependency_text.h"
#include "app/gui/timeline/model/slice_text.h"
#include "app/gui/timeline/model/timeline_geometry.h"
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
/// A box on tracks is at least this high; flatter drags select time on all tracks.
constexpr int kBoxHeight = 10;
/// How near the mouse must be to the border of a row, pixels.
constexpr int kBorderReach = 3;
/// Idle time of larger runs is explained once their dependencies were asked for.
constexpr std::size_t kMostUnasked = 3'000'000;

}  // namespace

void TimelineWidget::keyPressEvent(QKeyEvent* event) {
  const auto modifiers = event->modifiers();
  if (modifiers == Qt::AltModifier && alt_key(event->key())) return;
  if (modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
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
    case Qt::Key_P: return follow_predecessor();
    case Qt::Key_N: return follow_successor();
    case Qt::Key_M: return mark_here();
    case Qt::Key_Comma: return step_marker(-1);
    case Qt::Key_Period: return step_marker(1);
    case Qt::Key_Delete: return remove_picked_marker();
    case Qt::Key_Up: return step_track(-1);
    case Qt::Key_Down: return step_track(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return use_current_track();
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

/// Moves the current track among its neighbours, or gives it more or less room.
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

/// Opens or closes a group; on a track of events selects the first one on screen.
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
    return;
  }
  if (event->button() != Qt::LeftButton) return;
  drag_ = Drag::kMaybePan;
  if (content && (event->modifiers() & Qt::ShiftModifier)) {
    drag_ = Drag::kRange;
  } else if (content) {
    if (const auto marker = marker_at(frame(), markers_, picked_, drag_start_)) {
      drag_ = Drag::kMarker;
      drag_marker_ = *marker;
      drag_tick_ = markers_[*marker].tick;
      pick_marker(marker);
    }
  } else if (const TimelineRow* row = border_at(drag_start_)) {
    drag_ = Drag::kHeight;
    drag_track_ = row->track;
    drag_arrangement_ = rows_.arrangement();
  } else if (const TimelineRow* pressed = row_at(drag_start_)) {
    drag_track_ = pressed->track;
    set_current_track(pressed->track);
  }
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  cursor_ = position;
  if (!trace_) return;
  const QPoint moved = position - drag_start_;
  const bool far = moved.manhattanLength() >= QApplication::startDragDistance();
  const bool content = drag_start_.x() >= kGutterWidth;
  if (drag_ == Drag::kMaybePan && content &&
      std::abs(moved.x()) >= QApplication::startDragDistance()) {
    drag_ = Drag::kPan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  if (drag_ == Drag::kMaybePan && !content && far && drag_track_.valid()) drag_ = Drag::kRow;
  switch (drag_) {
    case Drag::kPan:
      return set_view(panned(drag_view_, -moved.x() * frame().scale().ticks_per_pixel()));
    case Drag::kRange: return drag_selection(position);
    case Drag::kRow: return drag_row(position);
    case Drag::kMarker: return drag_marker(position);
    case Drag::kHeight: {
      const TimelineRow* row = rows_.row_of(drag_track_);
      if (row == nullptr) return;
      rows_.set_height(drag_track_, position.y() - frame().y(*row));
      return rows_changed();
    }
    case Drag::kMaybePan:
    case Drag::kNone: break;
  }
  hover(position, event->globalPosition().toPoint());
}

void TimelineWidget::hover(const QPoint& position, const QPoint& global) {
  const TimelineRow* row = row_at(position);
  const TrackId hovered = row != nullptr ? row->track : TrackId();
  if (hovered != hovered_) {
    hovered_ = hovered;
    viewport()->update(0, 0, kGutterWidth, viewport()->height());
  }
  const FrameInput input = frame();
  const bool content = position.x() >= kGutterWidth;
  if (border_at(position) != nullptr) {
    viewport()->setCursor(Qt::SizeVerCursor);
  } else if (content && marker_at(input, markers_, picked_, position)) {
    viewport()->setCursor(Qt::SizeHorCursor);
  } else {
    viewport()->unsetCursor();
  }
  emit cursor_moved(content ? std::optional<double>(input.tick(position.x())) : std::nullopt);
  show_tool_tip(position, global);
}

/// Time on all tracks; with some height, and not in the axis, the tracks of the box.
void TimelineWidget::drag_selection(const QPoint& position) {
  const FrameInput input = frame();
  const double a = input.tick(std::max(kGutterWidth, drag_start_.x()));
  const double b = input.tick(std::clamp(position.x(), kGutterWidth, viewport()->width()));
  if (a == b) return;
  SelectedRange selection{{std::min(a, b), std::max(a, b)}};
  const bool flat = std::abs(position.y() - drag_start_.y()) < kBoxHeight;
  if (drag_start_.y() >= kAxisHeight && !flat) {
    const int top = std::min(position.y(), drag_start_.y());
    const int bottom = std::max(position.y(), drag_start_.y());
    for_visible_rows(input, [&](const TimelineRow& row) {
      const int y = input.y(row);
      if (y + row.height <= top || y > bottom) return;
      if (row.kind != RowKind::kGroup) {
        selection.tracks.push_back(row.track);
      } else if (row.collapsed) {
        const auto below = rows_.slice_tracks_below(row.track);
        selection.tracks.insert(selection.tracks.end(), below.begin(), below.end());
      }
    });
    std::sort(selection.tracks.begin(), selection.tracks.end());
    const auto end = std::unique(selection.tracks.begin(), selection.tracks.end());
    selection.tracks.erase(end, selection.tracks.end());
  }
  set_selection(std::move(selection));
}

/// Finds the place between two rows of the same group that is nearest to the mouse.
void TimelineWidget::drag_row(const QPoint& position) {
  viewport()->setCursor(Qt::ClosedHandCursor);
  drop_before_.reset();
  const FrameInput input = frame();
  const TimelineRow* dragged = rows_.row_of(drag_track_);
  if (dragged == nullptr) return;
  bool below_all = false;
  for (const TimelineRow& row : rows_.rows()) {
    if (row.track == drag_track_ || row.pinned != dragged->pinned) continue;
    if (!rows_.can_move(drag_track_, row.track)) continue;
    if (position.y() < input.y(row) + row.height / 2) {
      drop_before_ = row.track;
      below_all = false;
      break;
    }
    below_all = true;
  }
  if (below_all) drop_before_ = TrackId();
  viewport()->update();
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event) {
  const Drag finished = drag_;
  drag_ = Drag::kNone;
  viewport()->unsetCursor();
  const TrackId track = std::exchange(drag_track_, TrackId());
  switch (finished) {
    case Drag::kMaybePan:
      if (event->button() == Qt::LeftButton) click(event->position().toPoint());
      return;
    case Drag::kRow:
      if (const auto before = std::exchange(drop_before_, std::nullopt)) {
        arrange([&](TimelineRows& rows) { rows.move(track, *before); });
      }
      viewport()->update();
      return;
    case Drag::kHeight:
      if (rows_.arrangement() != drag_arrangement_) {
        emit arrangement_changed(drag_arrangement_, rows_.arrangement());
      }
      return;
    case Drag::kMarker:
      if (drag_marker_ < markers_.size() && markers_[drag_marker_].tick != drag_tick_) {
        sort_markers();
      }
      return;
    case Drag::kNone:
    case Drag::kPan:
    case Drag::kRange: return;
  }
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  if (!trace_ || event->button() != Qt::LeftButton) return;
  if (const TimelineRow* row = border_at(position)) {
    arrange([&](TimelineRows& rows) { rows.set_height(row->track, std::nullopt); });
  } else if (const auto marker = marker_at(frame(), markers_, picked_, position)) {
    edit_marker_name(*marker);
  } else {
    // The second press of two quick clicks is a click as well.
    mousePressEvent(event);
  }
}

void TimelineWidget::click(const QPoint& position) {
  const TimelineRow* row = row_at(position);
  if (row != nullptr && row->kind == RowKind::kGroup &&
      (position.x() < kGutterWidth || row->collapsed)) {
    arrange([&](TimelineRows& rows) { rows.set_collapsed(row->track, !row->collapsed); });
    return;
  }
  if (position.x() >= kGutterWidth && position.y() >= kAxisHeight) select(slice_at(position));
}

const TimelineRow* TimelineWidget::border_at(const QPoint& position) const {
  if (!trace_ || position.x() >= kGutterWidth || position.y() < kAxisHeight) return nullptr;
  const FrameInput input = frame();
  for (const int dy : {0, -kBorderReach}) {
    const TimelineRow* row = row_at(position + QPoint(0, dy));
    if (row == nullptr || row->kind == RowKind::kGroup) continue;
    if (std::abs(input.y(*row) + row->height - position.y()) <= kBorderReach) return row;
  }
  return nullptr;
}

void TimelineWidget::show_tool_tip(const QPoint& position, const QPoint& global) {
  const TimelineRow* row = row_at(position);
  QString text;
  QRect area;
  if (const auto marker = marker_at(frame(), markers_, picked_, position);
      marker && position.x() >= kGutterWidth) {
    text = marker_tool_tip(*trace_, markers_, *marker);
  } else if (const SliceId slice = slice_at(position); slice.valid()) {
    text = slice_tip(slice);
    area = slice_rect(slice).toAlignedRect().adjusted(-3, -3, 3, 3);
  } else if (row != nullptr && row->kind != RowKind::kGroup && position.x() >= kGutterWidth) {
    const Track& track = trace_->track(row->track);
    const double tick = frame().tick(position.x());
    text =
        track.counters.size() > 0 ? counter_tool_tip(*trace_, track, tick) : idle_tip(track, tick);
  } else if (row != nullptr && position.x() < kGutterWidth) {
    text = to_qstring(trace_->text(trace_->track(row->track).name)).toHtmlEscaped();
  }
  if (text.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(global + QPoint(12, 12), text, viewport(), area);
  }
}

/// The classified cause once the dependencies are known; until then what the flows say.
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
  const QString text = slice_tool_tip(*trace_, slice);
  const auto& view = dependencies_->view();
  if (!view || !show_path_) return text;
  const QString slack = slack_text(*trace_, *view, slice);
  return slack.isEmpty() ? text : text + slack;
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

void TimelineWidget::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void TimelineWidget::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace nscope::gui
