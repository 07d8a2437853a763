#pragma once

#include "profiler/sql/slice_table.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// Rows of one track that a scan visits in succession: rows [begin, end), or the rows
/// order[begin, end).
struct SliceRun {
  const Track* track = nullptr;
  const std::uint32_t* order = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t name_rank = 0;
};

/// The rows of one scan: runs in the requested order, and the rows of the runs to keep.
struct SliceRuns {
  std::vector<SliceRun> runs;
  bool filter_names = false;       ///< only for scans that do not use the index by name
  std::vector<bool> names;         ///< by string id, if filter_names
  bool filter_durations = false;
  IntegerRange durations;          ///< in ticks, if filter_durations

  bool keeps_all() const { return !filter_names && !filter_durations; }
  bool keeps(const SliceColumns& slices, std::uint32_t row) const {
    if (filter_durations && !durations.contains(slices.duration[row])) return false;
    if (!filter_names) return true;
    const StringId name = slices.name[row];
    return name.valid() && names[name.index()];
  }
};

/// Finds the rows that meet the plan. `by_name` uses the index by name, which must have been
/// built.
void find_slice_runs(const SliceTable& table, const SqlPlan& plan, bool by_name, SliceRuns& out);

/// Whether the order of the plan needs the index by name.
bool orders_by_name(const SliceTable& table, const SqlPlan& plan);

}  // namespace nscope
