#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <QPoint>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::gui {

/// A named point in time.
struct Marker {
  double tick = 0.0;
  QString name;
  friend bool operator==(const Marker&, const Marker&) = default;
};
/// In order of time wherever a function takes them: a run may have as many as notes.
using Markers = std::vector<Marker>;

/// The begin or end of an event of the track that is nearest to `tick`, at most `reach`
/// ticks away. Nullopt: none.
std::optional<double> nearest_edge(const Track& track, double tick, double reach);

/// The time at a viewport position, moved to the edge of an event within a few pixels: of
/// the row there, else of any row on screen.
double snapped_tick(const FrameInput& frame, const QPoint& position);

/// The next free name: "M1", "M2", ...
QString next_marker_name(const Markers& markers);

/// Where the flag of a marker stands in the axis, logical pixels of the viewport; empty
/// where it is not on screen.
QRectF marker_flag(const FrameInput& frame, const Marker& marker);

/// The markers that are looked at: one, or two whose difference is shown.
struct PickedMarkers {
  std::optional<std::size_t> last{};
  std::optional<std::size_t> before{};
};

/// A marker that can be told from its neighbours on screen.
struct SeenMarker {
  std::size_t index = 0;
  double x = 0.0;        ///< logical pixels of the viewport
  bool has_flag = true;  ///< else the next one is too near: a line alone
};
/// As they are painted, the topmost last: of those on one pixel the last in time, and above
/// all others the picked ones.
std::vector<SeenMarker> seen_markers(const FrameInput& frame, const Markers& markers,
                                     const PickedMarkers& picked);
/// The marker whose flag or line is at a position in the axis; of several the topmost.
std::optional<std::size_t> marker_at(const FrameInput& frame, const Markers& markers,
                                     const PickedMarkers& picked, const QPoint& position);
void paint_markers(QPainter& painter, const FrameInput& frame, const Markers& markers,
                   const PickedMarkers& picked, const Tokens& tokens);

/// Those nearest in time to one of them, at most `most` others and itself: first and end.
std::pair<std::size_t, std::size_t> nearest_markers(const Markers& markers, std::size_t index,
                                                    std::size_t most);

/// Name and time of a marker, and its distance from the nearest others, as rich text.
QString marker_tool_tip(const Trace& trace, const Markers& markers, std::size_t index);

}  // namespace nscope::gui
