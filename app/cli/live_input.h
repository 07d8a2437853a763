#pragma once

#include "importers/live/live_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace nscope::cli {

/// What `live` is told to watch.
struct LiveOptions {
  std::string source;   ///< a workload, a capture, a pipe, "-" for standard input
  std::string command;  ///< instead of a source
  bool follow = false;  ///< the source is a file that grows
};

/// A finished run that is played, or a stream that comes in: one of the two.
struct LiveInput {
  std::string kind;  ///< "simulation", "capture" or "neuron-monitor"
  std::shared_ptr<const Trace> run{};
  std::optional<importers::LiveSource> stream{};
};

/// Finds out what the source is and opens it; a workload is simulated. Errors:
/// kInvalidArgument where not exactly one source is named; those of opening and
/// simulating.
Result<LiveInput> open_live_input(const LiveOptions& options, std::optional<std::uint64_t> seed,
                                  TaskControl& control);

}  // namespace nscope::cli
