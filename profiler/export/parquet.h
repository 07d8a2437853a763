#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope {

/// Writes a trace as a folder of Parquet files, one for each table of SQL:
/// slice, counter, track, flow, arg, metric (of the capture), diagnostic and
/// property, and trace.parquet with the time base. The same columns as in SQL,
/// and the few that importers/nscope_parquet needs to make the same trace again.
/// See docs/formats/parquet.md. Nobody sees half of it: the files are written
/// beside `folder` and renamed at the end. An earlier export at `folder` is
/// replaced; a folder that holds anything else is left alone. Memory does not grow
/// with the trace. Needs DuckDB's library.
/// Errors: kInvalidArgument (something else is at `folder`), kNotFound and kIo
/// (no library), kIo (the disk), kBadInput (a damaged session), kCancelled.
Result<> export_parquet(const Trace& trace, const std::string& folder, TaskControl& control);

}  // namespace nscope
