#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// `text` escaped for Markdown, so that it contains no markup, links, HTML or line breaks.
std::string markdown_text(std::string_view text);
/// Appends one row of a table with escaped cells and a line break.
void append_markdown_row(const std::vector<std::string>& cells, std::string& out);

}  // namespace nscope
