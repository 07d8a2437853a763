#pragma once

#include "app/live/bounded_recording.h"
#include "app/live/live_input.h"
#include "importers/live/follow_monitor.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/build/stream_meter.h"
#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace nscope::app {

/// Counts the events of a source and optionally records them. push(), kept() and finish() are for
/// one thread; figures() and newest() for any.
class LiveRecording final : public TraceSink {
 public:
  /// Records at most this number of events (BoundedRecording); none if empty.
  explicit LiveRecording(std::optional<std::int64_t> most_events);

  /// Always true: events beyond the maximum are counted as well.
  bool push(TraceBatch&& batch) override;

  /// Counts of all events, recorded or not.
  StreamFigures figures() const { return meter_.figures(); }
  /// The latest report of neuron-monitor; empty before the first one.
  void set_newest(const importers::MonitorFigures& figures);
  importers::MonitorFigures newest() const;

  std::int64_t kept() const { return recording_.kept(); }  ///< slices and samples
  std::int64_t not_kept() const { return recording_.not_kept(); }
  /// The diagnostics if events are not recorded; otherwise they are in the finished trace.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// The recorded trace. The recording is empty afterwards.
  std::shared_ptr<const Trace> finish() { return recording_.finish(); }

 private:
  bool keeps_;
  StreamMeter meter_;
  BoundedRecording recording_;
  std::vector<Diagnostic> diagnostics_;
  mutable std::mutex mutex_;  ///< guards the members below
  importers::MonitorFigures newest_;
};

/// How a source is played or followed.
struct LiveDelivery {
  bool repeat = false;                ///< a played run starts again at its end
  bool reconnect = false;             ///< a stream that ends is opened again if possible
  importers::FollowOptions follow{};  ///< for streams; `follow.reconnect` is set by this library
};

/// Plays the run of the input at the speed of `clock`, or follows its stream, and sends the events
/// to `sink`. Errors: those of play_trace() and follow_neuron_monitor().
Result<> deliver_live_input(LiveInput& input, PlaybackClock& clock, LiveDelivery delivery,
                            TraceSink& sink, TaskControl& control);

}  // namespace nscope::app
