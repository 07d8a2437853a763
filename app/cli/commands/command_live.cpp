#include "app/cli/command.h"
#include "app/cli/output/event_lines.h"
#include "app/cli/output/progress_display.h"
#include "app/cli/output/run_text.h"
#include "app/live/live_input.h"
#include "app/live/live_recording.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/build/stream_meter.h"
#include "profiler/trace/session/session_file.h"

#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

/// A recording goes to a file, and its user ends it.
constexpr std::int64_t kAllEvents = std::numeric_limits<std::int64_t>::max();

struct LiveArguments {
  app::LiveOptions input;
  bool reconnect = false;
  std::string speed;
  std::string output;
  std::string format = "text";

  bool prints_events() const { return format == "jsonl"; }
};

/// Prints every event as it comes, and passes it on.
class EventPrinter final : public TraceSink {
 public:
  EventPrinter(TraceSink& to, TaskControl& control) : to_(to), control_(control) {}

  bool push(TraceBatch&& batch) override {
    if (!reader_gone_) print(lines_.lines_of(batch));
    return to_.push(std::move(batch));
  }

  /// Nobody reads the events any more.
  bool reader_gone() const { return reader_gone_; }

 private:
  void print(const std::string& text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) == 0 && written) return;
    reader_gone_ = true;
    control_.request_cancel();  // what was recorded is kept
  }

  bool reader_gone_ = false;
  TraceSink& to_;
  TaskControl& control_;
  EventLines lines_;
};

/// A reader that goes away is an error of writing, not the end of the program.
class IgnoreBrokenPipe {
 public:
  IgnoreBrokenPipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~IgnoreBrokenPipe() { std::signal(SIGPIPE, before_); }
  IgnoreBrokenPipe(const IgnoreBrokenPipe&) = delete;
  IgnoreBrokenPipe& operator=(const IgnoreBrokenPipe&) = delete;

 private:
  void (*before_)(int);
};

/// A recording may take hours: whether it can be saved is found out before.
Result<> check_can_write(const std::string& path) {
  if (path.empty()) return {};
  if (std::filesystem::is_directory(path)) return fail(ErrorCode::kIo, "is a folder", path);
  const AtomicFile file(path);
  if (!std::ofstream(file.temporary_path())) {
    return fail(ErrorCode::kIo, "cannot be written", path);
  }
  return {};
}

std::string events_text(const StreamFigures& figures) {
  return fmt::format("{} events, {} counter samples", format_count(figures.slices),
                     format_count(figures.samples));
}

std::string monitor_text(const StreamFigures& stream, const importers::MonitorFigures& newest) {
  if (newest.reports == 0) return "Waiting for neuron-monitor";
  std::string text =
      fmt::format("Recording {}: {} reports, {} samples", format_duration_ns(stream.played_ns),
                  format_count(newest.reports), format_count(stream.samples));
  if (newest.utilization_percent) {
    text += fmt::format(", {} cores at {:.1f} %", newest.cores, *newest.utilization_percent);
  }
  if (newest.device_memory_bytes) {
    text += fmt::format(", device memory {}", format_bytes(*newest.device_memory_bytes));
  }
  if (newest.runtime_memory_bytes) {
    text += fmt::format(", host memory {}", format_bytes(*newest.runtime_memory_bytes));
  }
  return text;
}

std::string played_text(const StreamFigures& figures, const Trace& run) {
  const double length = static_cast<double>((run.end() - run.begin()).value()) /
                        static_cast<double>(run.time_base().ticks_per_ns);
  return fmt::format("Playing {} of {}: {}", format_duration_ns(figures.played_ns),
                     format_duration_ns(length), events_text(figures));
}

/// Lets the source run to its end into `sink`, which passes on to the recording, with a line
/// that says how far it is.
Result<> run_stream(app::LiveInput& input, bool reconnect, double speed,
                    const std::string& progress, TraceSink& sink, app::LiveRecording& recording,
                    TaskControl& control) {
  const ProgressDisplay display(
      [&] {
        return input.run ? played_text(recording.figures(), *input.run)
                         : monitor_text(recording.figures(), recording.newest());
      },
      progress);
  app::LiveDelivery delivery{.reconnect = reconnect};
  delivery.follow.on_report = [&](const importers::MonitorFigures& figures) {
    recording.set_newest(figures);
  };
  PlaybackClock clock(speed);
  return app::deliver_live_input(input, clock, std::move(delivery), sink, control);
}

struct Finished {
  std::string source;
  std::string kind;
  bool stopped = false;
  StreamFigures figures;
  std::shared_ptr<const Trace> recording{};  ///< null: not asked for
  std::vector<Diagnostic> diagnostics{};
};

Json finished_json(const Finished& finished, const std::string& output) {
  Json json{{"schema", "nscope.live/1"},
            {"source", finished.source},
            {"kind", finished.kind},
            {"stopped", finished.stopped},
            {"played_ns", std::llround(finished.figures.played_ns)},
            {"events", finished.figures.slices},
            {"samples", finished.figures.samples},
            {"dependencies", finished.figures.flows}};
  if (finished.recording) {
    std::error_code ignored;
    json["session"] = output;
    json["bytes"] = std::filesystem::file_size(output, ignored);
  }
  json["diagnostics"] = diagnostics_json(finished.diagnostics);
  return json;
}

CommandOutput describe(const Finished& finished, const LiveArguments& options,
                       const CommonOptions& common) {
  CommandOutput output;
  if (options.prints_events()) {
    Json json{{"event", "end"}};
    json.update(finished_json(finished, options.output));
    output.text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    return output;
  }
  if (common.json) {
    const Json json = finished_json(finished, options.output);
    output.text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    return output;
  }
  output.text =
      fmt::format("{}{}: {}, {}\n", finished.source, finished.stopped ? ", stopped" : "",
                  format_duration_ns(finished.figures.played_ns), events_text(finished.figures));
  if (finished.recording) {
    output.text +=
        fmt::format("Saved {}: {}\n", options.output, contents_line(*finished.recording));
  }
  if (!finished.diagnostics.empty()) {
    output.note = "\nWhat was found, repaired or left out:\n" +
                  diagnostics_table(finished.diagnostics).to_text();
  }
  return output;
}

/// What the display of progress may show: events on a terminal leave no room for it.
std::string progress_style(const LiveArguments& options, const CommonOptions& common) {
  const bool mixed = options.prints_events() && ::isatty(STDOUT_FILENO) == 1;
  return common.quiet || (mixed && common.progress == "auto") ? "none" : common.progress;
}

Result<CommandOutput> run(const LiveArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto speed = app::parse_speed(options.speed);
  if (!speed) return fail(speed.error());
  if (auto ok = check_can_write(options.output); !ok) return fail(ok.error());
  const std::string progress = progress_style(options, common);
  auto input = [&] {
    const ProgressDisplay display(control, progress);
    return app::open_live_input(options.input, common.seed, control);
  }();
  if (!input) return fail(input.error());
  if (input->stream && !options.speed.empty()) {
    return fail(ErrorCode::kInvalidArgument, "--speed: what comes in live has its own");
  }
  if (options.reconnect && !input->open_again) {
    return fail(ErrorCode::kInvalidArgument, "--reconnect: for --command and named pipes");
  }
  const IgnoreBrokenPipe ignored;
  app::LiveRecording recording(options.output.empty() ? std::nullopt : std::optional(kAllEvents));
  EventPrinter printer(recording, control);
  TraceSink& sink = options.prints_events() ? static_cast<TraceSink&>(printer) : recording;
  const auto ran =
      run_stream(*input, options.reconnect, *speed, progress, sink, recording, control);
  Finished finished{
      .source = options.input.command.empty() ? options.input.source : options.input.command,
      .kind = input->kind,
      .stopped = control.cancelled() && (!ran || input->stream),
      .figures = recording.figures(),
      .diagnostics = recording.diagnostics()};
  // To stop a recording is how it ends; to stop watching is to cancel.
  const bool some = finished.figures.slices + finished.figures.samples > 0;
  const bool keeps = finished.stopped && some && !options.output.empty();
  if (!ran && (!keeps || ran.error().code != ErrorCode::kCancelled)) return fail(ran.error());
  if (finished.stopped && !keeps) return cancelled();
  if (!options.output.empty()) {
    finished.recording = recording.finish();
    const auto found = finished.recording->diagnostics();
    finished.diagnostics.assign(found.begin(), found.end());
    TaskControl saving;  // `control` may have been cancelled
    if (auto saved = session_file::save(*finished.recording, options.output, saving); !saved) {
      return fail(saved.error());
    }
  }
  CommandOutput described = describe(finished, options, common);
  if (printer.reader_gone()) described.text.clear();
  return described;
}

}  // namespace

CommandRun define_live(CLI::App& app) {
  const auto options = std::make_shared<LiveArguments>();
  app.add_option("SOURCE", options->input.source,
                 "A workload or its built-in name (simulated, then played), a capture or session "
                 "(played), a named pipe or - for standard input (neuron-monitor)");
  app.add_option("--command", options->input.command,
                 "A command that prints neuron-monitor's reports, instead of SOURCE")
      ->option_text("\"ssh HOST neuron-monitor\"");
  app.add_flag("--follow", options->input.follow,
               "SOURCE is a file that neuron-monitor still writes to");
  app.add_flag("--reconnect", options->reconnect,
               "Start the command, or open the pipe, again when it ends");
  app.add_option("--speed", options->speed, "Trace time per real time of what is played (1)")
      ->option_text("1|N|max");
  app.add_option("-o,--output", options->output, "Save what came as a session (*.nscope)")
      ->option_text("FILE");
  app.add_option("--format", options->format, "A summary at the end, or every event as it comes")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->option_text("text|jsonl");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
