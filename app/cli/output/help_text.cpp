#include "app/cli/output/help_text.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::cli {
namespace {

class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(const Language& language)
      : language_(language), required_(language.say(tr("required"))) {
    label("OPTIONS", language.say(tr("OPTIONS")));
    label("SUBCOMMAND", language.say(tr("COMMAND")));
    label("Positionals", language.say(tr("Arguments")));
    label("Options", language.say(tr("Options")));
    label(kCommonOptions, language.say(tr("Common options")));
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    return CLI::Formatter::make_group(get_label(std::move(group)), is_positional,
                                      std::move(options));
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    // The whole line is translated, because "Usage" alone can also mean use of a resource.
    constexpr std::string_view kStart = "Usage: ";
    std::string line = CLI::Formatter::make_usage(app, std::move(name));
    if (line.starts_with(kStart)) line.erase(0, kStart.size());
    if (line.ends_with('\n')) line.pop_back();
    return language_.say(tr("Usage: {}", line)) + "\n";
  }

  std::string make_footer(const CLI::App* app) const override {
    const std::string footer = CLI::Formatter::make_footer(app);
    const CLI::App* program = app;
    while (program->get_parent() != nullptr) program = program->get_parent();
    if (program == app) return footer;
    const auto common = program->get_options(
        [](const CLI::Option* option) { return option->get_group() == kCommonOptions; });
    return make_group(kCommonOptions, false, common) + "\n" + footer;
  }

  /// The values of an option. The usage line already shows which arguments are required.
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text;
    if (!option->get_option_text().empty()) text = " " + option->get_option_text();
    if (option->get_required() && option->nonpositional()) text += " (" + required_ + ")";
    return text;
  }

 private:
  Language language_;
  std::string required_;
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_formatter(const Language& language) {
  return std::make_shared<HelpFormatter>(language);
}

void translate_help(CLI::App& program, const Language& language) {
  // The descriptions come from literals that help() or phrase() marks for translators.
  const auto say = [&](const std::string& english) { return language.say(Phrase{english}); };
  program.description(say(program.get_description()));
  program.footer(say(program.get_footer()));
  for (CLI::Option* option : program.get_options()) {
    option->description(say(option->get_description()));
  }
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) command->group(language.say(tr("Commands")));
    translate_help(*command, language);
  }
}

}  // namespace nscope::cli
