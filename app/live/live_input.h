#pragma once

#include "app/documents/own_catalog.h"
#include "importers/live/live_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::app {

/// The source of a live view.
struct LiveOptions {
  std::string source{};   ///< a workload, a capture, a pipe, "-" for standard input
  std::string command{};  ///< a shell command, alternative to `source`
  bool follow = false;    ///< the source is a growing file
  /// A growing file that does not exist yet is waited for (LiveSession); otherwise it is an error.
  bool waits_for_file = false;
  CatalogFolders catalog{};  ///< of a workload
  /// How the standard error of the command is handled.
  importers::CommandErrors errors = importers::CommandErrors::kShown;
};

/// An open source: either a finished run that is played, or a stream.
struct LiveInput {
  std::string kind;  ///< "simulation", "capture" or "neuron-monitor"
  std::shared_ptr<const Trace> run{};
  std::optional<importers::LiveSource> stream{};
  /// Opens the stream again; empty if that is not possible (a file, standard input).
  std::function<Result<importers::LiveSource>()> open_again{};
  Text note{};  ///< namesake_note() of a built-in workload
};

/// Determines the kind of the source and opens it; a workload is simulated. Errors:
/// kInvalidArgument unless exactly one of source and command is stated; those of opening and
/// simulating.
Result<LiveInput> open_live_input(const LiveOptions& options, std::optional<std::uint64_t> seed,
                                  TaskControl& control);

/// The shell command that runs `remote` on a host with ssh. It uses keys only, never asks
/// questions, and fails if the host does not respond within ten seconds. Errors: kInvalidArgument
/// for an invalid host ("user@host" is valid) or an empty command.
Result<std::string> ssh_command(std::string_view host, std::string_view remote);

/// Parses a playback speed, in nanoseconds of the run per nanosecond of real time: "1", "x20",
/// "0.01" or "max"; 1 if `text` is empty. Errors: kInvalidArgument.
Result<double> parse_speed(std::string_view text);

}  // namespace nscope::app
