#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"

#include <filesystem>

namespace nscope::importers {

/// Reads the folder of Parquet files that `nscope export --format parquet` writes, without
/// loss. See docs/formats/parquet.md.
/// Errors: those of the DuckDB library, kBadInput (file, row, reason) for a damaged or changed
/// export, kUnsupportedVersion, kCancelled.
bool sniff_nscope_parquet(const std::filesystem::path& folder);
Result<> read_nscope_parquet(const std::filesystem::path& folder, TraceSink& sink,
                             TaskControl& control);

}  // namespace nscope::importers
