#pragma once

#include "profiler/base/language.h"
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

/// The options that every command accepts.
struct CommonOptions {
  bool json = false;
  bool quiet = false;
  std::string progress = "auto";  ///< or "plain" or "none"
  std::optional<std::uint64_t> seed{};
  std::optional<double> timeout{};  ///< time limit in seconds
  Language language{};              ///< of everything that is printed for people
};

/// The output of a command. It is printed only after the command has succeeded, except for the
/// events of `live`.
struct CommandOutput {
  std::string text;      ///< for standard output
  std::string note{};    ///< for standard error; omitted with --quiet
  int exit_code = 0;     ///< 0, or 1 if a check failed
  bool is_data = false;  ///< CSV or JSON: printed as it is, except on a terminal
};

/// Runs a command whose options have been parsed.
using CommandRun =
    std::function<Result<CommandOutput>(const CommonOptions& common, TaskControl& control)>;

/// One command: a row of the table in commands.cpp.
struct Command {
  std::string_view name;
  Phrase summary;  ///< one line for --help
  /// Declares the options of the command on `app`; the result reads them when it is called.
  CommandRun (*define)(CLI::App& app);
  /// Whether the command itself shows its progress.
  bool shows_progress = false;
  /// Whether --timeout limits a part of the command, which the command itself does.
  bool limits_time = false;
  /// Whether --help omits the command, because only packagers need it.
  bool is_hidden = false;
};

std::span<const Command> commands();

/// Marks a text of --help, in English, for translation: translations/tool collects the literals,
/// and translate_help() replaces them. Braces must be doubled.
inline std::string help(const char* english) {
  return english;
}

// One file each: command_<name>.cpp.
CommandRun define_analyze(CLI::App& app);
CommandRun define_batch(CLI::App& app);
CommandRun define_bill(CLI::App& app);
CommandRun define_calibrate(CLI::App& app);
CommandRun define_capture(CLI::App& app);
CommandRun define_compare(CLI::App& app);
CommandRun define_completions(CLI::App& app);
CommandRun define_cost(CLI::App& app);
CommandRun define_dump(CLI::App& app);
CommandRun define_event(CLI::App& app);
CommandRun define_export(CLI::App& app);
CommandRun define_find(CLI::App& app);
CommandRun define_formats(CLI::App& app);
CommandRun define_gate(CLI::App& app);
CommandRun define_hardware(CLI::App& app);
CommandRun define_import(CLI::App& app);
CommandRun define_info(CLI::App& app);
CommandRun define_live(CLI::App& app);
CommandRun define_manual(CLI::App& app);
CommandRun define_mcp(CLI::App& app);
CommandRun define_models(CLI::App& app);
CommandRun define_plan(CLI::App& app);
CommandRun define_prices(CLI::App& app);
CommandRun define_query(CLI::App& app);
CommandRun define_reference(CLI::App& app);
CommandRun define_replay(CLI::App& app);
CommandRun define_roi(CLI::App& app);
CommandRun define_simulate(CLI::App& app);
CommandRun define_stage(CLI::App& app);
CommandRun define_summary(CLI::App& app);
CommandRun define_sweep(CLI::App& app);
CommandRun define_validate(CLI::App& app);

/// The exit code for an error that stopped a command: 1 failed check, 2 wrong usage, 3 bad input,
/// 4 internal error, 130 cancelled.
int exit_code_for(ErrorCode code);

/// The name of a kind of error in JSON and in Python: "bad_input".
std::string_view error_name(ErrorCode code);

/// Runs a command line without the name of the program, such as {"info", "--json", "run.ntff"}, and
/// returns its output instead of printing it. English. Errors: kInvalidArgument for a command line
/// that the parser rejects; those of the command.
Result<CommandOutput> run_line(std::span<const std::string> arguments, TaskControl& control);

/// Parses the command line, runs the command and prints its output. The result is the exit code.
int run_program(int argc, const char* const* argv);

}  // namespace nscope::cli
