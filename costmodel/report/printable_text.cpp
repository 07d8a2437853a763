#include "costmodel/report/printable_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace nscope::cost {
namespace {

/// The code point at `at`, which moves behind it; 0xFFFD for broken bytes.
std::uint32_t next_code_point(std::string_view text, std::size_t& at) {
  constexpr std::uint32_t kBroken = 0xFFFD;
  const auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 && lead < 0xF5 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC2 ? 1 : 0;
  if (more == 0 || lead >= 0xF5) return kBroken;
  std::uint32_t code = lead & (0x3Fu >> more);
  for (int i = 0; i < more; ++i) {
    if (at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0u) != 0x80u)
      return kBroken;
    code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3Fu);
  }
  return code;
}

/// What stands for a character beyond Latin-1.
std::string_view stand_in(std::uint32_t code) {
  static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 31> kSigns = {{
      {0x2009, " "},     {0x200A, " "},     {0x202F, " "},    {0x2192, "->"},   {0x2212, "-"},
      {0x2260, "!="},    {0x2264, "<="},    {0x2265, ">="},   {0x2248, "~"},    {0x03BC, "\xB5"},
      {0x0394, "Delta"}, {0x03C3, "sigma"}, {0x20AC, "\x80"}, {0x2026, "\x85"}, {0x2018, "\x91"},
      {0x2019, "\x92"},  {0x201C, "\x93"},  {0x201D, "\x94"}, {0x2022, "\x95"}, {0x2013, "\x96"},
      {0x2014, "\x97"},  {0x2122, "\x99"},  {0x201A, "\x82"}, {0x201E, "\x84"}, {0x2030, "\x89"},
      {0x0160, "\x8A"},  {0x0161, "\x9A"},  {0x017D, "\x8E"}, {0x017E, "\x9E"}, {0x0152, "\x8C"},
      {0x0153, "\x9C"},
  }};
  const auto* const found =
      std::find_if(kSigns.begin(), kSigns.end(), [&](const auto& s) { return s.first == code; });
  return found != kSigns.end() ? found->second : std::string_view();
}

}  // namespace

PrintableText printable(std::string_view utf8) {
  PrintableText result;
  for (std::size_t at = 0; at < utf8.size();) {
    const std::uint32_t code = next_code_point(utf8, at);
    if (code == '\n' || code == '\t') {
      result.bytes += ' ';
    } else if ((code >= 0x20 && code < 0x7F) || (code >= 0xA0 && code <= 0xFF)) {
      result.bytes += static_cast<char>(code);
    } else if (const auto sign = stand_in(code); !sign.empty()) {
      result.bytes += sign;
    } else {
      result.bytes += '?';
      ++result.replaced;
    }
  }
  return result;
}

}  // namespace nscope::cost
