#pragma once

#include "app/gui/timeline/model/selected_range.h"
#include "app/gui/timeline/paint/timeline_frame.h"

#include <QPoint>
#include <optional>

namespace nscope::gui {

/// Interprets the mouse between press and release of a button: a press becomes a click, or a drag
/// once the mouse moves. It only determines the action, which the timeline performs. Plain data.
class TimelineDrag {
 public:
  enum class Kind {
    kNone,
    kPress,   ///< a click, unless the mouse moves
    kPan,     ///< moves the view
    kRange,   ///< selects a range, on all tracks or on those of a box
    kRow,     ///< moves a track within its group
    kHeight,  ///< changes the height of a row
    kMarker,  ///< moves a marker
  };

  /// Stores the position of any button press. One of the following functions sets its meaning.
  void press(const QPoint& at, const TimeView& view);
  /// A click, which becomes a pan in the content or a drag of `track` in the gutter if the mouse
  /// moves.
  void begin_press(TrackId track = {});
  void begin_pan() { kind_ = Kind::kPan; }
  void begin_range() { kind_ = Kind::kRange; }
  void begin_marker() { kind_ = Kind::kMarker; }
  /// `before` is the arrangement that undo restores.
  void begin_height(TrackId track, TrackArrangement before);

  /// Updates and returns the kind of drag. A press becomes a drag after `reach` pixels.
  Kind move(const QPoint& position, int reach);

  /// For a pan: the original view, moved with the mouse.
  TimeView panned_view(const QPoint& position, const TimeScale& scale) const;
  /// For a range: the selected interval. It is on the tracks of the box if the drag has some height
  /// and does not start in the axis, otherwise on all tracks. Nullopt if the interval is empty.
  std::optional<SelectedRange> range(const FrameInput& frame, const QPoint& position) const;
  /// For a row: finds the position between two rows of the same group that is nearest to the mouse.
  void find_place(const FrameInput& frame, const QPoint& position);

  Kind kind() const { return kind_; }
  /// The track that is moved or resized.
  TrackId track() const { return track_; }
  /// The track before which a dragged row would be inserted; invalid for the end of the group;
  /// nullopt if there is no position.
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

/// Paints a line in the gutter at the position where a dragged row would be inserted.
void paint_place(QPainter& painter, const FrameInput& frame, const TimelineDrag& drag,
                 const Tokens& tokens);

}  // namespace nscope::gui
