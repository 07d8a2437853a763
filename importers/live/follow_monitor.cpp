#include "importers/live/follow_monitor.h"

#include "importers/live/line_splitter.h"
#include "importers/neuron_monitor/report_finder.h"
#include "importers/shared/error_text.h"
#include "importers/shared/printable.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {
namespace {

constexpr std::chrono::milliseconds kPatience{50};
constexpr std::size_t kPiece = 64u << 10;

/// Unix time that never decreases, even if the system clock is changed.
std::function<std::int64_t()> steady_unix_ns() {
  using std::chrono::steady_clock;
  using std::chrono::system_clock;
  const std::chrono::nanoseconds begin = system_clock::now().time_since_epoch();
  return [begin, from = steady_clock::now()] {
    return static_cast<std::int64_t>((begin + (steady_clock::now() - from)).count());
  };
}

class Follower {
 public:
  Follower(LiveSource& source, TraceSink& sink, TaskControl& control, const FollowOptions& options)
      : source_(source),
        control_(control),
        options_(options),
        out_(sink, std::numeric_limits<std::size_t>::max()),  // flushed after each report
        monitor_(out_),
        gaps_(out_),
        time_(options.time != nullptr ? *options.time : steady_),
        unix_ns_(options.unix_ns ? options.unix_ns : steady_unix_ns()) {}

  Result<> run();

 private:
  void read_line(std::string_view line);
  void report_diagnostics();
  void report_connection(Connection connection);
  /// Reads until the source ends or fails, or until the task is cancelled.
  Result<> read_source();
  void look_after_file();
  /// Opens a source that had reports and has ended again, with any number of attempts. False if
  /// cancelled.
  bool reconnect(Text reason);
  bool wait(std::chrono::milliseconds time);
  void mark_gap();
  Result<> finish(const Text& failure);

  LiveSource& source_;
  TaskControl& control_;
  const FollowOptions& options_;
  TraceWriter out_;
  MonitorTrace monitor_;
  CounterTracks gaps_;
  SteadyTime steady_;
  TimeSource& time_;
  std::function<std::int64_t()> unix_ns_;
  LineSplitter lines_{ReportFinder::kLargestReport};
  bool sink_open_ = true;     ///< the sink still accepts batches
  std::int64_t counted_ = 0;  ///< diagnostics reported so far
  Connection connection_{.state = Connection::State::kTrying};
  std::optional<TraceTime> lost_at_;  ///< the last report before the source was lost
  int restarts_ = 0;
};

void Follower::report_diagnostics() {
  if (!options_.on_diagnostics) return;
  std::int64_t counted = 0;
  for (const Diagnostic& diagnostic : out_.diagnostics()) counted += diagnostic.count;
  if (counted == counted_) return;
  counted_ = counted;
  options_.on_diagnostics(out_.diagnostics());
}

void Follower::report_connection(Connection connection) {
  connection_ = std::move(connection);
  if (options_.on_connection) options_.on_connection(connection_);
}

void Follower::mark_gap() {
  const TraceTime from = *std::exchange(lost_at_, std::nullopt);
  const TrackId track = gaps_.track({.name = "Connection",
                                     .kind = TrackKind::kHost,
                                     .slice_kind = SliceKind::kHost,
                                     .order = -1});
  if (!track.valid() || monitor_.now() <= from) return;
  out_.slice(track, out_.intern("no connection"), from, monitor_.now() - from);
}

void Follower::read_line(std::string_view line) {
  const std::int64_t before = monitor_.report_count();
  const auto arrival =
      source_.arrives_as_made() ? std::optional(unix_ns_()) : std::optional<std::int64_t>();
  ReportFinder finder(line, monitor_, out_, lines_.number(), arrival);
  while (finder.next().value_or(false)) {  // no error is possible: lines are short enough
  }
  if (monitor_.report_count() == before || !sink_open_) return report_diagnostics();
  if (lost_at_) mark_gap();
  if (connection_.state != Connection::State::kConnected) report_connection({});
  out_.time_base({.window_end = std::max(monitor_.now(), TraceTime(0))});
  sink_open_ = out_.flush();
  if (options_.on_report) options_.on_report(monitor_.figures());
  report_diagnostics();
}

bool Follower::wait(std::chrono::milliseconds time) {
  std::mutex mutex;
  std::condition_variable nothing;
  std::unique_lock lock(mutex);
  const std::chrono::nanoseconds until = time_.now() + time;
  while (!control_.cancelled() && time_.now() < until) {
    time_.wait_until(std::min(until, time_.now() + std::chrono::nanoseconds(kPatience)), nothing,
                     lock);
  }
  return !control_.cancelled();
}

bool Follower::reconnect(Text reason) {
  out_.diagnose("connection_lost", Severity::kWarning,
                reason.empty() ? tr("the source ended") : reason);
  report_diagnostics();
  if (!lost_at_) lost_at_ = monitor_.now();
  int attempt = connection_.state == Connection::State::kConnected ? 0 : connection_.attempt;
  while (!control_.cancelled()) {
    const auto delay = options_.backoff.before(++attempt);
    report_connection({.state = Connection::State::kLost,
                       .attempt = attempt,
                       .retry_in = delay,
                       .reason = reason});
    if (!wait(delay)) return false;
    auto again = options_.reconnect();
    if (again) {
      source_ = std::move(*again);
      restarts_ = 0;
      report_connection(
          {.state = Connection::State::kTrying, .attempt = attempt, .reason = reason});
      return true;
    }
    reason = error_text(again.error());
  }
  return false;
}

/// If the file was truncated or replaced, the current line ends.
void Follower::look_after_file() {
  if (source_.restarts() != restarts_) {
    restarts_ = source_.restarts();
    lines_.finish([&](std::string_view line) { read_line(line); });
  }
  const bool was_missing = connection_.state == Connection::State::kMissing;
  if (source_.missing() == was_missing) return;
  if (was_missing) return report_connection({.state = Connection::State::kTrying});
  report_connection(
      {.state = Connection::State::kMissing, .reason = tr("the file was removed or renamed")});
}

Result<> Follower::read_source() {
  std::vector<char> piece(kPiece);
  while (!source_.ended() && sink_open_ && !control_.cancelled()) {
    const auto count = source_.read(piece, kPatience);
    if (!count) return fail(count.error());
    look_after_file();
    lines_.add({piece.data(), *count}, [&](std::string_view line) { read_line(line); });
  }
  return {};
}

Result<> Follower::finish(const Text& failure) {
  if (monitor_.report_count() == 0) {
    if (!source_.ended()) return cancelled();
    return fail(ErrorCode::kBadInput,
                failure.empty()
                    ? tr("the source ended without a complete neuron-monitor report")
                    : tr("the source ended without a complete neuron-monitor report ({})", failure),
                source_.name());
  }
  if (!failure.empty()) {
    out_.diagnose("command_failed", Severity::kWarning,
                  tr("'{}' ended with {}", printable(source_.name()), failure));
  }
  if (lines_.skipped_lines() > 0) {
    out_.diagnose("line_too_long", Severity::kWarning,
                  tr("a line longer than {} MiB was skipped", ReportFinder::kLargestReport >> 20),
                  lines_.skipped_lines());
  }
  if (source_.restarts() > 0) {
    out_.diagnose("file_cut", Severity::kWarning,
                  tr("the file was truncated or replaced and was read again from the start"),
                  source_.restarts());
  }
  monitor_.finish();
  return out_.finish() ? Result<>() : cancelled();
}

Result<> Follower::run() {
  control_.begin(phrase("Recording"), 0);
  out_.property(std::string(property::kSourceFormat), std::string("neuron-monitor"));
  out_.property(std::string(property::kSourceFile),
                source_.is_command() ? printable(source_.name()) : file_name(source_.name()));
  out_.property(std::string(property::kProvenance), std::string("measured"));
  Text failure;
  while (true) {
    const auto read = read_source();
    if (!read && monitor_.report_count() == 0) return fail(read.error());
    if (!sink_open_) return cancelled();
    lines_.finish([&](std::string_view line) { read_line(line); });
    failure = source_.ended() ? source_.finish() : Text();
    const bool over = control_.cancelled() || !options_.reconnect || monitor_.report_count() == 0;
    if (!over && reconnect(read ? failure : error_text(read.error()))) continue;
    if (!read && !options_.reconnect) {
      out_.diagnose("source_failed", Severity::kError, error_text(read.error()));
    }
    return finish(options_.reconnect && monitor_.report_count() > 0 ? Text() : failure);
  }
}

}  // namespace

Result<> follow_neuron_monitor(LiveSource& source, TraceSink& sink, TaskControl& control,
                               const FollowOptions& options) {
  return Follower(source, sink, control, options).run();
}

}  // namespace nscope::importers
