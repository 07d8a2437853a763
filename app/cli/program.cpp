#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output/help_text.h"
#include "app/cli/output/parse_error_text.h"
#include "app/cli/output/progress_display.h"
#include "app/cli/program_language.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/text/closest_names.h"
#include "profiler/base/text/terminal_text.h"
#include "profiler/base/time_limit.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

constexpr int kUsage = 2;
constexpr int kBadInput = 3;
constexpr int kInternal = 4;

/// False if the text could not be written, for example because the disk is full.
bool print(std::FILE* to, std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), to) == text.size();
  return std::fflush(to) == 0 && written;
}

/// Prints a text for people. Only print_data() may print what a terminal would obey.
bool print_text(std::FILE* to, std::string_view text) {
  return print(to, terminal_text(text, "\n\t"));
}

/// Prints CSV or JSON, unchanged if a program reads it.
bool print_data(std::string_view text) {
  return ::isatty(STDOUT_FILENO) == 1 ? print_text(stdout, text) : print(stdout, text);
}

void print_error(std::string_view message) {
  print_text(stderr, fmt::format("nscope: {}\n", message));
}

std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string footer() {
  return help(
      "Exit codes: 0 success, 1 a check failed, 2 wrong usage, 3 bad input, 4 internal error,\n"
      "130 cancelled. FILE is a session or a capture; its format is recognised by its content\n"
      "('nscope formats'). The name of a built-in document means this document in every folder;\n"
      "a file with the same name is './NAME'.");
}

void add_common_options(CLI::App& app, CommonOptions& common, std::string& language) {
  CLI::Option* const options[] = {
      app.add_flag("--json", common.json, help("Print one JSON document with a schema")),
      app.add_flag("--quiet,-q", common.quiet,
                   help("Print only the result, without notes and progress")),
      app.add_option("--progress", common.progress,
                     help("Show progress on standard error (default: auto; without a terminal, a "
                          "line every 30 s)"))
          ->check(CLI::IsMember({"auto", "plain", "none"}))
          ->option_text("auto|plain|none"),
      app.add_option("--seed", common.seed, help("Seed of all random numbers"))->option_text("N"),
      app.add_option("--timeout", common.timeout,
                     help("Time limit of the command (default: none); of 'query': of the "
                          "statement (default: 60)"))
          ->check(CLI::Range(0.001, 1e6))
          ->option_text("SECONDS"),
      app.add_option("--language", language,
                     help("Language of texts (default: from LANGUAGE, LC_ALL, LC_MESSAGES, LANG)"))
          ->option_text("en|de|ja|zh_CN")};
  for (CLI::Option* const option : options) option->group(kCommonOptions);
}

/// The message about a command that does not exist; empty if it exists or is missing.
Text unknown_command(std::string_view word) {
  if (word.empty()) return {};
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == word) return {};
    if (!command.is_hidden) names.emplace_back(command.name);
  }
  return tr("unknown command '{}'; did you mean '{}'?", word,
            closest_names(word, names, 1).front());
}

/// The message about a command of `parent` that does not exist; empty if the error is another one.
/// `app` has the words that no option and no command took, because commands fall through to it.
Text unknown_subcommand(const CLI::ParseError& error, const CLI::App& parent, const CLI::App& app) {
  std::vector<std::string> rest = parent.remaining();
  if (rest.empty()) rest = app.remaining();
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || rest.empty()) return {};
  std::vector<std::string> names;
  for (const CLI::App* one : parent.get_subcommands({})) names.push_back(one->get_name());
  if (names.empty() || !parent.get_subcommands().empty()) return {};
  return tr("unknown command '{}' of '{}'; did you mean '{}'?", rest.front(), parent.get_name(),
            closest_names(rest.front(), names, 1).front());
}

Json error_json(const Error& error) {
  return {{"schema", "nscope.error/1"},
          {"error",
           {{"code", error_name(error.code)}, {"message", error.message}, {"where", error.where}}}};
}

/// "See 'nscope info --help'." `command` is empty for the help of the program.
std::string hint(std::string_view command, const Language& language) {
  return language.say(command.empty() ? tr("See 'nscope --help'.")
                                      : tr("See 'nscope {} --help'.", command));
}

int usage_error(const Text& message, std::string_view command, const Language& language) {
  print_error(language.say(message) + "\n" + hint(command, language));
  return kUsage;
}

int report(const Result<CommandOutput>& result, std::string_view command,
           const CommonOptions& common) {
  const Language& language = common.language;
  if (!result) {
    const Error& error = result.error();
    std::string message = error.code == ErrorCode::kCancelled ? language.say(tr("cancelled"))
                                                              : to_string(error, language);
    if (error.code == ErrorCode::kInvalidArgument) message += "\n" + hint(command, language);
    if (common.json) print_data(document_text(error_json(error)));
    print_error(message);
    return exit_code_for(error.code);
  }
  const bool is_data = common.json || result->is_data;
  if (!(is_data ? print_data(result->text) : print_text(stdout, result->text))) {
    print_error(language.say(tr("cannot write to standard output")));
    return kBadInput;
  }
  if (!common.quiet) print_text(stderr, result->note);
  return result->exit_code;
}

/// Runs a command within the limit of --timeout.
Result<CommandOutput> run_within_limit(const Command& command, const CommandRun& run,
                                       const CommonOptions& common, TaskControl& control) {
  using Seconds = TimeLimit::Seconds;
  const TimeLimit limit(control, common.timeout && !command.limits_time
                                     ? std::optional(Seconds(*common.timeout))
                                     : std::nullopt);
  auto output = run(common, control);
  if (!output) output = fail(limit.explained(output.error()));
  return output;
}

int run_command(const Command& command, const CommandRun& run, const CommonOptions& common) {
  TaskControl control;
  const CancelOnInterrupt interrupt(control);
  const Result<CommandOutput> result = [&] {
    const bool silent = common.quiet || command.shows_progress;
    const ProgressDisplay display(control, silent ? "none" : common.progress, common.language);
    return run_within_limit(command, run, common, control);
  }();
  return report(result, command.name, common);
}

int parse_and_run(int argc, const char* const* argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  CommonOptions common;
  common.language = language_of_environment(environment_variable);
  if (const auto tag = language_option(arguments)) {
    auto language = Language::load(*tag);
    if (!language) return usage_error(language.error().message, {}, common.language);
    common.language = *std::move(language);
  }
  const Language& language = common.language;

  CLI::App app(help("Profiler and cost planner for AWS Trainium and Inferentia"));
  app.name("nscope");
  app.formatter(help_formatter(language));
  app.set_help_flag("-h,--help", help("Print this help and exit"));
  app.set_version_flag("--version", std::string("nscope ") + NSCOPE_VERSION,
                       help("Print the version and exit"));
  app.require_subcommand(1);
  app.fallthrough();
  app.footer(footer());
  std::string language_tag;  // language_option() has read it already
  add_common_options(app, common, language_tag);
  std::vector<CommandRun> runs;
  std::vector<CLI::App*> parsers;
  for (const Command& command : commands()) {
    parsers.push_back(
        app.add_subcommand(std::string(command.name), std::string(command.summary.english)));
    if (command.is_hidden) parsers.back()->group("");
    runs.push_back(command.define(*parsers.back()));
  }
  if (argc < 2) {
    translate_help(app, language);
    print(stderr, app.help());
    return kUsage;
  }
  if (const Text unknown = unknown_command(command_word(arguments)); !unknown.empty()) {
    return usage_error(unknown, {}, language);
  }
  const std::vector<std::string> words(arguments.begin() + 1, arguments.end());
  if (const Text missing = missing_value(words, app); !missing.empty()) {
    return usage_error(missing, command_word(arguments), language);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      translate_help(app, language);
      return app.exit(error);
    }
    const auto given = app.get_subcommands();
    const Text unknown = given.empty() ? Text() : unknown_subcommand(error, *given.front(), app);
    return usage_error(!unknown.empty() ? unknown : parse_error_text(error),
                       given.empty() ? "" : given.front()->get_name(), language);
  }
  for (std::size_t i = 0; i < parsers.size(); ++i) {
    if (parsers[i]->parsed()) return run_command(commands()[i], runs[i], common);
  }
  return kUsage;
}

}  // namespace

Result<CommandOutput> run_line(std::span<const std::string> arguments, TaskControl& control) {
  const auto all = commands();
  const auto command =
      std::ranges::find(all, arguments.empty() ? std::string() : arguments.front(), &Command::name);
  if (command == all.end()) {
    return fail(ErrorCode::kInvalidArgument, tr("the command line has no command"));
  }
  CLI::App app;
  app.fallthrough();
  CommonOptions common;
  std::string language;
  add_common_options(app, common, language);
  const CommandRun run = command->define(app);
  if (const Text missing = missing_value(arguments.subspan(1), app); !missing.empty()) {
    return fail(ErrorCode::kInvalidArgument, missing);
  }
  // The parser takes words from the end.
  std::vector<std::string> words(arguments.rbegin(), std::prev(arguments.rend()));
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::kInvalidArgument, parse_error_text(error));
  }
  return run_within_limit(*command, run, common, control);
}

int run_program(int argc, const char* const* argv) {
  // Libraries return errors, so an exception here is a defect or a lack of memory.
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
