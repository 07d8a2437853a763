#include "app/gui/timeline/timeline_drag.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace nscope::gui {
namespace {

/// Minimum height of a box that selects tracks, pixels. Flatter drags select all tracks.
constexpr int kBoxHeight = 10;

}  // namespace

void TimelineDrag::press(const QPoint& at, const TimeView& view) {
  start_ = at;
  view_ = view;
}

void TimelineDrag::begin_press(TrackId track) {
  kind_ = Kind::kPress;
  track_ = track;
}

void TimelineDrag::begin_height(TrackId track, TrackArrangement before) {
  kind_ = Kind::kHeight;
  track_ = track;
  before_ = std::move(before);
}

TimelineDrag::Kind TimelineDrag::move(const QPoint& position, int reach) {
  if (kind_ != Kind::kPress) return kind_;
  const QPoint moved = position - start_;
  if (start_.x() >= kGutterWidth) {
    if (std::abs(moved.x()) >= reach) kind_ = Kind::kPan;
  } else if (moved.manhattanLength() >= reach && track_.valid()) {
    kind_ = Kind::kRow;
  }
  return kind_;
}

TimeView TimelineDrag::panned_view(const QPoint& position, const TimeScale& scale) const {
  return panned(view_, -(position - start_).x() * scale.ticks_per_pixel());
}

std::optional<SelectedRange> TimelineDrag::range(const FrameInput& frame,
                                                 const QPoint& position) const {
  const double a = frame.tick(std::max(kGutterWidth, start_.x()));
  const double b = frame.tick(std::clamp(position.x(), kGutterWidth, frame.size.width()));
  if (a == b) return std::nullopt;
  SelectedRange selection{{std::min(a, b), std::max(a, b)}};
  const bool flat = std::abs(position.y() - start_.y()) < kBoxHeight;
  if (start_.y() < kAxisHeight || flat) return selection;
  const int top = std::min(position.y(), start_.y());
  const int bottom = std::max(position.y(), start_.y());
  for_visible_rows(frame, [&](const TimelineRow& row) {
    const int y = frame.y(row);
    if (y + row.height <= top || y > bottom) return;
    if (row.kind != RowKind::kGroup) {
      selection.tracks.push_back(row.track);
    } else if (row.collapsed) {
      const auto below = frame.rows->slice_tracks_below(row.track);
      selection.tracks.insert(selection.tracks.end(), below.begin(), below.end());
    }
  });
  std::sort(selection.tracks.begin(), selection.tracks.end());
  const auto end = std::unique(selection.tracks.begin(), selection.tracks.end());
  selection.tracks.erase(end, selection.tracks.end());
  return selection;
}

void TimelineDrag::find_place(const FrameInput& frame, const QPoint& position) {
  place_.reset();
  const TimelineRow* dragged = frame.rows->row_of(track_);
  if (dragged == nullptr) return;
  bool below_all = false;
  for (const TimelineRow& row : frame.rows->rows()) {
    if (row.track == track_ || row.pinned != dragged->pinned) continue;
    if (!frame.rows->can_move(track_, row.track)) continue;
    if (position.y() < frame.y(row) + row.height / 2) {
      place_ = row.track;
      return;
    }
    below_all = true;
  }
  if (below_all) place_ = TrackId();
}

void paint_place(QPainter& painter, const FrameInput& frame, const TimelineDrag& drag,
                 const Tokens& tokens) {
  if (drag.kind() != TimelineDrag::Kind::kRow || !drag.place()) return;
  const TrackId track = drag.track();
  const TimelineRow* dragged = frame.rows->row_of(track);
  if (dragged == nullptr) return;
  const TrackId place = *drag.place();
  int y = 0;
  if (const TimelineRow* before = place.valid() ? frame.rows->row_of(place) : nullptr) {
    y = frame.y(*before);
  } else {
    // After the last row of the group.
    for (const TimelineRow& row : frame.rows->rows()) {
      if (row.pinned != dragged->pinned) continue;
      const bool sibling =
          row.pinned || frame.trace->track(row.track).parent == frame.trace->track(track).parent;
      if (sibling) y = frame.y(row) + row.height;
    }
  }
  painter.fillRect(QRect(0, y - 1, kGutterWidth - 1, 2), tokens.accent);
}

}  // namespace nscope::gui
