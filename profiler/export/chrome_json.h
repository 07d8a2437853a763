#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope {

/// Writes a trace as Chrome trace JSON for chrome://tracing, ui.perfetto.dev and
/// scripts: a process per group or core, a thread per track (several threads if slices
/// overlap, because viewers drop overlapping slices), counters, flows and properties. Times are
/// microseconds with three decimals, rounded down. Data that the format cannot express
/// are in "otherData" and in arguments that begin with '_', so that importing the file
/// gives the same trace. See docs/formats/chrome-json.md. `gzip` compresses the file.
/// Uses constant memory and writes the file atomically. Errors: kIo, kCancelled.
Result<> export_chrome_json(const Trace& trace, const std::string& path, bool gzip,
                            TaskControl& control);

}  // namespace nscope
