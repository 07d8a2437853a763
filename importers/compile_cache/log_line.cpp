#include "importers/compile_cache/log_line.h"

#include "importers/shared/printable.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>

namespace nscope::importers {
namespace {

struct Tag {
  std::size_t begin = std::string_view::npos;
  std::size_t end = 0;
};

/// The tag "||NEURON_CACHE||:" anywhere in the line: progress bars may precede it.
Tag find_tool_tag(std::string_view line) {
  for (std::size_t at = line.find("||N"); at != std::string_view::npos;
       at = line.find("||N", at + 1)) {
    const std::size_t close = line.find("||:", at + 2);
    if (close == std::string_view::npos) break;
    const std::string_view name = line.substr(at + 2, close - at - 2);
    const bool is_name = std::all_of(name.begin(), name.end(),
                                     [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
    if (is_name) return {at, close + 3};
  }
  return {};
}

Tag find_level_tag(std::string_view line) {
  for (const std::string_view level : {"[INFO]:", "[ERROR]:", "[WARNING]:", "[DEBUG]:"}) {
    const std::size_t at = line.find(level);
    if (at != std::string_view::npos) return {at, at + level.size()};
  }
  return {};
}

constexpr auto kLevels = std::to_array<std::string_view>(
    {"INFO", "USER", "ERROR", "WARNING", "WARN", "DEBUG", "CRITICAL", "FATAL"});

bool is_compiler_part(std::string_view name) {
  return name == "root" || name == "neuronx-cc" || name == "neuron-cc" ||
         name.starts_with("neuronxcc.") || name.starts_with("neuroncc.");
}

struct CompilerTag {
  Tag tag;
  std::string_view level;
  std::string_view pid;
};

/// "INFO 10192 [root]:". Any name is accepted if a time stamp, a level and a process precede it.
std::optional<CompilerTag> find_compiler_tag(std::string_view line) {
  const std::size_t close = line.find("]:");
  if (close == std::string_view::npos) return std::nullopt;
  const std::size_t open = line.rfind('[', close);
  if (open == std::string_view::npos) return std::nullopt;
  CompilerTag found{.tag = {open, close + 2}, .level = {}, .pid = {}};
  std::string_view front = trim(line.substr(0, open));
  const auto take_word = [&] {
    const std::size_t space = front.find_last_of(" \t");
    const std::string_view word = space == std::string_view::npos ? front : front.substr(space + 1);
    front = trim(front.substr(0, front.size() - word.size()));
    return word;
  };
  std::string_view word = take_word();
  if (parse_integer(word)) {
    found.pid = word;
    word = take_word();
  }
  if (std::find(kLevels.begin(), kLevels.end(), word) != kLevels.end()) found.level = word;
  found.tag.begin = static_cast<std::size_t>(front.data() - line.data()) + front.size();
  const std::string_view name = line.substr(open + 1, close - open - 1);
  if (is_compiler_part(name)) return found;
  const bool complete = !found.level.empty() && !found.pid.empty() &&
                        find_time_stamp(front, Fraction::kDecimal).has_value();
  return complete ? std::optional(found) : std::nullopt;
}

/// A command without the quotation marks of a list in Python.
std::string plain_command(std::string_view command) {
  std::string plain = printable(command);
  std::replace_if(
      plain.begin(), plain.end(),
      [](char c) { return c == '\'' || c == ',' || c == '[' || c == ']' || c == '"'; }, ' ');
  return plain;
}

bool is_compiler_input(std::string_view word) {
  constexpr auto kEndings = std::to_array<std::string_view>({".pb", ".hlo", ".py", ".pt", ".mlir"});
  return !word.starts_with('-') &&
         std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return word.ends_with(ending); });
}

}  // namespace

LogLine split_log_line(const CleanLine& line) {
  const std::string_view text = line.text;
  LogLine result{.stamp = line.received, .source = line.source, .message = text};
  Tag tag = find_tool_tag(text);
  if (tag.begin == std::string_view::npos) tag = find_level_tag(text);
  std::string_view front;
  if (tag.begin != std::string_view::npos) {
    result.tag = LogTag::kTool;
    front = text.substr(0, tag.begin);
  } else if (const auto compiler = find_compiler_tag(text)) {
    result.tag = LogTag::kCompiler;
    result.level = compiler->level;
    result.pid = compiler->pid;
    tag = compiler->tag;
    front = text.substr(0, tag.begin);
  } else {
    return result;
  }
  result.message = trim(text.substr(tag.end));
  const auto stamp = find_time_stamp(front, Fraction::kMilliseconds);
  if (stamp) result.stamp = stamp;
  if (result.tag == LogTag::kCompiler) return result;
  for (const std::string_view word : words(stamp ? front.substr(stamp->end) : front)) {
    if (parse_integer(word)) result.pid = word;
  }
  return result;
}

std::string compiler_flags(std::string_view command) {
  // A list in Python ends the command; messages follow it.
  if (const auto list = after(command, "['")) command = list->substr(0, list->find("']"));
  const std::string plain = plain_command(command);
  std::string flags;
  bool is_output = false;
  for (const std::string_view word : words(plain)) {
    const bool file = word.find('/') != std::string_view::npos && !word.starts_with('-');
    const bool named = is_compiler_input(word) || word.ends_with(".neff");
    if (word == "--output" || word == "-o") {
      is_output = true;
      continue;
    }
    const bool program =
        word == "compile" || word.ends_with("neuronx-cc") || word.ends_with("neuron-cc");
    // The words of a message before the first option are not part of the command.
    const bool option = word.size() > 1 && word[0] == '-' && (word[1] == '-' || !is_digit(word[1]));
    if (flags.empty() && !option) {
      is_output = false;
      continue;
    }
    if (!file && !named && !program && !is_output && !word.starts_with("--output=")) {
      if (!flags.empty()) flags += ' ';
      flags += word;
    }
    is_output = false;
  }
  return flags;
}

std::string compiler_input(std::string_view command) {
  const std::string plain = plain_command(command);
  constexpr auto kSameForAll = std::to_array<std::string_view>(
      {"graph.hlo", "graph_def.pb", "model.hlo", "model.hlo.pb", "model.hlo_module.pb"});
  for (const std::string_view word : words(plain)) {
    if (!is_compiler_input(word)) continue;
    const std::string name = file_name(word);
    const bool same = std::find(kSameForAll.begin(), kSameForAll.end(), name) != kSameForAll.end();
    if (!same || name.size() >= word.size()) return name;
    return file_name(word.substr(0, word.size() - name.size() - 1));
  }
  return {};
}

}  // namespace nscope::importers
