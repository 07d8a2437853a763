#pragma once

#include "app/gui/timeline/timeline_widget.h"
#include "profiler/base/result.h"

#include <QString>

namespace nscope::gui {

// How the tracks of a run were arranged is kept in a file per run below `folder`; the words
// of the filter are not. GUI thread.

/// Keeps the arrangement of the run that the timeline shows; an arrangement as at first
/// needs no file. Of many runs the oldest are forgotten. Errors: of the file.
Result<> keep_arrangement(const TimelineWidget& timeline, const QString& folder);

/// Arranges the tracks as they were when the run was last open; a file that cannot be read
/// arranges nothing.
void restore_arrangement(TimelineWidget& timeline, const QString& folder);

}  // namespace nscope::gui
