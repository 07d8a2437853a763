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

/// What comes from a source: counted, and kept as far as that was asked for. push(), kept() and
/// finish() are for one thread, the figures for any.
class LiveRecording final : public TraceSink {
 public:
  /// Keeps that many events at most (BoundedRecording); without a number none of them.
  explicit LiveRecording(std::optional<std::int64_t> most_events);

  /// Always true: what is beyond the most is counted, too.
  bool push(TraceBatch&& batch) override;

  /// Everything that came, kept or not.
  StreamFigures figures() const { return meter_.figures(); }
  /// The newest report of neuron-monitor; empty before the first.
  void set_newest(const importers::MonitorFigures& figures);
  importers::MonitorFigures newest() const;

  std::int64_t kept() const { return recording_.kept(); }  ///< slices and samples
  std::int64_t not_kept() const { return recording_.not_kept(); }
  /// Where events are not kept; else the finished trace has them.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// What was kept. This is empty afterwards.
  std::shared_ptr<const Trace> finish() { return recording_.finish(); }

 private:
  bool keeps_;
  StreamMeter meter_;
  BoundedRecording recording_;
  std::vector<Diagnostic> diagnostics_;
  mutable std::mutex mutex_;  ///< guards what follows
  importers::MonitorFigures newest_;
};

/// How a source is let run to its end.
struct LiveDelivery {
  bool repeat = false;     ///< a run that is played begins again at its end
  bool reconnect = false;  ///< a stream that ends is opened again, where that makes sense
  importers::FollowOptions follow{};  ///< of a stream; its `reconnect` is set by the member above
};

/// Plays the run of the input at the pace of `clock`, or follows its stream, into `sink`. Errors:
/// those of play_trace() and follow_neuron_monitor().
Result<> deliver_live_input(LiveInput& input, PlaybackClock& clock, LiveDelivery delivery,
                            TraceSink& sink, TaskControl& control);

}  // namespace nscope::app
