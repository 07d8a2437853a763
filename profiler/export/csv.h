#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace nscope {

/// Writes one table of SQL (docs/sql.md) as RFC 4180 text with a heading line.
/// NULL is an empty field, an empty text is "", numbers are exact. Nobody sees
/// half of the file; memory does not grow with the trace. Errors:
/// kInvalidArgument for a table that cannot be written, kIo, kCancelled.
Result<> export_csv(const std::shared_ptr<const Trace>& trace, std::string_view table,
                    const std::string& path, TaskControl& control);

}  // namespace nscope
