#pragma once

#include "app/live/bounded_recording.h"
#include "app/live/live_input.h"
#include "app/live/live_recording.h"
#include "app/live/live_series.h"
#include "importers/live/follow_monitor.h"
#include "profiler/trace/build/batch_queue.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/build/stream_meter.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::app {

/// Settings of a LiveSession.
struct LiveSettings {
  bool record = true;
  double speed = 1.0;   ///< of a played run; PlaybackClock::kUnlimited for no delays
  bool repeat = false;  ///< a played run starts again at its end
  bool reconnect = true;
  importers::Backoff backoff{};
  std::int64_t most_recorded_events = BoundedRecording::kMostEvents;
};

/// The state of a session at one time. Unknown members are empty.
struct LiveStatus {
  enum class Phase {
    kOpening,  ///< the source is being opened or simulated
    kWaiting,  ///< no data has been received yet
    kRunning,
    kLost,     ///< the connection is lost; another attempt follows
    kTrying,   ///< opened again; no data has been received yet
    kMissing,  ///< the file was removed or renamed
    kEnded,
  };
  Phase phase = Phase::kOpening;
  std::string kind;     ///< "simulation", "capture" or "neuron-monitor"; empty while opening
  bool played = false;  ///< a played run, not a stream
  int attempt = 0;      ///< number of the attempt to open the source again
  std::optional<double> retry_in{};  ///< seconds
  Text reason{};                     ///< why the connection was lost
  std::int64_t connections_lost = 0;

  StreamFigures delivered;       ///< events that left the queue
  std::int64_t lost_events = 0;  ///< sent by the source but not delivered: an internal error
  Backpressure backpressure{};   ///< by the recording on the source
  std::optional<double> events_per_second{};
  std::optional<double> delivery_p50{};  ///< seconds in the queue, of the latest batches
  std::optional<double> delivery_p99{};
  double delivery_max = 0.0;  ///< since the start
  std::int64_t kept = 0;      ///< events in the recording
  std::int64_t not_kept = 0;  ///< events after the recording was full

  importers::MonitorFigures newest{};
  std::optional<double> since_report{};  ///< seconds
  std::int64_t gaps = 0;                 ///< late reports
  std::int64_t series_left_out = 0;
  std::vector<Diagnostic> diagnostics{};

  double now = 0.0;           ///< on the time axis of the series, seconds
  std::uint64_t version = 0;  ///< increases with every point
};

/// Monitors and records one source from its opening to its end: a played run or the reports of
/// neuron-monitor. The source is read in the thread of run(). A second thread counts, samples and
/// records the events. A bounded queue connects the threads, so that no events are lost: if the
/// recording is slower, the source waits, and the waiting is counted. The points of series
/// (RollingSeries) and the recording (LiveRecording) are bounded.
///
/// Call run() once, in any thread, and finish() after it has returned. status(), visit_series(),
/// pause(), resume() and set_speed() can be called from any thread.
class LiveSession {
 public:
  LiveSession(LiveOptions options, LiveSettings settings);
  /// Plays an existing run.
  LiveSession(std::shared_ptr<const Trace> run, LiveSettings settings);
  ~LiveSession();

  /// Returns when the source ends or within 100 ms of cancellation; all sent events have then been
  /// delivered. Errors: those of open_live_input(), play_trace() and follow_neuron_monitor().
  /// Cancellation is an error only if no data had been received.
  Result<> run(TaskControl& control);
  /// Closes the source. Stopping the command of a source can take two seconds.
  void close();
  /// The recording; null if recording is off or there were no events.
  std::shared_ptr<const Trace> finish();

  /// For played runs; streams cannot be paused.
  void pause();
  void resume();
  void set_speed(double speed);
  bool paused() const { return clock_.paused(); }

  LiveStatus status() const;
  /// The playback position, in ticks since the start of the run.
  double played_ticks() const;
  void visit_series(const std::function<void(std::span<const LiveSeries>)>& visit) const;

 private:
  class Entrance;
  using Clock = std::chrono::steady_clock;

  void wait_for_file(const TaskControl& control);
  Result<> open(TaskControl& control);
  Result<> deliver_all(TaskControl& control);
  void consume();
  void look_for_losses(const TraceBatch& batch);
  void deliver(TraceBatch&& batch, double seconds_in_queue);
  void sample();
  void set_connection(const importers::Connection& connection);
  double active_seconds() const;

  LiveOptions options_;
  LiveSettings settings_;
  LiveInput input_;
  PlaybackClock clock_;
  BatchQueue queue_{16};
  StreamMeter sent_;
  LiveRecording recording_;

  // Used by the consuming thread only.
  EngineBusy engines_;
  Clock::time_point sampled_at_{};
  double sampled_time_ = 0.0;
  std::int64_t sampled_events_ = 0;
  std::uint32_t next_slice_ = 0;
  std::vector<double> delays_;  ///< of the batches since the last sample

  mutable std::mutex mutex_;  ///< guards the members below
  LiveStatus status_;
  MonitorSeries monitor_;
  std::vector<LiveSeries> stream_;
  std::deque<Clock::time_point> sent_at_;  ///< of the batches in the queue
  std::deque<double> newest_delays_;
  std::optional<Clock::time_point> retry_at_;
  std::optional<Clock::time_point> report_at_;
  std::optional<Clock::time_point> begun_at_;
  std::optional<Clock::time_point> paused_at_;
  std::optional<Clock::time_point> ended_at_;
  Clock::duration paused_for_{};
  double played_ticks_ = 0.0;
  bool arrives_as_made_ = false;
};

}  // namespace nscope::app
