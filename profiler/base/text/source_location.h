#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nscope {

/// A line of a source file as a capture states it. The path is that of the machine that compiled
/// or traced the program. A view into the parsed text.
struct SourceLocation {
  std::string_view file{};
  std::uint32_t line = 0;  ///< from 1; 0 if only the file is stated
};

/// Splits "/home/me/attn.py:86", "attn.py:86:12" (with a column) and "main /home/me/attn.py:86" (a
/// function before the path). Any other text is a file without a line.
SourceLocation parse_source_location(std::string_view text);

/// The last part of a path: "attn.py". Both "/" and "\" separate parts.
std::string_view last_path_part(std::string_view path);

/// Number of equal parts at the ends of two paths: 2 for "/home/me/kernels/attn.py" and
/// "src/kernels/attn.py". The parts "." and "" do not count.
std::size_t common_path_end(std::string_view a, std::string_view b);

}  // namespace nscope
