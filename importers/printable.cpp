#include "importers/printable.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Length of the valid UTF-8 sequence at the start of `text`, 0 where there is
/// none (overlong forms, surrogates and values past U+10FFFF are not valid).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t length = sequence_length(bytes);
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
