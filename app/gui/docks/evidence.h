#pragma once

#include "app/gui/run/run_view.h"
#include "profiler/base/tables/table.h"

namespace nscope::gui {

/// Selects [begin, end) in ticks and shows it with some time around; `slice` where valid
/// becomes the selected event. An empty range only zooms to the event. Does nothing where
/// there is neither, or no run.
void show_evidence(RunView& run, TraceTime begin, TraceTime end, SliceId slice);

/// The event or the time that a row of an analysis leads to (analysis/row_target.h).
void show_row(RunView& run, const Table& table, std::size_t row);

/// A short time around a moment of the run, in nanoseconds on the axis of the SQL tables.
void show_moment(RunView& run, double ns);

}  // namespace nscope::gui
