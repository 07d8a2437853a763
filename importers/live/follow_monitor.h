#pragma once

#include "importers/live/live_source.h"
#include "importers/neuron_monitor/monitor_trace.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace_batch.h"

#include <cstdint>
#include <functional>

namespace nscope::importers {

/// What somebody who watches wants to know. Both are called in the reading thread.
struct FollowOptions {
  /// Called after each report, when its events are in the sink.
  std::function<void(const MonitorFigures&)> on_report{};
  /// Nanoseconds since 1970, never going back; the system's where empty.
  std::function<std::int64_t()> unix_ns{};
};

/// Reads what neuron-monitor prints as it comes, one report a line, into `sink`: a batch
/// for each report, whose window ends at it. A line may have 4 MiB; longer ones, broken
/// reports and other lines are counted. A report that carries no time lies where it
/// arrived, in a regular file where the periods say. docs/live.md.
///
/// Returns when the source ends. Cancelling is seen within 50 ms: the sink then has a
/// well-formed run up to that moment, and the result is kCancelled only where no report
/// has come; else the recording was stopped, which is how it ends. Errors: kCancelled,
/// also where the consumer is gone; before the first report kIo, and kBadInput where the
/// source ended without one, with how its command failed. Later failures are diagnostics.
Result<> follow_neuron_monitor(LiveSource& source, TraceSink& sink, TaskControl& control,
                               const FollowOptions& options = {});

}  // namespace nscope::importers
