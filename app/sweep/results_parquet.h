#pragma once

#include "app/sweep/sweep_results.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>

namespace nscope::sweep {

/// Writes the table "point" as one Parquet file, atomically: the columns id, outcome and reason, and
/// those of the results, in their order. A column has the type BIGINT or DOUBLE if all its values
/// are numbers, and else VARCHAR. Absent values are NULL. The metadata of the file have the title
/// under "nscope.title", and the table column_info, as JSON, under "nscope.columns". Equal results
/// are equal files with the same version of DuckDB. Requires the DuckDB library. Errors: kNotFound
/// and kIo (no library), kIo (writing), kCancelled.
Result<> save_parquet(const Results& results, const std::string& path, TaskControl& control);

}  // namespace nscope::sweep
