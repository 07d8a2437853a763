#pragma once

#include "profiler/sql/slice_table.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// Rows of one track that a scan visits one after another: rows [begin, end), or
/// the rows order[begin, end).
struct SliceRun {
  const Track* track = nullptr;
  const std::uint32_t* order = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t name_rank = 0;
};

/// The rows of one scan: runs in the order asked for, and for unordered scans
/// the names to keep.
struct SliceRuns {
  std::vector<SliceRun> runs;
  bool filter_names = false;
  std::vector<bool> names;  ///< by string, where filter_names
};

/// Finds the rows that meet the plan. `by_name` uses the order by name, which
/// must be built.
void find_slice_runs(const SliceTable& table, const SqlPlan& plan, bool by_name, SliceRuns& out);

/// Whether the plan's order needs the order by name.
bool orders_by_name(const SliceTable& table, const SqlPlan& plan);

}  // namespace nscope
