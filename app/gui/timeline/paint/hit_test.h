#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <QPoint>
#include <QRectF>

namespace nscope::gui {

/// The row at a viewport position, or nullptr: also left of the content, but not in the axis.
const TimelineRow* row_at(const FrameInput& frame, const QPoint& position);

/// The row whose lower border is at a position in the gutter, or nullptr: the mouse gives it
/// another height. Groups have none.
const TimelineRow* border_at(const FrameInput& frame, const QPoint& position);

/// The event at a viewport position, within a few pixels. Invalid: none.
SliceId slice_at(const FrameInput& frame, const QPoint& position);

/// Viewport rectangle of an event; empty where its row is closed.
QRectF slice_rect(const FrameInput& frame, SliceId slice);

}  // namespace nscope::gui
