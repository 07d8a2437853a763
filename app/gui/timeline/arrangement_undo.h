#pragma once

#include "app/gui/timeline/timeline_widget.h"

#include <QUndoCommand>

namespace nscope::gui {

/// Creates the undo command of a rearrangement of tracks that has already happened. It does nothing
/// if the timeline shows another run. `timeline` must outlive it.
QUndoCommand* make_arrangement_undo(TimelineWidget& timeline, const TrackArrangement& before,
                                    const TrackArrangement& after);

}  // namespace nscope::gui
