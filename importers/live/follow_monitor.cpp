#include "importers/live/follow_monitor.h"

#include "importers/live/line_splitter.h"
#include "importers/neuron_monitor/report_finder.h"
#include "importers/printable.h"
#include "profiler/trace/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::chrono::milliseconds kPatience{50};
constexpr std::size_t kPiece = 64u << 10;

/// Unix time that goes on steadily, whatever is done to the system's clock.
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
        out_(sink, std::numeric_limits<std::size_t>::max()),  // flushed by report
        monitor_(out_),
        unix_ns_(options.unix_ns ? options.unix_ns : steady_unix_ns()) {}

  Result<> run();

 private:
  void read_line(std::string_view line);
  Result<> finish();

  LiveSource& source_;
  TaskControl& control_;
  const FollowOptions& options_;
  TraceWriter out_;
  MonitorTrace monitor_;
  std::function<std::int64_t()> unix_ns_;
  LineSplitter lines_{ReportFinder::kLargestReport};
  bool heard_ = true;  ///< the consumer is there
};

void Follower::read_line(std::string_view line) {
  const std::int64_t before = monitor_.report_count();
  const auto arrival =
      source_.arrives_as_made() ? std::optional(unix_ns_()) : std::optional<std::int64_t>();
  ReportFinder finder(line, monitor_, out_, fmt::format("line {}, ", lines_.number()), arrival);
  while (finder.next().value_or(false)) {  // no error: lines are not that long
  }
  if (monitor_.report_count() == before || !heard_) return;
  out_.time_base({.window_end = std::max(monitor_.now(), TraceTime(0))});
  heard_ = out_.flush();
  if (options_.on_report) options_.on_report(monitor_.figures());
}

Result<> Follower::finish() {
  lines_.finish([&](std::string_view line) { read_line(line); });
  const std::string failure = source_.ended() ? source_.finish() : std::string();
  if (monitor_.report_count() == 0) {
    if (!source_.ended()) return cancelled();
    const std::string reason = failure.empty() ? std::string() : fmt::format(" ({})", failure);
    return fail(ErrorCode::kBadInput,
                fmt::format("ended without one complete report of neuron-monitor{}", reason),
                source_.name());
  }
  if (!failure.empty()) {
    out_.diagnose("command_failed", Severity::kWarning,
                  fmt::format("'{}' ended with {}", printable(source_.name()), failure));
  }
  if (lines_.left_out() > 0) {
    out_.diagnose(
        "line_too_long", Severity::kWarning,
        fmt::format("lines of more than {} MiB are left out", ReportFinder::kLargestReport >> 20),
        lines_.left_out());
  }
  if (source_.restarts() > 0) {
    out_.diagnose("file_cut", Severity::kWarning,
                  "the file became smaller: it was read from its beginning again",
                  source_.restarts());
  }
  monitor_.finish();
  return out_.finish() ? Result<>() : cancelled();
}

Result<> Follower::run() {
  control_.begin("Recording", 0);
  out_.property(std::string(property::kSourceFormat), std::string("neuron-monitor"));
  out_.property(std::string(property::kSourceFile),
                source_.is_command() ? printable(source_.name()) : file_name(source_.name()));
  out_.property(std::string(property::kProvenance), std::string("measured"));
  std::vector<char> piece(kPiece);
  while (!source_.ended() && heard_ && !control_.cancelled()) {
    const auto count = source_.read(piece, kPatience);
    if (!count) {
      if (monitor_.report_count() == 0) return fail(count.error());
      out_.diagnose("source_failed", Severity::kError, to_string(count.error()));
      break;
    }
    lines_.add({piece.data(), *count}, [&](std::string_view line) { read_line(line); });
  }
  if (!heard_) return cancelled();
  return finish();
}

}  // namespace

Result<> follow_neuron_monitor(LiveSource& source, TraceSink& sink, TaskControl& control,
                               const FollowOptions& options) {
  return Follower(source, sink, control, options).run();
}

}  // namespace nscope::importers
