#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/trace.h"

namespace nscope {

struct PlayOptions {
  /// After the end the run begins again, later by its length, until it is cancelled: a
  /// server or a training job that goes on. Slices of one round end in it.
  bool repeat = false;
};

/// Plays a finished run, simulated or captured, into `sink` as if it were happening:
/// its events in order of time, at the pace of `clock`, in batches of a bounded size.
///
/// Properties and all tracks come first. A slice is declared with its properties when it
/// begins, open where it lasts beyond the batch, and ended by a SliceEnd; a flow comes
/// when both its slices have begun. The window of each batch's time base ends at the time
/// played so far, so that a snapshot lets open slices grow up to it. Metrics and
/// diagnostics, which sum up the run, come at its end. A TraceBuilder that was fed all of
/// it gives the same trace again.
///
/// Runs in the caller's thread and returns when everything was played; `clock` is
/// controlled from others. Progress is the share of trace time. Cancelling takes effect
/// within 10 ms, as soon as `sink` takes batches; the sink then has a well-formed run up to that
/// moment, without metrics, which says in a diagnostic `playback_stopped` what is missing, or
/// `playback_repeated` how often it began anew.
/// Errors: kCancelled, also where the consumer of `sink` is gone; those of a session
/// whose parts cannot be read.
Result<> play_trace(const Trace& trace, PlaybackClock& clock, TraceSink& sink, TaskControl& control,
                    const PlayOptions& options = {});

}  // namespace nscope
