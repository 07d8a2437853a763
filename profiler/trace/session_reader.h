#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope::session_file {

/// Reads and checks a whole session; `path` is for messages. Throws
/// SQLite::Exception; errors: kBadInput, kUnsupportedVersion, kCancelled.
Result<std::shared_ptr<const Trace>> read_session(SQLite::Database& database,
                                                  const std::string& path, TaskControl& control);

}  // namespace nscope::session_file
