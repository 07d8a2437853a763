#pragma once

#include "app/gui/shell/actions/actions.h"
#include "app/gui/shell/palette/palette_index.h"
#include "profiler/sql/ready_queries.h"
#include "profiler/trace/trace.h"

#include <QStringList>

namespace nscope::gui {

// The entries of the command palette by source. Any thread, except action_entries().

std::vector<PaletteEntry> action_entries(const ActionList& actions);
/// The tracks of the run; empty without a run. The id of an entry is the index of the track.
std::vector<PaletteEntry> track_entries(const Trace* trace);
/// Docks, analyses, metrics of the summary, and predefined SQL queries. Without a run they are
/// listed but cannot be chosen.
std::vector<PaletteEntry> question_entries(bool has_run);
std::vector<PaletteEntry> built_in_entries();
/// Files that no longer exist are left out.
std::vector<PaletteEntry> recent_file_entries(const QStringList& paths);

}  // namespace nscope::gui
