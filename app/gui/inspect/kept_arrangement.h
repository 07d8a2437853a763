#pragma once

#include "app/gui/timeline/timeline_widget.h"
#include "profiler/base/result.h"

#include <QString>

namespace nscope::gui {

// The arrangement of the tracks of each run is stored in a file in `folder`, without the text of
// the filter. GUI thread.

/// Stores the arrangement of the run in the timeline, or removes the file if the arrangement is the
/// default. Removes the oldest files if there are too many. Errors: those of writing the file.
Result<> keep_arrangement(const TimelineWidget& timeline, const QString& folder);

/// Restores the arrangement that was stored for the run in the timeline. Does nothing if the file
/// is missing or unreadable.
void restore_arrangement(TimelineWidget& timeline, const QString& folder);

}  // namespace nscope::gui
