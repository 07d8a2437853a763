#pragma once

#include "profiler/base/table.h"

#include <cstddef>

namespace nscope::gui {

class RunView;

/// Shows what a row of a result is about (row_target()): its event, or its time. False where
/// it names nothing, or an event that the run does not have.
bool follow_row(RunView& run, const Table& table, std::size_t row);

}  // namespace nscope::gui
