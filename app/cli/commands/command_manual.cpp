#include "app/cli/command.h"
#include "app/cli/output/manual_page.h"
#include "profiler/base/files/atomic_file.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct ManualArguments {
  std::string command;
  std::string folder;
};

/// Writes nscope.1, nscope-import.1 and so on.
Result<CommandOutput> write_pages(const CommandReference& program, const std::string& folder) {
  const std::filesystem::path to(folder);
  std::error_code error;
  std::filesystem::create_directories(to, error);
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), folder);
  auto written = write_file((to / (program.name + ".1")).string(), program_page(program));
  for (const CommandReference& command : program.commands) {
    if (!written) break;
    const std::string name = fmt::format("{}-{}.1", program.name, command.name);
    written = write_file((to / name).string(), command_page(program, command));
  }
  if (!written) return fail(written.error());
  return CommandOutput{.text = {}};
}

Result<CommandOutput> run(const ManualArguments& arguments, const CLI::App& app) {
  const CommandReference program = read_reference(app);
  if (!arguments.folder.empty()) return write_pages(program, arguments.folder);
  if (arguments.command.empty()) return CommandOutput{.text = program_page(program)};
  const auto command =
      std::ranges::find(program.commands, arguments.command, &CommandReference::name);
  if (command == program.commands.end()) {
    return fail(ErrorCode::kInvalidArgument, tr("unknown command '{}'", arguments.command));
  }
  return CommandOutput{.text = command_page(program, *command)};
}

}  // namespace

CommandRun define_manual(CLI::App& app) {
  const auto arguments = std::make_shared<ManualArguments>();
  app.add_option("COMMAND", arguments->command,
                 help("Print the page of this command instead of that of nscope"));
  app.add_option("-o,--output", arguments->folder, help("Write all pages to this folder"))
      ->option_text("FOLDER");
  return [arguments, &app](const CommonOptions&, TaskControl&) {
    return run(*arguments, *app.get_parent());
  };
}

}  // namespace nscope::cli
