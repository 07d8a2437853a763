#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <QPointF>
#include <cstdint>
#include <vector>

namespace nscope::gui {

/// Maximum number of arrows in each direction. The Event Details dock lists all dependencies.
inline constexpr std::size_t kMaxArrows = 24;

/// The dependencies of one event, computed once when the event is selected, and sorted so that the
/// cost of a frame depends on what is visible. Immutable; any thread.
struct EventFlows {
  /// The point at which a dependency starts or ends at the other event.
  struct Point {
    std::int64_t tick = 0;
    std::uint16_t depth = 0;
  };
  struct OnTrack {
    TrackId track;
    std::vector<Point> points{};  ///< sorted by tick
  };
  struct Side {
    std::vector<OnTrack> tracks{};
    std::size_t count = 0;
  };
  SliceId event;
  Side before{};  ///< events that it depends on
  Side after{};   ///< events that depend on it
};
/// Empty for an invalid id.
EventFlows event_flows(const Trace& trace, SliceId event);

/// An arrow for one dependency, or for several that would overlap. Points are in logical pixels of
/// the viewport.
struct FlowArrow {
  QPointF from;
  QPointF to;
  bool incoming = false;  ///< ends at the selected event
  std::size_t count = 1;
};

/// The arrows of the selected event, the nearest on screen first in each direction. If a direction
/// has more than kMaxArrows dependencies, they are merged by row and position. The arrow of an
/// event in a collapsed group ends at the header of the group.
std::vector<FlowArrow> flow_arrows(const FrameInput& frame, const EventFlows& flows);

void paint_arrows(QPainter& painter, const FrameInput& frame, const std::vector<FlowArrow>& arrows,
                  const Tokens& tokens);

}  // namespace nscope::gui
