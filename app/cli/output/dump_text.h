#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope::cli {

/// The whole trace as text that is equal if and only if the traces are equal: sorted, with times in
/// ticks, and without ids and without the time and place of its creation. Always in English.
/// Errors: kCancelled.
Result<std::string> dump_text(const Trace& trace, TaskControl& control);

}  // namespace nscope::cli
