#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output/progress_display.h"
#include "profiler/base/json.h"
#include "profiler/base/text/closest_names.h"

#include <cstdio>
#include <exception>
#include <new>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

constexpr int kUsage = 2;
constexpr int kBadInput = 3;
constexpr int kInternal = 4;

constexpr const char* kFooter =
    "Common options (before or after the command):\n"
    "  --json                 machine-readable output with a schema\n"
    "  --quiet                no notes and no progress, only the result\n"
    "  --progress auto|plain|none\n"
    "  --seed N               for random parts, stored with the result\n"
    "\n"
    "Exit codes: 0 ok, 1 a gate or guard said no, 2 wrong usage, 3 bad input,\n"
    "4 internal error, 130 cancelled. FILE is a session or a capture; its format is\n"
    "recognised by content ('nscope formats').";

/// False where the text could not be written, for example on a full disk.
bool print(std::FILE* to, std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size();
  return std::fflush(to) == 0 && written;
}

void print_error(std::string_view message) {
  print(stderr, fmt::format("nscope: {}\n", message));
}

void add_common_options(CLI::App& app, CommonOptions& common) {
  app.add_flag("--json", common.json, "Machine-readable output");
  app.add_flag("--quiet,-q", common.quiet, "No notes and no progress");
  app.add_option("--progress", common.progress, "auto, plain or none")
      ->check(CLI::IsMember({"auto", "plain", "none"}))
      ->option_text("auto|plain|none");
  app.add_option("--seed", common.seed, "Seed of random parts")->option_text("N");
  // Shown once, in the footer, which every command's help has too.
  for (const char* name : {"--json", "--quiet", "--progress", "--seed"}) {
    app.get_option(name)->group("");
  }
}

/// "there is no command 'sumary'; the closest is 'summary'", where that is so.
std::string unknown_command(int argc, const char* const* argv) {
  if (argc < 2 || std::string_view(argv[1]).starts_with('-')) return {};
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == argv[1]) return {};
    names.emplace_back(command.name);
  }
  return fmt::format("there is no command '{}'; the closest is '{}'", argv[1],
                     closest_names(argv[1], names, 1).front());
}

std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return "invalid_argument";
    case ErrorCode::kBadInput: return "bad_input";
    case ErrorCode::kUnsupportedVersion: return "unsupported_version";
    case ErrorCode::kNotFound: return "not_found";
    case ErrorCode::kIo: return "io";
    case ErrorCode::kInfeasible: return "infeasible";
    case ErrorCode::kCancelled: return "cancelled";
    case ErrorCode::kInternal: break;
  }
  return "internal";
}

Json error_json(const Error& error) {
  return {{"schema", "nscope.error/1"},
          {"error",
           {{"code", code_name(error.code)}, {"message", error.message}, {"where", error.where}}}};
}

int report(const Result<CommandOutput>& result, std::string_view command,
           const CommonOptions& common) {
  if (!result) {
    const Error& error = result.error();
    const std::string hint = error.code == ErrorCode::kInvalidArgument
                                 ? fmt::format("\nSee 'nscope {} --help'.", command)
                                 : std::string();
    if (common.json) print(stdout, error_json(error).dump(2) + "\n");
    print_error(error.code == ErrorCode::kCancelled ? "cancelled" : to_string(error) + hint);
    return exit_code_for(error.code);
  }
  if (!print(stdout, result->text)) {
    print_error("cannot write to standard output");
    return kBadInput;
  }
  if (!common.quiet) print(stderr, result->note);
  return result->exit_code;
}

int run_command(const Command& command, const CommandRun& run, const CommonOptions& common) {
  TaskControl control;
  const CancelOnInterrupt interrupt(control);
  const Result<CommandOutput> result = [&] {
    const bool silent = common.quiet || command.shows_progress;
    const ProgressDisplay display(control, silent ? "none" : common.progress);
    return run(common, control);
  }();
  return report(result, command.name, common);
}

int parse_and_run(int argc, const char* const* argv) {
  CLI::App app("Profiler and cost planner for AWS Trainium and Inferentia");
  app.name("nscope");
  app.set_version_flag("--version", std::string("nscope ") + NSCOPE_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  app.footer(kFooter);
  CommonOptions common;
  add_common_options(app, common);
  std::vector<CommandRun> runs;
  std::vector<CLI::App*> parsers;
  for (const Command& command : commands()) {
    parsers.push_back(app.add_subcommand(std::string(command.name), std::string(command.summary)));
    if (command.is_hidden) parsers.back()->group("");
    runs.push_back(command.define(*parsers.back()));
  }
  if (argc < 2) {
    print(stderr, app.help());
    return kUsage;
  }
  if (const std::string unknown = unknown_command(argc, argv); !unknown.empty()) {
    print_error(unknown + "\nSee 'nscope --help'.");
    return kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const auto given = app.get_subcommands();
    const std::string where = given.empty() ? "" : " " + given.front()->get_name();
    print_error(fmt::format("{}\nSee 'nscope{} --help'.", error.what(), where));
    return kUsage;
  }
  for (std::size_t i = 0; i < parsers.size(); ++i) {
    if (parsers[i]->parsed()) return run_command(commands()[i], runs[i], common);
  }
  return kUsage;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  // Libraries return errors; what still arrives here is a bug or no memory.
  try {
    return parse_and_run(argc, argv);
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
  } catch (const std::exception& error) {
    print_error(fmt::format("internal error: {}", error.what()));
  }
  return kInternal;
}

}  // namespace nscope::cli
