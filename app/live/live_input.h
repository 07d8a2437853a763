#pragma once

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

/// What to watch.
struct LiveOptions {
  std::string source{};   ///< a workload, a capture, a pipe, "-" for standard input
  std::string command{};  ///< instead of a source
  bool follow = false;    ///< the source is a file that grows
  /// What a command writes to its standard error.
  importers::CommandErrors errors = importers::CommandErrors::kShown;
};

/// A finished run that is played, or a stream that comes in: one of the two.
struct LiveInput {
  std::string kind;  ///< "simulation", "capture" or "neuron-monitor"
  std::shared_ptr<const Trace> run{};
  std::optional<importers::LiveSource> stream{};
  /// Opens the stream anew; empty where that makes no sense (a file, standard input).
  std::function<Result<importers::LiveSource>()> open_again{};
};

/// Finds out what the source is and opens it; a workload is simulated. Errors:
/// kInvalidArgument where not exactly one source is named; those of opening and
/// simulating.
Result<LiveInput> open_live_input(const LiveOptions& options, std::optional<std::uint64_t> seed,
                                  TaskControl& control);

/// The command that runs `remote` on a host: keys only, no question is ever asked, and a
/// host that does not answer fails after ten seconds. Errors: kInvalidArgument for what is
/// no name of a host ("user@host" is one).
Result<std::string> ssh_command(std::string_view host, std::string_view remote);

/// Nanoseconds of a run for each nanosecond of real time: "1", "x20", "0.01", "max"; 1 for
/// "". Errors: kInvalidArgument.
Result<double> parse_speed(std::string_view text);

}  // namespace nscope::app
