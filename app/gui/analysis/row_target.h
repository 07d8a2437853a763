#pragma once

#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

#include <QString>
#include <optional>
#include <variant>

namespace nscope::gui {

/// A part of the run, nanoseconds on the axis of the SQL tables.
struct RowRange {
  double begin_ns = 0.0;
  double duration_ns = 0.0;
};

/// Where in the timeline the evidence of a row is.
using RowTarget = std::variant<SliceId, RowRange>;

/// The event of the row's `slice_id`, or the range of its `start_ns` and
/// `duration_ns`; empty where the row has neither.
std::optional<RowTarget> row_target(const Table& table, std::size_t row);

/// How to get there, in words; empty where there is nothing to see.
QString row_hint(const Table& table, std::size_t row);

/// True where a row of the table leads to the timeline.
bool leads_to_timeline(const Table& table);

}  // namespace nscope::gui
