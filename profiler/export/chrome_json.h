#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope {

/// Writes a trace as Chrome trace JSON for chrome://tracing, ui.perfetto.dev and
/// scripts: a process per group or core, a thread per track (more where slices
/// overlap, which such viewers would drop), counters, flows, properties. Times are
/// microseconds with three decimals, rounded down. What the format has no place for
/// goes to "otherData", and to arguments that begin with '_': importing the file
/// gives the same trace. See docs/formats/chrome-json.md. `gzip` packs the file.
/// Memory does not grow with the trace, nobody sees half of the file.
/// Errors: kIo, kCancelled.
Result<> export_chrome_json(const Trace& trace, const std::string& path, bool gzip,
                            TaskControl& control);

}  // namespace nscope
