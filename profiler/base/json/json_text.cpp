#include "profiler/base/json/json_text.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace nscope {
namespace {

constexpr auto kEndsWord = [] {
  std::array<bool, 256> ends{};
  for (const char c : {' ', '\t', '\r', '\n', ',', ':', '{', '}', '[', ']', '"', '\0'}) {
    ends[static_cast<unsigned char>(c)] = true;
  }
  return ends;
}();

std::optional<char32_t> simple_escape(char letter) {
  switch (letter) {
    case '"':
    case '\\':
    case '/': return static_cast<unsigned char>(letter);
    case 'b': return U'\b';
    case 'f': return U'\f';
    case 'n': return U'\n';
    case 'r': return U'\r';
    case 't': return U'\t';
    default: return std::nullopt;
  }
}

/// The value of the four hexadecimal digits after "\u".
std::optional<char32_t> unicode_escape(std::string_view text) {
  constexpr std::size_t kLength = 6;
  if (text.size() < kLength || !text.starts_with("\\u")) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + kLength, value, 16);
  if (error != std::errc() || end != text.data() + kLength) return std::nullopt;
  return value;
}

}  // namespace

const char* find_end_of_json_word(const char* at, const char* end) {
  while (at < end && !kEndsWord[static_cast<unsigned char>(*at)]) ++at;
  return at;
}

std::optional<char32_t> take_json_escape(std::string_view text, std::size_t& at) {
  text.remove_prefix(at);
  if (text.size() < 2) return std::nullopt;
  if (const auto simple = simple_escape(text[1])) {
    at += 2;
    return simple;
  }
  const auto high = unicode_escape(text);
  if (!high) return std::nullopt;
  at += 6;
  if (*high < 0xD800 || *high >= 0xDC00) return high;
  const auto low = unicode_escape(text.substr(6));
  if (!low || *low < 0xDC00 || *low >= 0xE000) return high;
  at += 6;
  return 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00);
}

}  // namespace nscope
