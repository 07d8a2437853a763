#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The part of a run that a command processes: --range, --track, --core and --clip.
struct SelectionOptions {
  std::string range;
  std::vector<std::string> tracks;  ///< ids, names, or patterns over names and paths
  std::optional<int> core;
  bool clip = false;
};

void add_selection_options(CLI::App& app, SelectionOptions& options);

/// The part of `trace` that the options select; without options, `trace` itself. Errors:
/// kInvalidArgument for a range, track or core that the run does not have, and for an empty
/// selection; kCancelled.
Result<std::shared_ptr<const Trace>> select_part(const SelectionOptions& options,
                                                 std::shared_ptr<const Trace> trace,
                                                 TaskControl& control);

}  // namespace nscope::cli
