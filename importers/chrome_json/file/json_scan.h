#pragma once

#include "profiler/base/ascii.h"
#include "profiler/base/json/json_text.h"
#include "profiler/base/text/byte_search.h"

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

// Single steps through JSON text. They may read up to 32 bytes after `end`, so texts must have that
// much readable padding.
namespace nscope::importers::json_scan {

/// Up to eight characters as a word, to compare keys in one step.
constexpr std::uint64_t word_of(std::string_view text) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < text.size() && i < 8; ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
  }
  return word;
}

/// Reads up to 16 digits at `p` as a whole number and returns how many there are. Reads 16 bytes.
/// For a number with more digits the result is 16.
inline int parse_digits(const char* p, std::uint64_t& value) {
  const auto eight = [](const char* at, std::uint64_t& number) {
    std::uint64_t digits = load_word(at) ^ 0x3030303030303030u;
    // A byte above 9 sets its high bit; only the first of them matters.
    const std::uint64_t others = ((digits + 0x7676767676767676u) | digits) & kHighBits;
    const int count = others != 0 ? std::countr_zero(others) / 8 : 8;
    if (count == 0) return 0;
    digits <<= 64 - 8 * count;  // as if with leading zeros
    digits = (digits * 10 + (digits >> 8)) & 0x00FF00FF00FF00FFu;
    digits = (digits * 100 + (digits >> 16)) & 0x0000FFFF0000FFFFu;
    number = (digits * 10'000 + (digits >> 32)) & 0xFFFFFFFFu;
    return count;
  };
  constexpr std::uint64_t kPowers[] = {1,       10,        100,        1'000,      10'000,
                                       100'000, 1'000'000, 10'000'000, 100'000'000};
  value = 0;
  const int first = eight(p, value);
  if (first < 8) return first;
  std::uint64_t rest = 0;
  const int second = eight(p + 8, rest);
  value = value * kPowers[second] + rest;
  return 8 + second;
}

inline const char* skip_space(const char* p, const char* end) {
  while (p < end && is_json_space(*p)) ++p;
  return p;
}

/// The first quote or backslash from `p` on; `end` if there is none.
inline const char* find_quote_or_escape(const char* p, const char* end) {
  while (p < end) {
    const std::uint64_t word = load_word(p);
    const std::uint64_t hits = equal_bytes(word, '"') | equal_bytes(word, '\\');
    if (hits != 0) {
      const char* const hit = p + std::countr_zero(hits) / 8;
      return hit < end ? hit : end;
    }
    p += 8;
  }
  return end;
}

/// The closing quote of a string whose content starts at `p`; nullptr if the text ends first. Sets
/// `escaped` if the content has escapes.
inline const char* find_string_end(const char* p, const char* end, bool& escaped) {
  while (true) {
    p = find_quote_or_escape(p, end);
    if (p == end) return nullptr;
    if (*p == '"') return p;
    escaped = true;
    p += 2;
    if (p > end) return nullptr;
  }
}

/// Limit for the levels of nested brackets; deeper text is an error.
inline constexpr int kMaxDepth = 500;

enum class Skip { kDone, kCutOff, kTooDeep, kBad };

/// Moves `p` past the value at `p`. Checks strings and the balance of brackets, but not the scalars
/// inside. On failure `p` is the position of the problem.
Skip skip_value(const char*& p, const char* end);

/// Resolves the escapes in the content of a string; invalid escapes are kept.
void unescape(std::string_view content, std::string& into);

}  // namespace nscope::importers::json_scan
