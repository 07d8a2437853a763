#pragma once

#include "profiler/base/task_control.h"
#include "profiler/duckdb/duckdb.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope {

/// One file of the export: its columns, and the rows that DuckDB reads from the
/// trace chunk by chunk.
struct ParquetTable {
  std::string_view name;  ///< "slice": slice.parquet
  std::vector<DuckColumn> columns;
  std::uint64_t steps = 0;  ///< for progress: rows, or slices whose rows are written
  DuckSource source;        ///< stops if `control` is cancelled
};

/// The tables of an export. `trace` and `control` must outlive them.
std::vector<ParquetTable> make_parquet_tables(const Trace& trace, TaskControl& control);

}  // namespace nscope
