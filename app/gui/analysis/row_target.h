#pragma once

#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

#include <QString>
#include <optional>
#include <variant>

namespace nscope::gui {

/// An interval of the run, in nanoseconds on the time axis of the SQL tables.
struct RowRange {
  double begin_ns = 0.0;
  double duration_ns = 0.0;
};

/// The event or the interval in the timeline that a row refers to.
using RowTarget = std::variant<SliceId, RowRange>;

/// The event with the `slice_id` of the row, or the interval given by its `start_ns` and
/// `duration_ns`; nullopt if the row has neither.
std::optional<RowTarget> row_target(const Table& table, std::size_t row);

/// A hint on how to show the target of a row; empty if the row has no target.
QString row_hint(const Table& table, std::size_t row);

/// Whether at least one row of the table has a target in the timeline.
bool leads_to_timeline(const Table& table);

}  // namespace nscope::gui
