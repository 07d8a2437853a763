#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The options every command takes.
struct CommonOptions {
  bool json = false;
  bool quiet = false;
  std::string progress = "auto";  ///< or "plain" or "none"
  std::optional<std::uint64_t> seed{};
};

/// What a command wants printed. Nothing is printed before it has succeeded, but for the
/// events of `live`.
struct CommandOutput {
  std::string text;    ///< to standard output, as it is
  std::string note{};  ///< to standard error, unless --quiet
  int exit_code = 0;   ///< 0, or 1 where a gate or guard said no
};

/// Runs a command whose options have been parsed.
using CommandRun =
    std::function<Result<CommandOutput>(const CommonOptions& common, TaskControl& control)>;

/// One command: a row of the table in commands.cpp.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line for --help
  /// Declares the command's options on `app`; the result reads them when called.
  CommandRun (*define)(CLI::App& app);
  /// It shows its progress itself, while it runs.
  bool shows_progress = false;
  /// Not named by --help: for those who package the program.
  bool is_hidden = false;
};

std::span<const Command> commands();

// One file each: command_<name>.cpp.
CommandRun define_analyze(CLI::App& app);
CommandRun define_batch(CLI::App& app);
CommandRun define_bill(CLI::App& app);
CommandRun define_calibrate(CLI::App& app);
CommandRun define_compare(CLI::App& app);
CommandRun define_completions(CLI::App& app);
CommandRun define_cost(CLI::App& app);
CommandRun define_dump(CLI::App& app);
CommandRun define_export(CLI::App& app);
CommandRun define_find(CLI::App& app);
CommandRun define_formats(CLI::App& app);
CommandRun define_gate(CLI::App& app);
CommandRun define_hardware(CLI::App& app);
CommandRun define_import(CLI::App& app);
CommandRun define_info(CLI::App& app);
CommandRun define_live(CLI::App& app);
CommandRun define_manual(CLI::App& app);
CommandRun define_models(CLI::App& app);
CommandRun define_plan(CLI::App& app);
CommandRun define_prices(CLI::App& app);
CommandRun define_query(CLI::App& app);
CommandRun define_replay(CLI::App& app);
CommandRun define_roi(CLI::App& app);
CommandRun define_simulate(CLI::App& app);
CommandRun define_summary(CLI::App& app);
CommandRun define_validate(CLI::App& app);

/// Exit code for an error that stopped a command: 1 guard, 2 usage, 3 input, 4
/// our bug, 130 cancelled.
int exit_code_for(ErrorCode code);

/// The whole program: parses, runs, prints. The result is the exit code.
int run_program(int argc, const char* const* argv);

}  // namespace nscope::cli
