#include "app/cli/output/manual_page.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct Entry {
  std::string_view term;
  std::string_view text;
};

constexpr auto kExitCodes = std::to_array<Entry>({
    {"0", "Success."},
    {"1", "A check failed: the workload does not fit, the gate blocks, a task of a batch failed."},
    {"2", "Wrong usage."},
    {"3", "Bad input; the message names file, position and reason."},
    {"4", "Internal error."},
    {"130", "Cancelled, for example by Ctrl+C."},
});

constexpr auto kEnvironment = std::to_array<Entry>({
    {"NSCOPE_PRICE_BOOK", "The price book of the user, unless --book states another."},
    {"NSCOPE_DUCKDB",
     "The file libduckdb.so, which reads and writes Parquet. If it is not set, the library is "
     "searched for in ../lib/nscope relative to the program, in /usr/local/lib/nscope and "
     "/usr/lib/nscope, and in the search path of the loader. Only Parquet needs the library."},
    {"XDG_DATA_HOME",
     "The folder for data of the user, which contains the price book. Default: ~/.local/share."},
    {"SOURCE_DATE_EPOCH",
     "Seconds since 1970: replaces the current time, which determines today's prices and is "
     "written into reports."},
    {"LANGUAGE, LC_ALL, LC_MESSAGES, LANG",
     "The language of texts, unless --language states one. JSON, CSV and exit codes are the same "
     "in all languages."},
});

constexpr auto kExamples = std::to_array<Entry>({
    {"nscope import profile.ntff graph.neff -o run.nscope",
     "Read a capture with its NEFF and save it as a session."},
    {"nscope summary run.nscope", "Print the metrics of the run."},
    {"nscope simulate example -o predicted.nscope",
     "Simulate a built-in workload and save the run."},
    {"nscope cost inf2-llama2-70b-serving -o report.xlsx",
     "Price a built-in scenario and write the report."},
});

constexpr std::string_view kDescription =
    "nscope opens captures of AWS Neuron devices, analyses where time is spent, simulates "
    "workloads "
    "before they run, and calculates their cost. It needs neither AWS software nor an AWS account.";

constexpr std::string_view kInput =
    "FILE is a session or a capture; its format is recognised by its content, not by its name. "
    "nscope formats lists the formats.";

std::string sentence(std::string_view text) {
  std::string done(text);
  if (!done.empty() && done.back() != '.') done += '.';
  return done;
}

/// The summary for the line of NAME: "Read a capture" becomes "read a capture", while words such as
/// "SQL" do not change.
std::string lower_first(std::string_view text) {
  std::string lower(text);
  const auto is_upper = [&](std::size_t i) {
    return i < lower.size() && std::isupper(static_cast<unsigned char>(lower[i])) != 0;
  };
  if (is_upper(0) && !is_upper(1)) {
    lower[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(lower[0])));
  }
  return lower;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", troff_text(text));
}
std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", troff_text(text));
}

std::string item(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", term, troff_text(text));
}

std::string entries(std::span<const Entry> list) {
  std::string page;
  for (const Entry& entry : list) page += item(bold(entry.term), entry.text);
  return page;
}

std::string heading(std::string_view title, std::string_view name, std::string_view summary) {
  std::string upper(title);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(
      ".TH {} 1 \"\" \"Neuronscope {}\" \"Neuronscope manual\"\n"
      ".ad l\n"  // long lists of values are divided and cannot be justified
      ".SH NAME\n{} \\- {}\n",
      troff_text(upper), NSCOPE_VERSION, troff_text(name), troff_text(lower_first(summary)));
}

/// "-o, --output FILE".
std::string option_term(const OptionReference& option) {
  std::string term;
  for (const std::string& name : option.names) {
    term += fmt::format("{}{}", term.empty() ? "" : ", ", bold(name));
  }
  if (!option.value.name.empty()) term += " " + italic(option.value.name);
  return term;
}

std::string option_items(std::span<const OptionReference> options) {
  std::string page;
  for (const OptionReference& option : options) {
    const std::string_view must = option.required ? " Required." : "";
    page += item(option_term(option), sentence(option.description) + std::string(must));
  }
  return page;
}

std::string argument_items(std::span<const ArgumentReference> arguments) {
  std::string page;
  for (const ArgumentReference& argument : arguments) {
    page += item(italic(argument.value.name), sentence(argument.description));
  }
  return page;
}

/// "nscope import [OPTIONS] -o FILE FILE...".
std::string synopsis_line(std::string_view name, const CommandReference& command) {
  std::string line = bold(name) + " [" + italic("OPTIONS") + "]";
  for (const OptionReference& option : command.options) {
    if (!option.required) continue;
    line += fmt::format(" {} {}", bold(option.names.back()), italic(option.value.name));
  }
  for (const ArgumentReference& argument : command.arguments) {
    const std::string text = italic(argument.value.name) + (argument.repeats ? "..." : "");
    line += argument.required ? " " + text : " [" + text + "]";
  }
  return line + "\n";
}

std::string synopsis(const std::string& name, const CommandReference& command) {
  if (command.commands.empty()) return synopsis_line(name, command);
  std::string lines;
  for (const CommandReference& below : command.commands) {
    if (!lines.empty()) lines += ".br\n";
    lines += synopsis_line(name + " " + below.name, below);
  }
  return lines;
}

/// The options of the program, without those that the command lists itself.
std::vector<OptionReference> common_options(const CommandReference& program,
                                            const CommandReference& command) {
  std::vector<OptionReference> common;
  for (const OptionReference& option : program.options) {
    const bool listed = std::ranges::any_of(command.options, [&](const OptionReference& own) {
      return own.names.back() == option.names.back();
    });
    if (!listed) common.push_back(option);
  }
  return common;
}

std::vector<OptionReference> without_help(const CommandReference& command) {
  std::vector<OptionReference> options = command.options;
  std::erase_if(options, [](const OptionReference& o) { return o.names.back() == "--help"; });
  return options;
}

/// The commands of a command, such as those of `nscope prices`.
std::string commands_below(const CommandReference& command) {
  if (command.commands.empty()) return {};
  std::string page = ".SH COMMANDS\n";
  for (const CommandReference& below : command.commands) {
    page +=
        fmt::format(".SS {}\n{}\n", troff_text(below.name), troff_text(sentence(below.summary)));
    page += argument_items(below.arguments) + option_items(without_help(below));
  }
  return page;
}

std::string see_also(std::span<const std::string> pages) {
  std::string text = ".SH SEE ALSO\n";
  for (const std::string& page : pages) {
    text += fmt::format(".BR {} (1){}\n", troff_text(page), &page == &pages.back() ? "" : ",");
  }
  return text + ".PP\n" +
         troff_text(
             "The full documentation is in share/doc/neuronscope in the folder in which the "
             "programs are installed.") +
         "\n";
}

std::string page_name(const CommandReference& program, const CommandReference& command) {
  return program.name + "-" + command.name;
}

}  // namespace

std::string troff_text(std::string_view text) {
  std::string escaped;
  if (!text.empty() && (text.front() == '.' || text.front() == '\'')) escaped += "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\': escaped += "\\e"; break;
      case '-': escaped += "\\-"; break;
      case '\'': escaped += "\\(aq"; break;
      case '"': escaped += "\\(dq"; break;
      case '`': escaped += "\\(ga"; break;
      case '^': escaped += "\\(ha"; break;
      case '~': escaped += "\\(ti"; break;
      case '|': escaped += "|\\:"; break;  // long lists of values can be divided here
      case '\n': escaped += ' '; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string program_page(const CommandReference& program) {
  std::string page = heading(program.name, program.name, program.summary);
  page += fmt::format(".SH SYNOPSIS\n{} {} [{}] [{}...]\n", bold(program.name), italic("COMMAND"),
                      italic("OPTIONS"), italic("FILE"));
  page +=
      fmt::format(".SH DESCRIPTION\n{}\n.PP\n{}\n", troff_text(kDescription), troff_text(kInput));
  page += ".SH COMMANDS\n";
  for (const CommandReference& command : program.commands) {
    page += fmt::format(".TP\n.BR {} (1)\n{}\n", troff_text(page_name(program, command)),
                        troff_text(sentence(command.summary)));
  }
  page += ".SH OPTIONS\nThese options can precede or follow the command.\n";
  page += option_items(program.options);
  page += ".SH EXIT STATUS\n" + entries(kExitCodes);
  page += ".SH ENVIRONMENT\n" + entries(kEnvironment);
  page += ".SH EXAMPLES\n" + entries(kExamples);
  std::vector<std::string> pages;
  for (const CommandReference& command : program.commands) {
    pages.push_back(page_name(program, command));
  }
  pages.emplace_back("neuronscope");
  return page + see_also(pages);
}

std::string command_page(const CommandReference& program, const CommandReference& command) {
  const std::string name = page_name(program, command);
  std::string page = heading(name, name, command.summary);
  page += ".SH SYNOPSIS\n" + synopsis(program.name + " " + command.name, command);
  page += fmt::format(".SH DESCRIPTION\n{}\n", troff_text(sentence(command.summary)));
  page += commands_below(command);
  if (!command.arguments.empty()) page += ".SH ARGUMENTS\n" + argument_items(command.arguments);
  page += ".SH OPTIONS\n" + option_items(command.options);
  page += ".SH COMMON OPTIONS\n" + option_items(common_options(program, command));
  page += ".SH EXIT STATUS\n" + entries(kExitCodes);
  const std::vector<std::string> pages{program.name, "neuronscope"};
  return page + see_also(pages);
}

}  // namespace nscope::cli
