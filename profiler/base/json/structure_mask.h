#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nscope {

/// The structural characters in 64 bytes of JSON text: one bit for each byte.
struct StructureMask {
  static constexpr std::size_t kBytes = 64;

  std::uint64_t quotes = 0;
  std::uint64_t backslashes = 0;
  std::uint64_t brackets = 0;  ///< of both kinds, opening and closing
  std::uint64_t zeros = 0;
};

inline StructureMask structure_mask(const char* text) {
  StructureMask mask;
#if defined(__SSE2__)
  const auto mask_of = [](__m128i equal, int shift) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(equal)))
           << shift;
  };
  for (int i = 0; i < 4; ++i) {
    const int shift = 16 * i;
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + shift));
    // '[' and '{' differ in one bit only, and so do ']' and '}'.
    const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    mask.quotes |= mask_of(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), shift);
    mask.backslashes |= mask_of(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), shift);
    mask.zeros |= mask_of(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()), shift);
    mask.brackets |= mask_of(_mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')),
                                          _mm_cmpeq_epi8(folded, _mm_set1_epi8('}'))),
                             shift);
  }
#else
  for (int i = 0; i < 64; ++i) {
    const auto bit = [i](bool set) { return std::uint64_t{set} << i; };
    mask.quotes |= bit(text[i] == '"');
    mask.backslashes |= bit(text[i] == '\\');
    mask.zeros |= bit(text[i] == '\0');
    mask.brackets |= bit((text[i] | 0x20) == '{' || (text[i] | 0x20) == '}');
  }
#endif
  return mask;
}

/// Tracks, block by block, which bytes of a text are inside strings.
class StringState {
 public:
  /// The bytes of this block that are inside a string, including its opening quote.
  std::uint64_t inside(const StructureMask& mask) {
    const std::uint64_t quotes = mask.quotes & ~escaped(mask.backslashes);
    std::uint64_t x = quotes;
    for (int shift = 1; shift < 64; shift *= 2) x ^= x << shift;
    x ^= inside_;
    inside_ = (x >> 63) != 0 ? ~std::uint64_t{0} : 0;
    return x;
  }
  bool in_string() const { return inside_ != 0; }
  bool next_is_escaped() const { return escape_carry_; }

 private:
  /// The bytes that are escaped by a backslash.
  std::uint64_t escaped(std::uint64_t backslashes) {
    std::uint64_t result = escape_carry_ ? 1u : 0u;
    escape_carry_ = false;
    for (; backslashes != 0; backslashes &= backslashes - 1) {
      const int at = std::countr_zero(backslashes);
      if ((result >> at & 1) != 0) continue;
      if (at == 63) {
        escape_carry_ = true;
      } else {
        result |= std::uint64_t{1} << (at + 1);
      }
    }
    return result;
  }

  std::uint64_t inside_ = 0;  ///< all bits set if the last block ended inside a string
  bool escape_carry_ = false;
};

}  // namespace nscope
