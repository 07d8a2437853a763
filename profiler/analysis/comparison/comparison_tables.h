#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <limits>

namespace nscope::analysis {

// The parts of a comparison as tables. `rows` is the maximum number of rows; a note states how many
// were omitted.

inline constexpr std::size_t kEveryRow = std::numeric_limits<std::size_t>::max();

/// A count that can be the mean of several runs; an integer if it has no fraction.
Cell count_cell(double count);

/// change_ns, share of the change of the total, and cause. Below each cause are its `parts`
/// largest contributions.
Table cause_table(const Comparison& comparison, std::size_t rows, std::size_t parts);
/// One row for each group that differs: counts, times, exposed times, matched, added and
/// removed events, and an example of each side.
Table group_table(const Comparison& comparison, std::size_t rows);
/// One row for each place and class of work that differs.
Table place_table(const Comparison& comparison, std::size_t rows);
/// One row for each metric that differs.
Table metric_table(const Comparison& comparison, std::size_t rows);

}  // namespace nscope::analysis
