#include "importers/compile_cache/log_line.h"

#include "importers/shared/printable.h"

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

}  // namespace

LogLine split_log_line(std::string_view line) {
  Tag tag = find_tool_tag(line);
  if (tag.begin == std::string_view::npos) tag = find_level_tag(line);
  if (tag.begin == std::string_view::npos) return {.message = line};
  LogLine result{.tagged = true, .message = trim(line.substr(tag.end))};
  const std::string_view front = line.substr(0, tag.begin);
  result.stamp = find_time_stamp(front, Fraction::kMilliseconds);
  const std::string_view rest = result.stamp ? front.substr(result.stamp->end) : front;
  for (const std::string_view word : words(rest)) {
    if (parse_integer(word)) result.pid = word;
  }
  return result;
}

std::string compiler_flags(std::string_view command) {
  std::string plain = printable(command);
  std::replace_if(
      plain.begin(), plain.end(),
      [](char c) { return c == '\'' || c == ',' || c == '[' || c == ']' || c == '"'; }, ' ');
  std::string flags;
  bool is_output = false;
  for (const std::string_view word : words(plain)) {
    const bool file = word.find('/') != std::string_view::npos && !word.starts_with('-');
    const bool named = word.ends_with(".pb") || word.ends_with(".neff");
    if (word == "--output" || word == "-o") {
      is_output = true;
      continue;
    }
    const bool program =
        word == "compile" || word.ends_with("neuronx-cc") || word.ends_with("neuron-cc");
    if (!file && !named && !program && !is_output && !word.starts_with("--output=")) {
      if (!flags.empty()) flags += ' ';
      flags += word;
    }
    is_output = false;
  }
  return flags;
}

}  // namespace nscope::importers
