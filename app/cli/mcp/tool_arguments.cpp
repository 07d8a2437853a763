#include "app/cli/mcp/tool_arguments.h"

#include "app/batch/shell_word.h"
#include "app/documents/built_in.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using Kind = ToolParameter::Kind;

tl::unexpected<Error> refuse(std::string_view name, std::string why) {
  return fail(ErrorCode::kInvalidArgument, Text::verbatim(std::move(why)), std::string(name));
}

/// One word of the command line and the word that people see for it.
struct Word {
  std::string given;
  std::string shown;
};

Result<Word> same(std::string text) {
  return Word{text, text};
}

Result<Word> text_word(const ToolParameter& parameter, const Json& value) {
  if (!value.is_string()) return refuse(parameter.name, "must be a string");
  const auto& text = value.get_ref<const std::string&>();
  if (text.find('\0') != std::string::npos) {
    return refuse(parameter.name, "must not have a NUL character");
  }
  if (!parameter.choices.empty() && std::ranges::count(parameter.choices, text) == 0) {
    return refuse(parameter.name,
                  fmt::format("must be one of {}", fmt::join(parameter.choices, ", ")));
  }
  return same(text);
}

Result<double> number_of(const ToolParameter& parameter, const Json& value) {
  if (!value.is_number()) return refuse(parameter.name, "must be a number");
  const double number = value;
  if (parameter.kind == Kind::kInteger && number != std::floor(number)) {
    return refuse(parameter.name, "must be an integer");
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double least = parameter.least.value_or(-kInfinity);
  const double most = parameter.most.value_or(kInfinity);
  if (!(number >= least && number <= most)) {
    return refuse(parameter.name, fmt::format("must be between {} and {}", least, most));
  }
  return number;
}

Result<Word> file_word(const ToolParameter& parameter, const Json& value, const CallFiles& files) {
  const auto text = text_word(parameter, value);
  if (!text) return fail(text.error());
  if (parameter.kind == Kind::kOutput) {
    auto path = files.allowed.writable(text->given);
    if (!path) return fail(path.error());
    return same(*std::move(path));
  }
  const auto path = files.allowed.readable(text->given);
  if (!path) return fail(path.error());
  if (parameter.kind != Kind::kRun) {
    std::error_code error;
    if (std::filesystem::is_directory(*path, error)) return same(*path);
    if (auto ok = files.allowed.check_surroundings(*path); !ok) return fail(ok.error());
    return same(*path);
  }
  auto session = files.session(*path);
  if (!session) return fail(session.error());
  return Word{*std::move(session), *path};
}

tl::unexpected<Error> refuse_document(const ToolParameter& parameter, const Error& why) {
  return refuse(parameter.name, why.message.english());
}

Result<Word> document_word(const ToolParameter& parameter, const Json& value,
                           const CallFiles& files) {
  if (value.is_object()) {
    if (auto ok = files.allowed.check_document(value, {}); !ok)
      return refuse_document(parameter, ok.error());
    auto path = files.document_file(value, parameter.name);
    if (!path) return fail(path.error());
    return Word{*std::move(path), parameter.name + ".json"};
  }
  auto name = text_word(parameter, value);
  if (!name) return refuse(parameter.name, "must be a string or an object");
  if (name->given.empty()) return refuse(parameter.name, "must not be empty");
  const bool compile = app::is_built_in(name->given, app::BuiltIn::Kind::kCompile);
  if (compile || app::find_built_in(name->given)) return name;
  if (auto path = files.allowed.readable(name->given)) {
    // As the text of a document of its own, the path is checked with all that it names.
    if (auto ok = files.allowed.check_document(*path, {}); !ok)
      return refuse_document(parameter, ok.error());
    return same(*std::move(path));
  } else if (name->given.find('/') != std::string::npos) {
    return fail(path.error());
  }
  return name;  // the command says that there is no such document
}

Result<Word> word_of(const ToolParameter& parameter, const Json& value, const CallFiles& files) {
  switch (parameter.kind) {
    case Kind::kInteger:
    case Kind::kNumber: {
      const auto number = number_of(parameter, value);
      if (!number) return fail(number.error());
      return same(fmt::format("{}", *number));
    }
    case Kind::kRun:
    case Kind::kFile:
    case Kind::kOutput: return file_word(parameter, value, files);
    case Kind::kDocument: return document_word(parameter, value, files);
    default: return text_word(parameter, value);
  }
}

class CommandLine {
 public:
  explicit CommandLine(const Tool& tool)
      : given_(tool.command), shown_(tool.command), last_(tool.last) {
    add({"--json", "--json"});
  }

  Result<> add_option(const ToolParameter& parameter, const Json& value, const CallFiles& files) {
    if (parameter.kind == Kind::kFlag) {
      if (!value.is_boolean()) return refuse(parameter.name, "must be true or false");
      if (value == true) add({parameter.option, parameter.option});
      return {};
    }
    auto word = word_of(parameter, value, files);
    if (!word) return fail(word.error());
    if (parameter.option.empty()) {
      positional_.push_back(*std::move(word));
    } else {
      add({parameter.option + "=" + word->given, parameter.option + "=" + word->shown});
    }
    return {};
  }

  ToolCommand finish(AnswerPart part) {
    for (const std::string& word : last_) positional_.push_back({word, word});
    if (!positional_.empty()) add({"--", "--"});
    for (const Word& word : positional_) add(word);
    shown_.insert(shown_.begin(), "nscope");
    return {.arguments = std::move(given_),
            .shown = batch::shell_line(shown_),
            .part = std::move(part)};
  }

 private:
  void add(const Word& word) {
    given_.push_back(word.given);
    shown_.push_back(word.shown);
  }

  std::vector<std::string> given_;
  std::vector<std::string> shown_;
  std::vector<Word> positional_;
  std::vector<std::string> last_;
};

const ToolParameter* find_parameter(const Tool& tool, std::string_view name, bool may_write) {
  for (const auto* list : {&tool.parameters, &answer_parameters()}) {
    for (const ToolParameter& each : *list) {
      if (each.name == name && (each.kind != Kind::kOutput || may_write)) return &each;
    }
  }
  return nullptr;
}

Result<> check_names(const Tool& tool, const Json& arguments, bool may_write) {
  for (const auto& [name, value] : arguments.items()) {
    if (find_parameter(tool, name, may_write) != nullptr) continue;
    std::vector<std::string> names;
    for (const ToolParameter& each : tool.parameters) names.push_back(each.name);
    for (const ToolParameter& each : answer_parameters()) names.push_back(each.name);
    return refuse(name, fmt::format("unknown argument; did you mean '{}'?",
                                    closest_names(name, names, 1).front()));
  }
  for (const ToolParameter& each : tool.parameters) {
    if (each.required && !arguments.contains(each.name)) return refuse(each.name, "is required");
  }
  return {};
}

/// The number of entries to read: as many as the part of the answer that the client asks for needs.
double entries_to_read(const ToolParameter& parameter, const Json& arguments, double given,
                       const AnswerPart& part) {
  const auto is_shown = [&](const ShortenedList& list) { return list.at == part.at; };
  const bool further =
      part.offset > 0 || (arguments.contains("limit") && !arguments.contains(parameter.name));
  if (!further || std::ranges::none_of(parameter.lists, is_shown)) return given;
  const auto wanted = static_cast<double>(part.offset + part.limit);
  return std::max(given, std::min(wanted, parameter.most.value_or(wanted)));
}

Result<AnswerPart> answer_part(const Json& arguments) {
  AnswerPart part;
  for (const ToolParameter& parameter : answer_parameters()) {
    const auto value = arguments.find(parameter.name);
    if (value == arguments.end()) continue;
    if (parameter.kind == Kind::kText) {
      const auto text = text_word(parameter, *value);
      if (!text) return fail(text.error());
      part.at = text->given;
      continue;
    }
    const auto number = number_of(parameter, *value);
    if (!number) return fail(number.error());
    (parameter.name == "offset" ? part.offset : part.limit) = static_cast<std::size_t>(*number);
  }
  return part;
}

}  // namespace

Result<ToolCommand> tool_command(const Tool& tool, const Json& arguments, const CallFiles& files) {
  if (auto ok = check_names(tool, arguments, files.allowed.may_write()); !ok) {
    return fail(ok.error());
  }
  auto part = answer_part(arguments);
  if (!part) return fail(part.error());
  CommandLine line(tool);
  std::vector<std::pair<ShortenedList, double>> read;
  for (const ToolParameter& parameter : tool.parameters) {
    const auto value = arguments.find(parameter.name);
    if (parameter.fallback) {
      Json number = value == arguments.end() ? Json(*parameter.fallback) : *value;
      if (number.is_number() && !parameter.lists.empty()) {
        number = entries_to_read(parameter, arguments, number, *part);
        for (const ShortenedList& list : parameter.lists) read.emplace_back(list, number);
      }
      if (auto ok = line.add_option(parameter, number, files); !ok) return fail(ok.error());
      continue;
    }
    if (value == arguments.end()) continue;
    if (parameter.kind != Kind::kTexts) {
      if (auto ok = line.add_option(parameter, *value, files); !ok) return fail(ok.error());
      continue;
    }
    if (!value->is_array()) return refuse(parameter.name, "must be an array of strings");
    for (const Json& each : *value) {
      if (auto ok = line.add_option(parameter, each, files); !ok) return fail(ok.error());
    }
  }
  ToolCommand command = line.finish(*std::move(part));
  command.read = std::move(read);
  return command;
}

ListTotals list_totals(const Json& document, const std::string& note, const ToolCommand& command) {
  ListTotals totals;
  for (const auto& [list, most] : command.read) {
    const Json::json_pointer at(list.at);
    if (!document.contains(at) || !document.at(at).is_array()) continue;
    const Json::json_pointer total(list.total);
    if (!list.total.empty() && document.contains(total)) {
      totals[list.at] = document.at(total);
    } else if (!note.empty() && static_cast<double>(document.at(at).size()) >= most) {
      totals[list.at] = nullptr;
    }
  }
  return totals;
}

}  // namespace nscope::cli
