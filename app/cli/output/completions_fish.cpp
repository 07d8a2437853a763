#include "app/cli/output/completions.h"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

constexpr std::string_view kFishStart =
    R"fish(# Completions of nscope for fish, made by 'nscope completions fish'.

# Whether the command line has these commands, followed by none of those after "--".
function __nscope_at
    set -l split (contains -i -- -- $argv)
    set -l wanted $argv[1..$split]
    set -e wanted[-1]
    set -l below $argv[$split..-1]
    set -e below[1]
    set -l given
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case --progress --seed --timeout --language
                set skip 1
            case '-*'
            case '*'
                set -a given $word
        end
    end
    for i in (seq (count $wanted))
        test "$given[$i]" = "$wanted[$i]"; or return 1
    end
    set -l next (math (count $wanted) + 1)
    not contains -- "$given[$next]" $below
end

complete -c nscope -f
)fish";

std::string fish_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string fish_words(const ValueReference& value) {
  if (value.choices.empty()) return {};
  return fmt::format(" -a '{}'", fmt::join(value.choices, " "));
}

std::string fish_option(const std::string& condition, const OptionReference& option) {
  std::string line = fmt::format("complete -c nscope{}", condition);
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    line += fmt::format(" {} {}", is_long ? "-l" : "-s", name.substr(is_long ? 2 : 1));
  }
  if (!option.value.name.empty()) {
    line += option.value.is_file ? " -r -F" : " -x";
    line += fish_words(option.value);
  }
  return line + fmt::format(" -d '{}'\n", fish_text(option.description));
}

std::string fish_command(const std::string& path, const CommandReference& command) {
  std::string script;
  std::string names;
  for (const CommandReference& below : command.commands) names += " " + below.name;
  const std::string condition = fmt::format(" -n '__nscope_at{} --'", path);
  if (!path.empty()) {
    for (const OptionReference& option : command.options) {
      script += fish_option(condition, option);
    }
  }
  for (const ArgumentReference& argument : command.arguments) {
    if (argument.value.is_file) script += fmt::format("complete -c nscope{} -F\n", condition);
    if (argument.value.choices.empty()) continue;
    script += fmt::format("complete -c nscope{}{}\n", condition, fish_words(argument.value));
  }
  for (const CommandReference& below : command.commands) {
    script += fmt::format("complete -c nscope -n '__nscope_at{} --{}' -a {} -d '{}'\n", path, names,
                          below.name, fish_text(below.summary));
  }
  for (const CommandReference& below : command.commands) {
    script += fish_command(path + " " + below.name, below);
  }
  return script;
}

}  // namespace

std::string fish_completions(const CommandReference& program) {
  std::string script(kFishStart);
  for (const OptionReference& option : program.options) script += fish_option({}, option);
  return script + fish_command({}, program);
}

}  // namespace nscope::cli
