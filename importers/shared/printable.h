#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Text from a capture that is shown on one line: each control character becomes the picture of it
/// (U+2400 to U+2421), so that nothing is lost. Bytes that are not UTF-8 remain: where the text
/// enters the trace, they are replaced and counted (profiler/trace/build/text_repair.h).
std::string printable(std::string_view bytes);

/// The first `most` bytes, without the beginning of a character that would be cut.
std::string_view start_of(std::string_view text, std::size_t most);

/// The start of a text as printable() shows it.
std::string printable_start(std::string_view bytes, std::size_t most);

/// As printable(), but keeps line breaks and tabs, for texts with several lines.
std::string printable_lines(std::string_view bytes);

/// `text` on one line: a run of white space and control characters becomes one space, and
/// the ends are trimmed.
std::string collapse_space(std::string_view text);

/// "debb2002...": the bytes in hexadecimal; "" if all are zero.
std::string hex_id(std::string_view bytes);

/// The last part of a path. Traces name their files without the folder, so that the trace of
/// a capture does not depend on its location.
std::string file_name(std::string_view path);

}  // namespace nscope::importers
