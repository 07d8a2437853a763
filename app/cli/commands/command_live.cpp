#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/document_note.h"
#include "app/cli/output/event_lines.h"
#include "app/cli/output/progress_display.h"
#include "app/cli/output/run_text.h"
#include "app/live/live_input.h"
#include "app/live/live_recording.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/text/terminal_text.h"
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
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

/// A recording is written to a file and ended by the user, so it is not limited.
constexpr std::int64_t kAllEvents = std::numeric_limits<std::int64_t>::max();

struct LiveArguments {
  app::LiveOptions input;
  bool reconnect = false;
  std::string speed;
  std::string output;
  std::string format = "text";

  bool prints_events() const { return format == "jsonl"; }
};

/// Prints each event when it arrives, and passes it on.
class EventPrinter final : public TraceSink {
 public:
  EventPrinter(TraceSink& to, TaskControl& control) : to_(to), control_(control) {}

  bool push(TraceBatch&& batch) override {
    if (!reader_gone_) print(lines_.lines_of(batch));
    return to_.push(std::move(batch));
  }

  /// Whether standard output was closed by its reader.
  bool reader_gone() const { return reader_gone_; }

 private:
  void print(const std::string& lines) {
    const std::string text = terminal_ ? terminal_text(lines, "\n\t") : lines;
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) == 0 && written) return;
    reader_gone_ = true;
    control_.request_cancel();  // the recording so far is kept
  }

  const bool terminal_ = ::isatty(STDOUT_FILENO) == 1;
  bool reader_gone_ = false;
  TraceSink& to_;
  TaskControl& control_;
  EventLines lines_;
};

/// Ignores SIGPIPE during its lifetime: a closed pipe is an error of writing and does not end the
/// program.
class IgnoreBrokenPipe {
 public:
  IgnoreBrokenPipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~IgnoreBrokenPipe() { std::signal(SIGPIPE, before_); }
  IgnoreBrokenPipe(const IgnoreBrokenPipe&) = delete;
  IgnoreBrokenPipe& operator=(const IgnoreBrokenPipe&) = delete;

 private:
  void (*before_)(int);
};

/// Checks that the session can be written, because a recording can take hours.
Result<> check_can_write(const std::string& path) {
  if (path.empty()) return {};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return fail(ErrorCode::kIo, tr("must be a file, not a folder"), path);
  }
  const AtomicFile file(path);
  if (!std::ofstream(file.temporary_path())) {
    return fail(ErrorCode::kIo, tr("cannot be written"), path);
  }
  return {};
}

Text received_text(const StreamFigures& figures) {
  return events_text(figures.slices, figures.samples);
}

Text monitor_text(const StreamFigures& stream, const importers::MonitorFigures& newest) {
  if (newest.reports == 0) return tr("Waiting for neuron-monitor");
  std::vector<Text> figures{
      tr_plural(newest.reports, "{} report", "{} reports", as::count(newest.reports)),
      tr_plural(stream.samples, "{} counter sample", "{} counter samples",
                as::count(stream.samples))};
  if (newest.utilization_percent) {
    figures.push_back(tr_plural(newest.cores, "{} core at {}", "{} cores at {}", newest.cores,
                                as::percent(*newest.utilization_percent / 100)));
  }
  if (newest.device_memory_bytes) {
    figures.push_back(tr("device memory {}", as::bytes(*newest.device_memory_bytes)));
  }
  if (newest.runtime_memory_bytes) {
    figures.push_back(tr("host memory {}", as::bytes(*newest.runtime_memory_bytes)));
  }
  return tr("Recording {}: {}", as::duration_ns(stream.played_ns), joined(figures));
}

Text played_text(const StreamFigures& figures, const Trace& run) {
  const double length = static_cast<double>((run.end() - run.begin()).value()) /
                        static_cast<double>(run.time_base().ticks_per_ns);
  return tr("Playing {} of {}: {}", as::duration_ns(figures.played_ns), as::duration_ns(length),
            received_text(figures));
}

/// Delivers the whole source to `sink`, which passes the events on to the recording, and shows the
/// progress.
Result<> run_stream(app::LiveInput& input, bool reconnect, double speed,
                    const std::string& progress, const Language& language, TraceSink& sink,
                    app::LiveRecording& recording, TaskControl& control) {
  const ProgressDisplay display(
      [&] {
        return language.say(input.run ? played_text(recording.figures(), *input.run)
                                      : monitor_text(recording.figures(), recording.newest()));
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
  std::shared_ptr<const Trace> recording{};  ///< null if no session is written
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
    output.text = compact_text(json) + "\n";
    return output;
  }
  if (common.json) {
    const Json json = finished_json(finished, options.output);
    output.text = document_text(json);
    return output;
  }
  const Language& language = common.language;
  const TextNumber played = as::duration_ns(finished.figures.played_ns);
  const Text events = received_text(finished.figures);
  output.text = language.say(finished.stopped
                                 ? tr("{}: stopped after {}, {}", finished.source, played, events)
                                 : tr("{}: {}, {}", finished.source, played, events)) +
                "\n";
  if (finished.recording) {
    output.text +=
        language.say(tr("Saved {}: {}", options.output, contents_text(*finished.recording))) + "\n";
  }
  if (!finished.diagnostics.empty()) {
    output.note = "\n" + diagnostics_text(finished.diagnostics, language);
  }
  return output;
}

/// The style of the progress display, which is off if events are printed on a terminal.
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
    const ProgressDisplay display(control, progress, common.language);
    return app::open_live_input(options.input, common.seed, control);
  }();
  if (!input) return fail(input.error());
  if (input->stream && !options.speed.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("--speed is only for runs that are played"));
  }
  if (options.reconnect && !input->open_again) {
    return fail(ErrorCode::kInvalidArgument,
                tr("--reconnect is only for --command and named pipes"));
  }
  const IgnoreBrokenPipe ignored;
  app::LiveRecording recording(options.output.empty() ? std::nullopt : std::optional(kAllEvents));
  EventPrinter printer(recording, control);
  TraceSink& sink = options.prints_events() ? static_cast<TraceSink&>(printer) : recording;
  const auto ran = run_stream(*input, options.reconnect, *speed, progress, common.language, sink,
                              recording, control);
  Finished finished{
      .source = options.input.command.empty() ? options.input.source : options.input.command,
      .kind = input->kind,
      .stopped = control.cancelled() && (!ran || input->stream),
      .figures = recording.figures(),
      .diagnostics = recording.diagnostics()};
  // A stopped recording is complete; stopping without a recording is a cancellation.
  const bool some = finished.figures.slices + finished.figures.samples > 0;
  const bool keeps = finished.stopped && some && !options.output.empty();
  if (!ran && (!keeps || ran.error().code != ErrorCode::kCancelled)) return fail(ran.error());
  if (finished.stopped && !keeps) return cancelled();
  if (!options.output.empty()) {
    finished.recording = recording.finish();
    const auto found = finished.recording->diagnostics();
    finished.diagnostics.assign(found.begin(), found.end());
    TaskControl saving;  // `control` can be cancelled already
    if (auto saved = session_file::save(*finished.recording, options.output, saving); !saved) {
      return fail(saved.error());
    }
  }
  CommandOutput described = describe(finished, options, common);
  if (printer.reader_gone()) described.text.clear();
  described.note.insert(0, note_line(input->note, common.language));
  return described;
}

}  // namespace

CommandRun define_live(CLI::App& app) {
  const auto options = std::make_shared<LiveArguments>();
  app.add_option("SOURCE", options->input.source,
                 help("A workload or the name of a built-in workload (simulated and played), a "
                      "capture or session (played), a named pipe, or - for standard input "
                      "(neuron-monitor)"));
  app.add_option("--command", options->input.command,
                 help("A command that prints reports of neuron-monitor, instead of SOURCE"))
      ->option_text("\"ssh HOST neuron-monitor\"");
  app.add_flag("--follow", options->input.follow,
               help("SOURCE is a file to which neuron-monitor is still writing"));
  app.add_flag("--reconnect", options->reconnect,
               help("Start the command, or open the pipe, again when it ends"));
  app.add_option("--speed", options->speed,
                 help("Playback speed in trace time per real time (default: 1)"))
      ->option_text("1|N|max");
  app.add_option("-o,--output", options->output, help("Save the recording as a session (*.nscope)"))
      ->option_text("FILE");
  app.add_option("--format", options->format,
                 help("Print a summary at the end, or each event when it arrives (default: text)"))
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->option_text("text|jsonl");
  add_catalog_options(app, options->input.catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
