#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace nscope {

/// Writes one SQL table (docs/sql.md) as RFC 4180 text with a header line.
/// NULL is an empty field, an empty string is "", numbers are exact. Uses constant memory and
/// writes the file atomically. Errors: kInvalidArgument for a table that cannot be exported,
/// kIo, kCancelled.
Result<> export_csv(const std::shared_ptr<const Trace>& trace, std::string_view table,
                    const std::string& path, TaskControl& control);

}  // namespace nscope
