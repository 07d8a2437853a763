#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <QPointF>
#include <cstdint>
#include <vector>

namespace nscope::gui {

/// Arrows drawn in each direction at most; the event panel lists all.
inline constexpr std::size_t kMaxArrows = 24;

/// The dependencies of one event, sorted so that a frame costs what it shows: made once
/// when the event is selected. Immutable; any thread.
struct EventFlows {
  /// Where a dependency leaves or arrives at the other event.
  struct Point {
    std::int64_t tick = 0;
    std::uint16_t depth = 0;
  };
  struct OnTrack {
    TrackId track;
    std::vector<Point> points{};  ///< by tick
  };
  struct Side {
    std::vector<OnTrack> tracks{};
    std::size_t count = 0;
  };
  SliceId event;
  Side before{};  ///< what it depends on
  Side after{};   ///< what depends on it
};
/// Empty for an invalid id.
EventFlows event_flows(const Trace& trace, SliceId event);

/// A dependency on screen, or several that would lie on each other; in logical pixels of
/// the viewport.
struct FlowArrow {
  QPointF from;
  QPointF to;
  bool incoming = false;  ///< ends at the selected event
  std::size_t count = 1;
};

/// Arrows of the selected event, the nearest in time of each direction first. Up to
/// kMaxArrows of a direction are drawn one by one; more are put together by row and
/// neighbourhood. An event in a closed group is drawn at the group's header.
std::vector<FlowArrow> flow_arrows(const FrameInput& frame, const EventFlows& flows);

void paint_arrows(QPainter& painter, const FrameInput& frame, const std::vector<FlowArrow>& arrows,
                  const Tokens& tokens);

}  // namespace nscope::gui
