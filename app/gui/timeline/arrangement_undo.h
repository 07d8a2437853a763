#pragma once

#include "app/gui/timeline/timeline_widget.h"

#include <QUndoCommand>

namespace nscope::gui {

/// Takes back that tracks were rearranged, which has already happened. Does nothing once
/// the timeline shows another run. `timeline` must outlive it.
QUndoCommand* make_arrangement_undo(TimelineWidget& timeline, const TrackArrangement& before,
                                    const TrackArrangement& after);

}  // namespace nscope::gui
