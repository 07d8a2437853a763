#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope {

/// Writes a trace as a folder of Parquet files, one for each SQL table:
/// slice, counter, track, flow, arg, metric (of the capture), diagnostic and
/// property, and trace.parquet with the time base. The columns are those of SQL
/// and a few more that importers/nscope_parquet needs to restore the same trace.
/// See docs/formats/parquet.md. The files are written next to `folder` and renamed
/// at the end, so that an export is never incomplete. An earlier export at `folder` is
/// replaced; a folder with other files is not changed. Uses constant memory.
/// Requires the DuckDB library.
/// Errors: kInvalidArgument (other files at `folder`), kNotFound and kIo
/// (no library), kIo (writing), kBadInput (a damaged session), kCancelled.
Result<> export_parquet(const Trace& trace, const std::string& folder, TaskControl& control);

}  // namespace nscope
