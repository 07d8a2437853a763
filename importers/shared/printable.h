#pragma once

#include <string>
#include <string_view>

namespace nscope::importers {

/// Text from a capture that is safe to show and to write as JSON: bytes that are
/// not valid UTF-8, and control characters, become '?'.
std::string printable(std::string_view bytes);

/// The same with line breaks and tabs kept: for texts that have several lines.
std::string printable_lines(std::string_view bytes);

/// `text` on one line: runs of white space and control characters become one space,
/// none at the ends.
std::string collapse_space(std::string_view text);

/// "debb2002...": the bytes in hexadecimal; "" where all are zero.
std::string hex_id(std::string_view bytes);

/// The last part of a path. Traces name their files without the folder, so that
/// the same capture gives the same trace wherever it lies.
std::string file_name(std::string_view path);

}  // namespace nscope::importers
