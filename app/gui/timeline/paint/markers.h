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
/// Functions require markers to be sorted by time, because a run may have many of them.
using Markers = std::vector<Marker>;

/// The start or end of an event on the track that is nearest to `tick`, at most `reach` ticks away.
/// Nullopt if there is none.
std::optional<double> nearest_edge(const Track& track, double tick, double reach);

/// The time at a viewport position, snapped to the edge of an event within a few pixels. Edges in
/// the row at the position take precedence over those in other visible rows.
double snapped_tick(const FrameInput& frame, const QPoint& position);

/// The next free name: "M1", "M2", ...
QString next_marker_name(const Markers& markers);

/// The rectangle of the flag of a marker in the axis, in logical pixels of the viewport; empty if
/// the marker is not visible.
QRectF marker_flag(const FrameInput& frame, const Marker& marker);

/// The picked markers: none, one, or two whose difference is shown.
struct PickedMarkers {
  std::optional<std::size_t> last{};
  std::optional<std::size_t> before{};
};

/// A marker that is painted.
struct SeenMarker {
  std::size_t index = 0;
  double x = 0.0;        ///< logical pixels of the viewport
  bool has_flag = true;  ///< false if the next marker is too near
};
/// The markers to paint, the topmost last. Of several markers on one pixel, only the last in time
/// is painted. The picked markers are above all others.
std::vector<SeenMarker> seen_markers(const FrameInput& frame, const Markers& markers,
                                     const PickedMarkers& picked);
/// The marker whose flag or line is at a position in the axis; the topmost if there are several.
std::optional<std::size_t> marker_at(const FrameInput& frame, const Markers& markers,
                                     const PickedMarkers& picked, const QPoint& position);
void paint_markers(QPainter& painter, const FrameInput& frame, const Markers& markers,
                   const PickedMarkers& picked, const Tokens& tokens);

/// The range [first, end) of markers that contains `index` and at most `most` others, those nearest
/// in time.
std::pair<std::size_t, std::size_t> nearest_markers(const Markers& markers, std::size_t index,
                                                    std::size_t most);

/// Name and time of a marker and its distances from the nearest markers, as rich text.
QString marker_tool_tip(const Trace& trace, const Markers& markers, std::size_t index);

}  // namespace nscope::gui
