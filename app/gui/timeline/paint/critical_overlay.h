#pragma once

#include "app/gui/timeline/model/run_dependencies.h"
#include "app/gui/timeline/paint/timeline_frame.h"

#include <QRectF>
#include <vector>

namespace nscope::gui {

/// The bars at the lower edge of a row that mark the critical path, in logical pixels of the
/// viewport. Bars less than a pixel apart are merged, so the cost depends on pixels, not on events.
std::vector<QRectF> path_bars(const FrameInput& frame, const TimelineRow& row,
                              const std::vector<DependencyView::PathPart>& parts);

/// Lines from the end of a part of the path to the start of the next part, if they are on different
/// rows. Empty if more than `most` parts are visible.
std::vector<QLineF> path_links(const FrameInput& frame, const DependencyView& view,
                               std::size_t most = 400);

/// Paints the critical path over the rows, and the slack of the selected event.
void paint_critical_path(QPainter& painter, const FrameInput& frame, const DependencyView& view,
                         SliceId selected, const Tokens& tokens);

}  // namespace nscope::gui
