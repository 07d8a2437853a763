#pragma once

#include "app/gui/timeline/model/selected_range.h"
#include "app/gui/timeline/paint/timeline_frame.h"

namespace nscope::gui {

/// Paints the selected range over the rows of its tracks, and its duration in the axis. The painter
/// must be clipped to the content and the axis above it, and has the same clip afterwards.
void paint_selection(QPainter& painter, const FrameInput& frame, const SelectedRange& selection,
                     const Tokens& tokens);

}  // namespace nscope::gui
