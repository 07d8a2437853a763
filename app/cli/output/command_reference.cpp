#include "app/cli/output/command_reference.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace nscope::cli {
namespace {

/// Names of values that are files or folders, including arguments that also accept the name of
/// a built-in document.
constexpr auto kFileNames = std::to_array<std::string_view>(
    {"FILE", "FILE...", "FILE.roi.json", "OUT", "FOLDER", "DIR_OR_DB", "BASE", "NEW", "SOURCE",
     "WORKLOAD", "SCENARIO", "PLAN", "STUDY"});

/// "zh_CN" is a value, "FILE" a placeholder and "ttft_p50_s=0.5" an example.
bool is_choice(std::string_view word) {
  const auto is_allowed = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
  };
  return !word.empty() && word != "..." &&
         std::isupper(static_cast<unsigned char>(word.front())) == 0 &&
         std::ranges::all_of(word, is_allowed);
}

ValueReference value_of(std::string_view name) {
  ValueReference value{.name = std::string(name)};
  value.choices = choices_in(name);
  value.is_file = std::ranges::find(kFileNames, name) != kFileNames.end();
  return value;
}

OptionReference read_option(const CLI::Option& option) {
  OptionReference reference{.names = {},
                            .value = {},
                            .description = option.get_description(),
                            .required = option.get_required()};
  for (const std::string& name : option.get_snames()) reference.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) reference.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) {
    const std::string& text = option.get_option_text();
    reference.value = value_of(text.empty() ? option.get_type_name() : text);
  }
  return reference;
}

ArgumentReference read_argument(const CLI::Option& option) {
  return {.value = value_of(option.get_name(true)),
          .description = option.get_description(),
          .required = option.get_required(),
          .repeats = option.get_items_expected_max() > 1};
}

}  // namespace

std::vector<std::string> choices_in(std::string_view text) {
  std::vector<std::string> choices;
  if (text.find('|') == std::string_view::npos) return choices;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('|'), text.size());
    const std::string_view word = text.substr(0, end);
    if (is_choice(word)) choices.emplace_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return choices;
}

CommandReference read_reference(const CLI::App& app) {
  CommandReference reference{.name = app.get_name(), .summary = app.get_description()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) {
      reference.options.push_back(read_option(*option));
    } else {
      reference.arguments.push_back(read_argument(*option));
    }
  }
  const auto is_shown = [](const CLI::App* command) { return !command->get_group().empty(); };
  for (const CLI::App* command : app.get_subcommands(is_shown)) {
    reference.commands.push_back(read_reference(*command));
  }
  return reference;
}

}  // namespace nscope::cli
