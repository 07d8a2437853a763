#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace nscope {

// Searches text eight bytes at a time.

static_assert(std::endian::native == std::endian::little, "words are compared as loaded");

inline std::uint64_t load_word(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

inline constexpr std::uint64_t kHighBits = 0x8080808080808080u;

/// Sets the high bit of the first byte of `word` that equals `c`. Bits of later bytes may be
/// wrong, so only the lowest set bit is valid.
constexpr std::uint64_t equal_bytes(std::uint64_t word, char c) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  const std::uint64_t x = word ^ (kOnes * static_cast<unsigned char>(c));
  return (x - kOnes) & ~x & kHighBits;
}

/// The first byte in [at, end) that is one of `kBytes`; `end` if there is none.
template <char... kBytes>
const char* find_any_of(const char* at, const char* end) {
  for (; end - at >= 8; at += 8) {
    const std::uint64_t word = load_word(at);
    const std::uint64_t hits = (equal_bytes(word, kBytes) | ...);
    if (hits != 0) return at + std::countr_zero(hits) / 8;
  }
  while (at < end && ((*at != kBytes) && ...)) ++at;
  return at;
}

}  // namespace nscope
