#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/run_place.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The input of a command that reads one run: FILE, --neff, --alone, and how several captures
/// are placed on one time axis.
struct InputOptions {
  std::vector<std::string> files;  ///< of import, which accepts several
  std::string file;                ///< of the other commands
  std::string neff;
  bool alone = false;
  std::string align = "clock";
  std::vector<std::string> offsets;  ///< "rank 1=1.5us"
};

/// Declares the options; `many` allows several files.
void add_input_options(CLI::App& app, InputOptions& input, bool many);

/// Opens the run. Errors: those of importers::open_run; kInvalidArgument for an invalid --offset.
Result<std::shared_ptr<const Trace>> open_input(const InputOptions& input, TaskControl& control);

/// A run, and the place of the link FILE#PLACE by which it was opened.
struct LinkedInput {
  std::shared_ptr<const Trace> trace;
  RunPlace place{};  ///< empty if the input is not a link
};

/// open_input() for commands that use the place of a link (profiler/trace/run_place.h); the other
/// commands reject links. Errors: those of open_input() and read_place().
Result<LinkedInput> open_linked_input(const InputOptions& input, TaskControl& control);

/// The range of --range, or else the selected or visible time of the link; nullopt: the whole run.
/// Errors: those of parse_range(); kInvalidArgument if both are stated.
Result<std::optional<std::pair<TraceTime, TraceTime>>> range_of(const std::string& stated,
                                                                const LinkedInput& input);

/// The parts of a link that a command can use besides its range.
struct UsedParts {
  bool tracks = false;
  bool event = false;
  bool range = true;
};
/// A sentence about the other parts of the link; empty if there are none.
Text unused_parts(const RunPlace& place, UsedParts used);

/// "A:B", ":B", "A:": times on the axis of `trace`. A missing end is that of the window. Errors:
/// kInvalidArgument.
Result<std::pair<TraceTime, TraceTime>> parse_range(std::string_view text, const Trace& trace);

}  // namespace nscope::cli
