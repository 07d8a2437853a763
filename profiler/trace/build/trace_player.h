#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/trace.h"

namespace nscope {

struct PlayOptions {
  /// Repeats the run, shifted by its length each time, until it is cancelled, like a server or a
  /// training job that continues. Slices end in the round in which they start.
  bool repeat = false;
};

/// Plays a finished run, simulated or captured, into `sink` like a live run: its events in
/// order of time, at the speed of `clock`, in batches of a bounded size.
///
/// Properties and all tracks are sent first. A slice is sent with its properties when it
/// begins; if it ends after the batch, it is open and a SliceEnd follows. A flow is sent when
/// both its slices have begun. The window of each batch's time base ends at the time that has
/// been played, so that open slices of a snapshot extend to it. Metrics and
/// diagnostics, which summarise the run, are sent at its end. A TraceBuilder that receives all
/// batches builds the same trace.
///
/// Runs in the caller's thread and returns when the run has been played; `clock` is
/// controlled by other threads. Progress is the share of trace time. A cancellation takes effect
/// within 10 ms if `sink` accepts batches. The sink then has a well-formed run up to that
/// time, without metrics. Its diagnostic `playback_stopped` states what is missing, or
/// `playback_repeated` how often the run was repeated.
/// Errors: kCancelled, also if the consumer of `sink` has ended; those of a damaged session.
Result<> play_trace(const Trace& trace, PlaybackClock& clock, TraceSink& sink, TaskControl& control,
                    const PlayOptions& options = {});

}  // namespace nscope
