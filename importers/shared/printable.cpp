#include "importers/shared/printable.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace nscope::importers {

std::string printable(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t length = utf8_sequence_length(bytes);
    const bool control =
        length == 1 && (static_cast<unsigned char>(bytes[0]) < 0x20 || bytes[0] == 0x7F);
    if (length == 0 || control) {
      out += '?';
      bytes.remove_prefix(1);
    } else {
      out += bytes.substr(0, length);
      bytes.remove_prefix(length);
    }
  }
  return out;
}

std::string printable_lines(std::string_view bytes) {
  std::string out;
  while (true) {
    const std::size_t line = bytes.find_first_of("\n\t\r");
    out += printable(bytes.substr(0, line));
    if (line == std::string_view::npos) return out;
    out += bytes[line];
    bytes.remove_prefix(line + 1);
  }
}

std::string collapse_space(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::string hex_id(std::string_view bytes) {
  if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == 0; })) return {};
  std::string out;
  for (const char c : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

std::string file_name(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return printable(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace nscope::importers
