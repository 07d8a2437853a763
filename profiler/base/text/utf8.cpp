#include "profiler/base/text/utf8.h"

#include "profiler/base/text/byte_search.h"

#include <algorithm>

namespace nscope {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

}  // namespace

std::size_t utf8_sequence_length(std::string_view text) {
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

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (true) {
    while (text.size() - at >= 8 && (load_word(text.data() + at) & kHighBits) == 0) at += 8;
    if (at == text.size()) return at;
    const std::size_t length = utf8_sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
}

bool is_utf8(std::string_view text) {
  return valid_utf8_prefix(text) == text.size();
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t valid = valid_utf8_prefix(text);
    out += text.substr(0, valid);
    if (valid == text.size()) return out;
    out += kReplacement;
    text.remove_prefix(valid + 1);
  }
}

std::string displayable_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    const bool control = byte < 0x20 && byte != '\t' && byte != '\n';
    const bool allowed = length > 0 && !control && !text.starts_with("\xEF\xBF\xBE") &&
                         !text.starts_with("\xEF\xBF\xBF");
    out += allowed ? text.substr(0, length) : kReplacement;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

void append_utf8(char32_t character, std::string& to) {
  const auto put = [&](char32_t byte) { to += static_cast<char>(byte); };
  const auto put_rest = [&](int shift) { put(0x80 | ((character >> shift) & 0x3F)); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0 | (character >> 6));
    put_rest(0);
  } else if (character < 0x10000) {
    put(0xE0 | (character >> 12));
    put_rest(6);
    put_rest(0);
  } else {
    put(0xF0 | (character >> 18));
    put_rest(12);
    put_rest(6);
    put_rest(0);
  }
}

}  // namespace nscope
