#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace nscope::importers {

template <class Word>
std::uint64_t text_word(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// Whether two texts are equal. For texts of mostly up to 16 bytes, which it compares without a
/// call of a function.
inline bool equal_short(std::string_view a, std::string_view b) {
  const std::size_t n = a.size();
  if (n != b.size()) return false;
  if (n > 16) return std::memcmp(a.data(), b.data(), n) == 0;
  const auto ends_equal = [&]<class Word>(Word) {
    const std::size_t last = n - sizeof(Word);
    return text_word<Word>(a.data()) == text_word<Word>(b.data()) &&
           text_word<Word>(a.data() + last) == text_word<Word>(b.data() + last);
  };
  if (n >= 8) return ends_equal(std::uint64_t{});
  if (n >= 4) return ends_equal(std::uint32_t{});
  for (std::size_t i = 0; i < n; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

}  // namespace nscope::importers
