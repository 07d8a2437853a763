#pragma once

#include "app/gui/timeline/timeline_frame.h"

#include <QPointF>
#include <vector>

namespace nscope::gui {

/// Arrows drawn in each direction at most; the event panel lists all.
inline constexpr std::size_t kMaxArrows = 24;

/// A dependency on screen, in logical pixels of the viewport.
struct FlowArrow {
  QPointF from;
  QPointF to;
  bool incoming = false;  ///< ends at the selected event
};

/// Arrows of the dependencies of `selected`: the nearest in time of each
/// direction. An event in a closed group is drawn at the group's header.
std::vector<FlowArrow> flow_arrows(const FrameInput& frame, SliceId selected);

void paint_arrows(QPainter& painter, const FrameInput& frame, const std::vector<FlowArrow>& arrows,
                  const Tokens& tokens);

}  // namespace nscope::gui
