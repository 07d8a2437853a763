#include "app/cli/command.h"
#include "app/cli/options/known_values.h"
#include "app/cli/output/completions.h"

#include <memory>

namespace nscope::cli {
namespace {

Result<CommandOutput> run(const std::string& shell, const CLI::App& program) {
  CommandReference reference = read_reference(program);
  if (auto filled = add_known_values(reference); !filled) return fail(filled.error());
  if (shell == "bash") return CommandOutput{.text = bash_completions(reference)};
  if (shell == "fish") return CommandOutput{.text = fish_completions(reference)};
  return CommandOutput{.text = zsh_completions(reference)};
}

}  // namespace

CommandRun define_completions(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, help("The shell"))
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->option_text("bash|zsh|fish");
  return
      [shell, &app](const CommonOptions&, TaskControl&) { return run(*shell, *app.get_parent()); };
}

}  // namespace nscope::cli
