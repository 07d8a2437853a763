#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nscope {

/// The byte order mark that some programs write before UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Length of the valid UTF-8 sequence at the start of `text`, which must not be empty; 0 if it
/// is invalid (also overlong forms, surrogates and values above U+10FFFF).
std::size_t utf8_sequence_length(std::string_view text);

/// Number of bytes before the first one that is not valid UTF-8; the size of `text` if all of it
/// is valid. ASCII is checked eight bytes at a time.
std::size_t valid_utf8_prefix(std::string_view text);

/// Whether all of `text` is valid UTF-8.
bool is_utf8(std::string_view text);

/// The text with U+FFFD instead of each byte that is not valid UTF-8. Other bytes are unchanged.
std::string valid_utf8(std::string_view text);

/// The text with U+FFFD instead of bytes that are not UTF-8, of control characters other than tab
/// and newline, and of U+FFFE and U+FFFF. XML 1.0 cannot represent any of them.
std::string displayable_utf8(std::string_view text);

/// Appends one character, which must be at most U+10FFFF.
void append_utf8(char32_t character, std::string& to);

}  // namespace nscope
