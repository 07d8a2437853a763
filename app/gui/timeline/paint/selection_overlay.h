#pragma once

#include "app/gui/timeline/model/selected_range.h"
#include "app/gui/timeline/paint/timeline_frame.h"

namespace nscope::gui {

/// The selected time over the rows of its tracks, and how long it is in the axis. The painter is
/// clipped to the content and the axis above it, and is so afterwards.
void paint_selection(QPainter& painter, const FrameInput& frame, const SelectedRange& selection,
                     const Tokens& tokens);

}  // namespace nscope::gui
