#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace nscope {

constexpr bool is_json_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// The end of the number, true, false or null at `at`.
const char* find_end_of_json_word(const char* at, const char* end);

/// The character of the escape sequence whose backslash is text[at]; moves `at` to its end. An
/// unpaired surrogate is returned unchanged. nullopt for an escape that JSON does not define;
/// `at` is then unchanged.
std::optional<char32_t> take_json_escape(std::string_view text, std::size_t& at);

constexpr bool is_surrogate(char32_t c) {
  return c >= 0xD800 && c < 0xE000;
}

}  // namespace nscope
