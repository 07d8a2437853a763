#include "profiler/base/text/source_location.h"

#include <charconv>

namespace nscope {
namespace {

constexpr std::string_view kPathSeparators = "/\\";

/// Removes ":<number>" from the end of `text` and returns the number; 0 if there is none.
std::uint32_t take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return 0;
  const std::string_view digits = text.substr(colon + 1);
  std::uint32_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number);
  if (digits.empty() || read.ec != std::errc() || read.ptr != end || number == 0) return 0;
  text = text.substr(0, colon);
  return number;
}

/// Removes the last part of `path` and returns it; empty if there is none left.
std::string_view take_last_part(std::string_view& path) {
  while (!path.empty()) {
    const std::size_t separator = path.find_last_of(kPathSeparators);
    const std::size_t begin = separator == std::string_view::npos ? 0 : separator + 1;
    const std::string_view part = path.substr(begin);
    path = path.substr(0, separator == std::string_view::npos ? 0 : separator);
    if (!part.empty() && part != ".") return part;
  }
  return {};
}

}  // namespace

SourceLocation parse_source_location(std::string_view text) {
  SourceLocation location{.file = text};
  location.line = take_number(location.file);
  // Of two numbers, the first is the line and the second the column.
  if (const std::uint32_t before = take_number(location.file); before > 0) location.line = before;
  // A function before the path: its name has no separator, and an absolute
  // path follows.
  const std::size_t space = location.file.find(' ');
  const bool function = space != std::string_view::npos && space + 1 < location.file.size() &&
                        location.file[space + 1] == '/' &&
                        location.file.substr(0, space).find('/') == std::string_view::npos;
  if (function) location.file.remove_prefix(space + 1);
  return location;
}

std::string_view last_path_part(std::string_view path) {
  return take_last_part(path);
}

std::size_t common_path_end(std::string_view a, std::string_view b) {
  std::size_t count = 0;
  while (true) {
    const std::string_view part = take_last_part(a);
    if (part.empty() || part != take_last_part(b)) return count;
    ++count;
  }
}

}  // namespace nscope
