#include "app/cli/output/completions.h"

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

constexpr std::string_view kZshStart = R"zsh(#compdef nscope
# Completions of nscope for zsh, made by 'nscope completions zsh'.

_nscope_names_or_files() {
  _alternative "names:name:($*)" 'files:file:_files'
}

)zsh";

/// Text with a backslash before each character of `special` and with single quotes escaped for a
/// text in single quotes.
std::string zsh_text(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') {
      escaped += "'\\''";
    } else {
      if (special.find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

/// ":FILE:_files", the part of a specification that names the allowed values.
std::string zsh_value(const ValueReference& value) {
  std::string action = " ";  // anything
  if (!value.choices.empty()) {
    action = value.is_file
                 ? fmt::format(" _nscope_names_or_files {}", fmt::join(value.choices, " "))
                 : fmt::format("({})", fmt::join(value.choices, " "));
  } else if (value.is_file) {
    action = "_files";
  }
  return fmt::format(":{}:{}", zsh_text(value.name, ":\\"), action);
}

std::string zsh_option(const OptionReference& option) {
  const bool takes_value = !option.value.name.empty();
  std::string names;
  for (const std::string& name : option.names) {
    const std::string_view joint = !takes_value ? "" : name.starts_with("--") ? "=" : "+";
    names += fmt::format("{}{}{}", names.empty() ? "" : ",", name, joint);
  }
  const bool several = option.names.size() > 1;
  return fmt::format("'*'{}'[{}]{}'", several ? "{" + names + "}" : names,
                     zsh_text(option.description, "[]\\"),
                     takes_value ? zsh_value(option.value) : std::string());
}

std::string zsh_function(const std::string& name, const CommandReference& command) {
  std::string body;
  for (const CommandReference& below : command.commands) {
    body += zsh_function(name + "_" + below.name, below);
  }
  body += fmt::format("{}() {{\n", name);
  if (!command.commands.empty()) {
    body +=
        "  local curcontext=$curcontext state line\n"
        "  local -A opt_args\n";
  }
  if (name == "_nscope") {
    body += "  local -a common=(\n";
    for (const OptionReference& option : command.options) {
      body += fmt::format("    {}\n", zsh_option(option));
    }
    body += "  )\n";
  }
  body += fmt::format("  _arguments {}$common", command.commands.empty() ? "" : "-C ");
  const auto is_help = [](const OptionReference& option) {
    return option.names.back() == "--help";  // one of the common options
  };
  if (name != "_nscope") {
    for (const OptionReference& option : command.options) {
      if (!is_help(option)) body += fmt::format(" \\\n    {}", zsh_option(option));
    }
  }
  if (command.commands.empty()) {
    for (const ArgumentReference& argument : command.arguments) {
      body +=
          fmt::format(" \\\n    '{}{}'", argument.repeats ? "*" : "", zsh_value(argument.value));
    }
    return body + "\n}\n\n";
  }
  body += " \\\n    '1:command:->command' '*:: :->rest'\n  case $state in\n    command)\n";
  body += "      local -a commands=(\n";
  for (const CommandReference& below : command.commands) {
    body += fmt::format("        '{}:{}'\n", below.name, zsh_text(below.summary, "\\"));
  }
  body += "      )\n      _describe -t commands command commands ;;\n    rest)\n";
  body += "      case $words[1] in\n";
  for (const CommandReference& below : command.commands) {
    body += fmt::format("        {}) {}_{} ;;\n", below.name, name, below.name);
  }
  return body + "      esac ;;\n  esac\n}\n\n";
}

}  // namespace

std::string zsh_completions(const CommandReference& program) {
  return std::string(kZshStart) + zsh_function("_nscope", program) + "_nscope \"$@\"\n";
}

}  // namespace nscope::cli
