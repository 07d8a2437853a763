#include "profiler/base/text/terminal_text.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <cstddef>

namespace nscope {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

/// The character of a valid sequence of two or three bytes; 0 for four bytes, which encode no
/// character that is escaped.
unsigned decoded(std::string_view sequence) {
  const auto bits = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]) & 0x3Fu; };
  if (sequence.size() == 2) return (bits(0) & 0x1Fu) << 6 | bits(1);
  if (sequence.size() == 3) return (bits(0) & 0x0Fu) << 12 | bits(1) << 6 | bits(2);
  return 0;
}

/// Unicode's control characters above ASCII, its separators of lines, and the marks with the
/// property Bidi_Control (Unicode Standard Annex 9).
bool is_command(unsigned character) {
  return (character >= 0x80 && character < 0xA0) || character == 0x061C || character == 0x200E ||
         character == 0x200F || (character >= 0x2028 && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

void append_escaped_byte(unsigned byte, std::string& out) {
  out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

}  // namespace

std::string terminal_text(std::string_view text, std::string_view keep) {
  std::string out;
  out.reserve(text.size());
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
  while (true) {
    const auto plain = static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return out;
    const unsigned byte = static_cast<unsigned char>(text.front());
    const std::size_t length = byte < 0x80 ? 1 : utf8_sequence_length(text);
    if (length > 1) {
      const std::string_view sequence = text.substr(0, length);
      if (const unsigned character = decoded(sequence); is_command(character)) {
        out += {'\\',
                'u',
                kHex[character >> 12],
                kHex[character >> 8 & 15],
                kHex[character >> 4 & 15],
                kHex[character & 15]};
      } else {
        out += sequence;
      }
    } else if (length == 0) {
      append_escaped_byte(byte, out);
    } else if (byte == 0x7F || (byte < 0x20 && keep.find(text.front()) == std::string_view::npos)) {
      append_escaped_byte(byte, out);
    } else {
      out += text.front();
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

}  // namespace nscope
