#pragma once

#include "importers/live/backoff.h"
#include "importers/live/live_source.h"
#include "importers/neuron_monitor/monitor_figures.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/columns/trace_batch.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace nscope::importers {

/// Whether reports can come.
struct Connection {
  enum class State {
    kConnected,  ///< a report came
    kLost,       ///< the source ended or failed; another attempt follows
    kTrying,     ///< opened again, no report yet
    kMissing,    ///< the file that grows is gone; it is looked for all the time
  };
  State state = State::kConnected;
  int attempt = 0;                        ///< since the last report, from 1
  std::chrono::milliseconds retry_in{0};  ///< until it is tried, when kLost
  std::string reason{};                   ///< why it was lost, for people
};

/// What somebody who watches wants to know, and what to do at the end of the source. All
/// functions are called in the reading thread.
struct FollowOptions {
  /// Called after each report, when its events are in the sink.
  std::function<void(const MonitorFigures&)> on_report{};
  /// Nanoseconds since 1970, never going back; the system's where empty.
  std::function<std::int64_t()> unix_ns{};
  /// Called when something was counted: all that was until now.
  std::function<void(std::span<const Diagnostic>)> on_diagnostics{};
  /// Called when the state changes.
  std::function<void(const Connection&)> on_connection{};
  /// Opens the source anew when it has ended or failed after its first report; empty: then
  /// the recording ends. A source that never had a report is an error in both cases.
  std::function<Result<LiveSource>()> reconnect{};
  Backoff backoff{};
  /// Waits between attempts; real where null. Must outlive the call.
  TimeSource* time = nullptr;
};

/// Reads what neuron-monitor prints as it comes, one report a line, into `sink`: a batch
/// for each report, whose window ends at it. A line may have 4 MiB; longer ones, broken
/// reports and other lines are counted. A report that carries no time lies where it
/// arrived, in a regular file where the periods say. docs/live.md.
///
/// With `reconnect`, the time without a source is a slice "no connection" on a row of its
/// own, from the last report to the next, and counted as `connection_lost`.
///
/// Returns when the source ends. Cancelling is seen within 50 ms: the sink then has a
/// well-formed run up to that moment, and the result is kCancelled only where no report
/// has come; else the recording was stopped, which is how it ends. Errors: kCancelled,
/// also where the consumer is gone; before the first report kIo, and kBadInput where the
/// source ended without one, with how its command failed. Later failures are diagnostics.
Result<> follow_neuron_monitor(LiveSource& source, TraceSink& sink, TaskControl& control,
                               const FollowOptions& options = {});

}  // namespace nscope::importers
