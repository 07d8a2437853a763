#pragma once

#include "app/gui/timeline/model/selected_range.h"
#include "app/gui/timeline/paint/timeline_frame.h"

#include <QPoint>
#include <optional>

namespace nscope::gui {

/// What the mouse means in the timeline between the press of a button and its release: a press
/// becomes a click, or one of several drags once the mouse moves. Decides only; the timeline does
/// what it says. Plain data.
class TimelineDrag {
 public:
  enum class Kind {
    kNone,
    kPress,   ///< a click, unless the mouse moves
    kPan,     ///< of the view
    kRange,   ///< selects time, or a box of time and tracks
    kRow,     ///< moves a track among its neighbours
    kHeight,  ///< of a row
    kMarker,
  };

  /// Where any button went down. The drag lasts until one of the following begins.
  void press(const QPoint& at, const TimeView& view);
  /// A click; with movement a pan in the content, and the drag of `track` in the gutter.
  void begin_press(TrackId track = {});
  void begin_pan() { kind_ = Kind::kPan; }
  void begin_range() { kind_ = Kind::kRange; }
  void begin_marker() { kind_ = Kind::kMarker; }
  /// `before` is the arrangement that undo goes back to.
  void begin_height(TrackId track, TrackArrangement before);

  /// What the mouse does at `position`. A press becomes a drag after `reach` pixels.
  Kind move(const QPoint& position, int reach);

  /// Of a pan: the view as it was, moved with the mouse.
  TimeView panned_view(const QPoint& position, const TimeScale& scale) const;
  /// Of a range: time on all tracks; with some height, and not in the axis, the tracks of the
  /// box. Nothing while it has no length.
  std::optional<SelectedRange> range(const FrameInput& frame, const QPoint& position) const;
  /// Of a row: finds the place between two rows of the same group that is nearest to the mouse.
  void find_place(const FrameInput& frame, const QPoint& position);

  Kind kind() const { return kind_; }
  /// Whose row or height it is.
  TrackId track() const { return track_; }
  /// The track that a dragged row would go before; invalid: it would be the last. Nothing: none.
  const std::optional<TrackId>& place() const { return place_; }
  const TrackArrangement& arrangement_before() const { return before_; }

 private:
  Kind kind_ = Kind::kNone;
  QPoint start_;
  TimeView view_;
  TrackId track_;
  std::optional<TrackId> place_;
  TrackArrangement before_;
};

/// Where a dragged row would go: a line in the gutter.
void paint_place(QPainter& painter, const FrameInput& frame, const TimelineDrag& drag,
                 const Tokens& tokens);

}  // namespace nscope::gui
