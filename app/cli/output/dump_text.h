#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope::cli {

/// The whole trace as text that is equal exactly where traces are: sorted, times
/// in ticks, no ids, nothing of when or where it was written. Errors: kCancelled.
Result<std::string> dump_text(const Trace& trace, TaskControl& control);

}  // namespace nscope::cli
