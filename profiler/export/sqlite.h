#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>

namespace nscope {

/// Writes the tables of SQL (docs/sql.md) as ordinary tables of an SQLite
/// database with indices, for any tool that reads SQLite, and a table `metadata`
/// that says what it is. Nobody sees half of the file; memory does not grow with
/// the trace. Errors: kIo, kCancelled.
Result<> export_sqlite(const std::shared_ptr<const Trace>& trace, const std::string& path,
                       TaskControl& control);

}  // namespace nscope
