#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <QPoint>
#include <QRectF>

namespace nscope::gui {

/// The row at a viewport position, also in the gutter; nullptr in the axis or if there is none.
const TimelineRow* row_at(const FrameInput& frame, const QPoint& position);

/// The row whose lower border is at a position in the gutter, where the mouse can change its
/// height; nullptr if there is none. Groups cannot be resized.
const TimelineRow* border_at(const FrameInput& frame, const QPoint& position);

/// The event at a viewport position, or within a few pixels. Invalid if there is none.
SliceId slice_at(const FrameInput& frame, const QPoint& position);

/// The viewport rectangle of an event; empty if its row is not visible.
QRectF slice_rect(const FrameInput& frame, SliceId slice);

}  // namespace nscope::gui
