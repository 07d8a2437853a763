#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// What the commands that look at one run are told about it: FILE, --neff,
/// --alone, and how several captures lie on one time axis.
struct InputOptions {
  std::vector<std::string> files;  ///< import: several
  std::string file;                ///< the others: one
  std::string neff;
  bool alone = false;
  std::string align = "clock";
  std::vector<std::string> offsets;  ///< "rank 1=1.5us"
};

/// Declares the options; `many` allows several files.
void add_input_options(CLI::App& app, InputOptions& input, bool many);

/// Opens the run. Errors: those of importers::open_run; kInvalidArgument for an
/// --offset or --align that cannot be read.
Result<std::shared_ptr<const Trace>> open_input(const InputOptions& input, TaskControl& control);

/// "100", "1.5us", "2ms", "0.25s": nanoseconds; a bare number is nanoseconds.
/// Errors: kInvalidArgument.
Result<double> parse_time_ns(std::string_view text);

/// "A:B", ":B", "A:": times on the axis of `trace`; a missing end is the
/// window's. Errors: kInvalidArgument.
Result<std::pair<TraceTime, TraceTime>> parse_range(std::string_view text, const Trace& trace);

}  // namespace nscope::cli
