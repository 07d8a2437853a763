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

namespace nscope::importers {

/// The state of the connection to a source.
struct Connection {
  enum class State {
    kConnected,  ///< a report was received
    kLost,       ///< the source ended or failed; another attempt follows
    kTrying,     ///< the source was opened, but no report has been received yet
    kMissing,    ///< the growing file was removed or renamed; its name is checked continuously
  };
  State state = State::kConnected;
  int attempt = 0;                        ///< since the last report, from 1
  std::chrono::milliseconds retry_in{0};  ///< delay until the attempt, if kLost
  Text reason{};                          ///< why the connection was lost
};

/// Callbacks and the behaviour at the end of the source. All functions are called in the reading
/// thread.
struct FollowOptions {
  /// Called after each report, when its events are in the sink.
  std::function<void(const MonitorFigures&)> on_report{};
  /// Nanoseconds since 1970; must not decrease. If empty, the system clock is used.
  std::function<std::int64_t()> unix_ns{};
  /// Called with all diagnostics so far when one was added.
  std::function<void(std::span<const Diagnostic>)> on_diagnostics{};
  /// Called when the state changes.
  std::function<void(const Connection&)> on_connection{};
  /// Opens the source again when it has ended or failed after its first report. If empty, the
  /// recording ends then. A source that ends without a report is an error in both cases.
  std::function<Result<LiveSource>()> reconnect{};
  Backoff backoff{};
  /// The clock for the delays between attempts; if null, the system's. Must outlive the call.
  TimeSource* time = nullptr;
};

/// Reads the output of neuron-monitor as it is written, one report per line, into `sink`. There is
/// one batch for each report, and its window ends at the report. A line may have 4 MiB; longer
/// lines, broken reports and other lines are counted. The time of a report without a time stamp is
/// its time of arrival; in a regular file it is the sum of the stated periods. docs/live.md.
///
/// With `reconnect`, the time without a source is a slice "no connection" on a separate track,
/// from the last report to the next, and is counted as `connection_lost`.
///
/// Returns when the source ends or within 50 ms of cancellation. After cancellation the sink has a
/// well-formed run up to that time, and the result is kCancelled only if there was no report:
/// stopping is the usual end of a recording. Errors: kCancelled, also if the sink accepts no more
/// batches; before the first report kIo, and kBadInput with the failure of the command if the
/// source ended. Later failures are diagnostics.
Result<> follow_neuron_monitor(LiveSource& source, TraceSink& sink, TaskControl& control,
                               const FollowOptions& options = {});

}  // namespace nscope::importers
