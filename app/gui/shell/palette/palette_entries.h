#pragma once

#include "app/gui/shell/actions/actions.h"
#include "app/gui/shell/palette/palette_index.h"
#include "profiler/sql/ready_queries.h"
#include "profiler/trace/trace.h"

#include <QStringList>

namespace nscope::gui {

// What the command palette offers, by where it comes from. Free functions; any
// thread except action_entries().

std::vector<PaletteEntry> action_entries(const ActionList& actions);
/// The tracks of the run; none without a run. The id is the number of the track.
std::vector<PaletteEntry> track_entries(const Trace* trace);
/// Docks, analyses, metrics of the summary and ready SQL queries; without a run they are
/// listed but cannot be chosen.
std::vector<PaletteEntry> question_entries(bool has_run);
std::vector<PaletteEntry> built_in_entries();
/// Files that are not there any more are left out.
std::vector<PaletteEntry> recent_file_entries(const QStringList& paths);

}  // namespace nscope::gui
