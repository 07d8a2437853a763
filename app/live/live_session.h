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

struct LiveSettings {
  bool record = true;
  double speed = 1.0;   ///< of a run that is played; PlaybackClock::kUnlimited: as it comes
  bool repeat = false;  ///< a run that is played begins again at its end
  bool reconnect = true;
  importers::Backoff backoff{};
  std::int64_t most_recorded_events = BoundedRecording::kMostEvents;
};

/// What there is to say about a stream at one moment. Unknown is absent.
struct LiveStatus {
  enum class Phase {
    kOpening,  ///< opens the source, or simulates
    kWaiting,  ///< nothing has come yet
    kRunning,
    kLost,     ///< another attempt follows
    kTrying,   ///< opened again, nothing has come yet
    kMissing,  ///< the file is gone
    kEnded,
  };
  Phase phase = Phase::kOpening;
  std::string kind;     ///< "simulation", "capture" or "neuron-monitor"; "" while it opens
  bool played = false;  ///< a run that is played, not reports that come in
  int attempt = 0;      ///< to reach the source again
  std::optional<double> retry_in{};  ///< seconds
  std::string reason{};              ///< why it was lost
  std::int64_t connections_lost = 0;

  StreamFigures delivered;       ///< what came out of the queue
  std::int64_t lost_events = 0;  ///< sent by the source and never delivered: a fault
  Backpressure backpressure{};   ///< of the source by the recording
  std::optional<double> events_per_second{};
  std::optional<double> delivery_p50{};  ///< seconds in the queue, of the newest batches
  std::optional<double> delivery_p99{};
  double delivery_max = 0.0;  ///< ever
  std::int64_t kept = 0;      ///< events in the recording
  std::int64_t not_kept = 0;  ///< it was full

  importers::MonitorFigures newest{};
  std::optional<double> since_report{};  ///< seconds
  std::int64_t gaps = 0;                 ///< reports that came late
  std::int64_t series_left_out = 0;
  std::vector<Diagnostic> diagnostics{};

  double now = 0.0;           ///< on the axis of the series, seconds
  std::uint64_t version = 0;  ///< grows with every point
};

/// Watches and records one source, from its opening to its end: a run that is played, or
/// the reports of neuron-monitor. The source is read in the thread of run(); another thread
/// of this object counts, samples and records, with a bounded queue between, so that
/// neither the disk nor a display can make events get lost: where the recording is slower,
/// the source waits, and that is counted. Points of series are bounded (RollingSeries), the
/// recording too (LiveRecording).
///
/// run() once, in any thread; status(), visit_series(), pause, resume and speed from any.
/// finish() after run() has returned.
class LiveSession {
 public:
  LiveSession(LiveOptions options, LiveSettings settings);
  /// A run that exists already, to be played.
  LiveSession(std::shared_ptr<const Trace> run, LiveSettings settings);
  ~LiveSession();

  /// Until the source ends, or 100 ms after `control` asks to stop. Then everything that was
  /// sent has been delivered. Errors: those of open_live_input, play_trace() and
  /// follow_neuron_monitor(); to stop is no error unless nothing had come.
  Result<> run(TaskControl& control);
  /// Ends the command of the source, which may take two seconds, or closes what was opened.
  void close();
  /// The recording; null where none was asked for or nothing came.
  std::shared_ptr<const Trace> finish();

  /// Of a run that is played. A stream that comes in knows no pause.
  void pause();
  void resume();
  void set_speed(double speed);
  bool paused() const { return clock_.paused(); }

  LiveStatus status() const;
  /// How far it is played, ticks from the beginning of the run.
  double played_ticks() const;
  void visit_series(const std::function<void(std::span<const LiveSeries>)>& visit) const;

 private:
  class Entrance;
  using Clock = std::chrono::steady_clock;

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

  // Used by the consuming thread alone.
  EngineBusy engines_;
  Clock::time_point sampled_at_{};
  double sampled_time_ = 0.0;
  std::int64_t sampled_events_ = 0;
  std::uint32_t next_slice_ = 0;
  std::vector<double> delays_;  ///< of the batches since the last sample

  mutable std::mutex mutex_;  ///< guards what follows
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
