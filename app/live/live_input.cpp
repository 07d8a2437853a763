#include "app/live/live_input.h"

#include "app/documents/built_in.h"
#include "app/documents/simulated_trace.h"
#include "importers/shared/importer.h"
#include "importers/shared/text_lines.h"
#include "profiler/trace/build/playback_clock.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace nscope::app {
namespace {

using Open = std::function<Result<importers::LiveSource>()>;

Result<LiveInput> monitor(Result<importers::LiveSource> source, Open again = {}) {
  if (!source) return fail(source.error());
  return LiveInput{
      .kind = "neuron-monitor", .stream = std::move(*source), .open_again = std::move(again)};
}

Result<LiveInput> monitor_again(Open open) {
  return monitor(open(), open);
}

Result<LiveInput> played(std::string kind, Result<std::shared_ptr<const Trace>> run) {
  if (!run) return fail(run.error());
  return LiveInput{.kind = std::move(kind), .run = std::move(*run)};
}

/// The text in single quotes, in which the shell does not interpret characters.
std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

}  // namespace

Result<LiveInput> open_live_input(const LiveOptions& options, std::optional<std::uint64_t> seed,
                                  TaskControl& control) {
  const std::string& source = options.source;
  if (source.empty() == options.command.empty()) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("exactly one of SOURCE (a workload, a capture, a pipe, or - for standard input) and "
           "--command is required"));
  }
  if (!options.command.empty()) {
    return monitor_again([command = options.command, errors = options.errors] {
      return importers::LiveSource::start(command, errors);
    });
  }
  const bool built_in =
      is_built_in(source, BuiltIn::Kind::kWorkload) || is_built_in(source, BuiltIn::Kind::kCompile);
  if (built_in && !options.follow) {
    auto input = played("simulation", simulated_trace(source, seed, control, options.catalog));
    if (input) input->note = namesake_note(source, source);
    return input;
  }
  if (source == "-") return monitor(importers::LiveSource::standard_input());
  std::error_code ignored;
  const auto status = std::filesystem::status(source, ignored);
  const bool file = std::filesystem::is_regular_file(status);
  const bool folder = std::filesystem::is_directory(status);
  const bool pipe = std::filesystem::exists(status) && !file && !folder;
  if (pipe) return monitor_again([source] { return importers::LiveSource::open(source); });
  if (options.follow) return monitor(importers::LiveSource::open(source));
  if (folder || (file && !is_simulation_document(source))) {
    return played("capture", importers::open_run({&source, 1}, {}, control));
  }
  return played("simulation", simulated_trace(source, seed, control, options.catalog));
}

Result<std::string> ssh_command(std::string_view host, std::string_view remote) {
  // ssh would read a leading dash as an option.
  const bool wrong =
      host.empty() || host.front() == '-' || std::any_of(host.begin(), host.end(), [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
      });
  if (wrong) {
    return fail(ErrorCode::kInvalidArgument,
                tr("'{}' is not a valid host; use a name, an address or user@host", host));
  }
  if (remote.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("a command to run on the host is required"));
  }
  return fmt::format("exec ssh -o BatchMode=yes -o ConnectTimeout=10 -- {} {}", quoted(host),
                     quoted(remote));
}

Result<double> parse_speed(std::string_view text) {
  if (text.empty()) return 1.0;
  if (text == "max") return PlaybackClock::kUnlimited;
  const auto number = importers::parse_number(text.starts_with('x') ? text.substr(1) : text);
  if (number && std::isfinite(*number) && *number > 0.0) return *number;
  return fail(
      ErrorCode::kInvalidArgument,
      tr("'{}' is not a valid speed; use a number such as 20 or 0.01, 1 for real time, or max",
         text));
}

}  // namespace nscope::app
