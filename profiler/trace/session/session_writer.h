#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope::session_file {

/// Creates the session schema in an empty database and writes the trace to it.
/// Throws SQLite::Exception; errors: kCancelled.
Result<> write_session(const Trace& trace, SQLite::Database& database, TaskControl& control);

}  // namespace nscope::session_file
