#pragma once

#include "app/gui/timeline/timeline_frame.h"

#include <QPoint>
#include <QString>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A named point in time.
struct Marker {
  double tick = 0.0;
  QString name;
  friend bool operator==(const Marker&, const Marker&) = default;
};
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
/// The marker whose flag or line is at a position in the axis; of several the last.
std::optional<std::size_t> marker_at(const FrameInput& frame, const Markers& markers,
                                     const QPoint& position);

/// The markers that are looked at: one, or two whose difference is shown.
struct PickedMarkers {
  std::optional<std::size_t> last{};
  std::optional<std::size_t> before{};
};
void paint_markers(QPainter& painter, const FrameInput& frame, const Markers& markers,
                   const PickedMarkers& picked, const Tokens& tokens);

/// Name and time of a marker, and its distance from every other, as rich text.
QString marker_tool_tip(const Trace& trace, const Markers& markers, std::size_t index);

}  // namespace nscope::gui
