#pragma once

#include "app/gui/timeline/model/run_dependencies.h"
#include "app/gui/timeline/paint/timeline_frame.h"

#include <QRectF>
#include <vector>

namespace nscope::gui {

/// Where a row lies on the critical path: bars at its lower edge in logical pixels of the
/// viewport, those nearer than a pixel put together. Costs pixels, not events.
std::vector<QRectF> path_bars(const FrameInput& frame, const TimelineRow& row,
                              const std::vector<DependencyView::PathPart>& parts);

/// From the end of one part of the path to the begin of the next, where they are on
/// different rows; none where more than `most` parts are on screen.
std::vector<QLineF> path_links(const FrameInput& frame, const DependencyView& view,
                               std::size_t most = 400);

/// The path over the rows, and how much later the selected event could have begun.
void paint_critical_path(QPainter& painter, const FrameInput& frame, const DependencyView& view,
                         SliceId selected, const Tokens& tokens);

}  // namespace nscope::gui
