#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope::session_file {

/// Opens a session whose columns are loaded on first use; `path` is used in messages. Throws
/// SQLite::Exception; errors: kBadInput, kUnsupportedVersion, kCancelled.
Result<std::shared_ptr<const Trace>> read_session(std::unique_ptr<SQLite::Database> database,
                                                  const std::string& path, TaskControl& control);

}  // namespace nscope::session_file
