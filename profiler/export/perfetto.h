#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope {

/// Writes a trace for ui.perfetto.dev and Perfetto's trace processor: tracks with
/// their slices, counters, flows and properties, with times in whole nanoseconds. Data that
/// the format cannot express (fractions of a nanosecond, kinds of tracks, waits,
/// kinds of flows, properties, metrics and diagnostics of the run) are in a field that other
/// readers skip, so that importing the file gives the same trace. See
/// docs/formats/perfetto.md. Uses constant memory and writes the file atomically. Errors: kIo,
/// kCancelled.
Result<> export_perfetto(const Trace& trace, const std::string& path, TaskControl& control);

}  // namespace nscope
