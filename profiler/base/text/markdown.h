#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// Text that Markdown shows as it is: no markup, no links, no HTML, one line.
std::string markdown_text(std::string_view text);
/// Appends one row of a table, each cell shown as it is, with the end of the line.
void append_markdown_row(const std::vector<std::string>& cells, std::string& out);

}  // namespace nscope
