#include "importers/chrome_json/json_scan.h"

#include <bitset>
#include <charconv>

namespace nscope::importers::json_scan {
namespace {

void append_utf8(std::uint32_t code, std::string& into) {
  const auto put = [&](std::uint32_t byte) { into += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

/// The four hexadecimal digits at `text`; false where they are not that.
bool hex4(std::string_view text, std::uint32_t& code) {
  if (text.size() < 4) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 4, code, 16);
  return error == std::errc() && end == text.data() + 4;
}

/// Resolves "uXXXX" (and the low half of a pair) at `text`; returns its length.
std::size_t unescape_unicode(std::string_view text, std::string& into) {
  std::uint32_t code = 0;
  if (!hex4(text.substr(1), code)) {
    into += "\\u";
    return 1;
  }
  std::size_t used = 5;
  if (code >= 0xD800 && code < 0xDC00) {
    std::uint32_t low = 0;
    if (text.substr(5).starts_with("\\u") && hex4(text.substr(7), low) && low >= 0xDC00 &&
        low < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      used = 11;
    }
  }
  // Half of a pair alone is no character.
  append_utf8(code >= 0xD800 && code < 0xE000 ? 0xFFFD : code, into);
  return used;
}

}  // namespace

Skip skip_value(const char*& p, const char* end) {
  std::bitset<kMaxDepth> objects;
  int depth = 0;
  bool scalar = false;
  while (p < end) {
    const char c = *p;
    if (c == '"') {
      bool escaped = false;
      const char* const close = find_string_end(p + 1, end, escaped);
      if (close == nullptr) return Skip::kCutOff;
      p = close + 1;
      if (depth == 0) return Skip::kDone;
    } else if (c == '{' || c == '[') {
      if (depth == kMaxDepth) return Skip::kTooDeep;
      objects[static_cast<std::size_t>(depth)] = c == '{';
      ++depth;
      ++p;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return scalar ? Skip::kDone : Skip::kBad;
      --depth;
      if (objects[static_cast<std::size_t>(depth)] != (c == '}')) return Skip::kBad;
      ++p;
      if (depth == 0) return Skip::kDone;
    } else {
      const bool separates = is_space(c) || c == ',' || c == ':';
      if (depth == 0 && separates) return scalar ? Skip::kDone : Skip::kBad;
      scalar = true;
      ++p;
    }
  }
  return Skip::kCutOff;
}

void unescape(std::string_view content, std::string& into) {
  into.clear();
  while (!content.empty()) {
    const std::size_t at = content.find('\\');
    into += content.substr(0, at);
    if (at == std::string_view::npos || at + 1 == content.size()) return;
    content.remove_prefix(at + 1);
    std::size_t used = 1;
    switch (content[0]) {
      case 'n': into += '\n'; break;
      case 't': into += '\t'; break;
      case 'r': into += '\r'; break;
      case 'b': into += '\b'; break;
      case 'f': into += '\f'; break;
      case 'u': used = unescape_unicode(content, into); break;
      case '"':
      case '\\':
      case '/': into += content[0]; break;
      default: into += '\\'; into += content[0];
    }
    content.remove_prefix(used);
  }
}

}  // namespace nscope::importers::json_scan
