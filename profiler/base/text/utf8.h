#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nscope {

/// What some programs write in front of UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Bytes of the valid UTF-8 sequence at the start of `text`, which is not empty; 0
/// where there is none (overlong forms, surrogates and values past U+10FFFF are not
/// valid).
std::size_t utf8_sequence_length(std::string_view text);

/// Whether all of `text` is valid UTF-8.
bool is_utf8(std::string_view text);

/// Appends one character, at most U+10FFFF.
void append_utf8(char32_t character, std::string& to);

}  // namespace nscope
