#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>

namespace nscope {

/// Writes the SQL tables (docs/sql.md) as ordinary tables of an SQLite
/// database with indexes, for any program that reads SQLite, and a table `metadata`
/// that describes the file. Uses constant memory and writes the file atomically. Errors: kIo,
/// kCancelled.
Result<> export_sqlite(const std::shared_ptr<const Trace>& trace, const std::string& path,
                       TaskControl& control);

}  // namespace nscope
