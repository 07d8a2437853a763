#include "app/cli/output/completions.h"

#include <map>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

constexpr std::string_view kBashStart =
    R"bash(# Completions of nscope for bash, made by 'nscope completions bash'.

_nscope() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local command= words= files= word i
  COMPREPLY=()
  # Bash splits "--format=csv" into three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]] && ((COMP_CWORD > 2)); then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
)bash";

constexpr std::string_view kBashEnd =
    R"bash(  # bash falls back to file names when nothing matches; compopt disables that.
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  if [[ -z $files ]]; then
    compopt +o default 2>/dev/null
  elif ((${#COMPREPLY[@]})); then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
  fi
}

complete -o default -F _nscope nscope
)bash";

/// A command with its words: "import", "prices list"; empty for the program.
struct BashCommand {
  std::string path;
  const CommandReference* reference;
};

void collect(const CommandReference& command, const std::string& path,
             std::vector<BashCommand>& all) {
  all.push_back({path, &command});
  for (const CommandReference& below : command.commands) {
    collect(below, path.empty() ? below.name : path + " " + below.name, all);
  }
}

std::string quoted_patterns(std::span<const std::string> patterns) {
  return fmt::format("{}", fmt::join(patterns, " | "));
}

/// Assignments to `words` and `files`.
std::string bash_value(std::span<const std::string> words, bool files) {
  std::string value;
  if (!words.empty()) value += fmt::format(" words='{}'", fmt::join(words, " "));
  if (files) value += fmt::format("{} files=yes", words.empty() ? "" : ";");
  return value.empty() ? " :" : value;
}

/// Finds the command from the words before the cursor.
std::string command_search(std::span<const BashCommand> commands) {
  std::string script = "    case \"$command $word\" in\n";
  std::vector<std::string> with_value;
  for (const OptionReference& option : commands.front().reference->options) {
    if (option.value.name.empty()) continue;
    for (const std::string& name : option.names) with_value.push_back(fmt::format("' {}'", name));
  }
  if (!with_value.empty()) {
    script += fmt::format("      {}) ((i++)) ;;\n", quoted_patterns(with_value));
  }
  for (const BashCommand& command : commands) {
    std::vector<std::string> below;
    for (const CommandReference& next : command.reference->commands) {
      below.push_back(fmt::format("'{} {}'", command.path, next.name));
    }
    if (below.empty()) continue;
    const std::string path = command.path.empty() ? "$word" : command.path + " $word";
    script += fmt::format("      {}) command=\"{}\" ;;\n", quoted_patterns(below), path);
  }
  return script + "    esac\n  done\n";
}

/// Values of options; options that take the same values share a branch.
std::string option_values(std::span<const BashCommand> commands) {
  std::map<std::string, std::vector<std::string>> patterns;
  for (const BashCommand& command : commands) {
    for (const OptionReference& option : command.reference->options) {
      if (option.value.name.empty()) continue;
      auto& same = patterns[bash_value(option.value.choices, option.value.is_file)];
      for (const std::string& name : option.names) {
        same.push_back(command.path.empty() ? fmt::format("*' {}'", name)
                                            : fmt::format("'{} {}'", command.path, name));
      }
    }
  }
  std::string script = "  case \"$command $prev\" in\n";
  for (const auto& [value, same] : patterns) {
    script += fmt::format("    {})\n     {} ;;\n", quoted_patterns(same), value);
  }
  return script;
}

/// The options of each command, and the values of its arguments.
std::string bash_words(std::span<const BashCommand> commands) {
  std::string script = "    *)\n      if [[ $cur == -* ]]; then\n        case $command in\n";
  std::vector<std::string> common;
  for (const BashCommand& command : commands) {
    std::vector<std::string> names;
    for (const OptionReference& option : command.reference->options) {
      const bool is_help = option.names.back() == "--help";  // one of the common options
      if (is_help && !command.path.empty()) continue;
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
    if (command.path.empty()) {
      common = names;
      continue;
    }
    script +=
        fmt::format("          '{}')\n           {} ;;\n", command.path, bash_value(names, false));
  }
  script +=
      fmt::format("        esac\n        words+=' {}'\n      else\n        case $command in\n",
                  fmt::join(common, " "));
  for (const BashCommand& command : commands) {
    std::vector<std::string> names;
    bool files = false;
    for (const CommandReference& below : command.reference->commands) names.push_back(below.name);
    for (const ArgumentReference& argument : command.reference->arguments) {
      const ValueReference& value = argument.value;
      names.insert(names.end(), value.choices.begin(), value.choices.end());
      files = files || value.is_file;
    }
    script +=
        fmt::format("          '{}')\n           {} ;;\n", command.path, bash_value(names, files));
  }
  return script + "        esac\n      fi ;;\n  esac\n";
}

}  // namespace

std::string bash_completions(const CommandReference& program) {
  std::vector<BashCommand> commands;
  collect(program, {}, commands);
  return std::string(kBashStart) + command_search(commands) + option_values(commands) +
         bash_words(commands) + std::string(kBashEnd);
}

}  // namespace nscope::cli
