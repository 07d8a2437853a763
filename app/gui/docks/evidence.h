#pragma once

#include "app/gui/run/run_view.h"
#include "profiler/base/tables/table.h"

namespace nscope::gui {

/// Selects the range [begin, end) (in ticks), zooms to it with a margin on both sides, and selects
/// the event `slice`. If the range is empty, only zooms to `slice`. Does nothing if no run is open,
/// or if the range is empty and `slice` is invalid.
void show_evidence(RunView& run, TraceTime begin, TraceTime end, SliceId slice);

/// Zooms to the event or the range that a row of an analysis refers to (analysis/row_target.h).
/// Does nothing if the row refers to neither.
void show_row(RunView& run, const Table& table, std::size_t row);

/// Zooms to a short interval around the time `ns`, in nanoseconds on the time axis of the SQL
/// tables.
void show_moment(RunView& run, double ns);

}  // namespace nscope::gui
