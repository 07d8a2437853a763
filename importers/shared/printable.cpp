#include "importers/shared/printable.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr char32_t kControlPictures = 0x2400;  // U+2401 shows the control character U+0001
constexpr char32_t kDeletePicture = 0x2421;
constexpr std::size_t kLongestCharacter = 4;

}  // namespace

std::string printable(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      append_utf8(kControlPictures + byte, out);
    } else if (byte == 0x7F) {
      append_utf8(kDeletePicture, out);
    } else {
      out += c;
    }
  }
  return out;
}

std::string_view start_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  for (std::size_t at = most; at > 0 && most - at < kLongestCharacter;) {
    const std::size_t length = utf8_sequence_length(text.substr(--at));
    if (length > 0) return text.substr(0, at + length > most ? at : most);
  }
  return text.substr(0, most);
}

std::string printable_start(std::string_view bytes, std::size_t most) {
  return printable(start_of(bytes, most));
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
