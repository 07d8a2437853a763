#pragma once

#include <string>
#include <string_view>

namespace nscope::importers {

/// Text from a capture that is safe to show and to write as JSON: control characters and
/// bytes that are not valid UTF-8 become '?'.
std::string printable(std::string_view bytes);

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
