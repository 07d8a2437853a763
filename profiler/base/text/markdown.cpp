#include "profiler/base/text/markdown.h"

namespace nscope {

std::string markdown_text(std::string_view text) {
  static constexpr std::string_view kMarkup = "\\`*_{}[]<>#|~!&";
  std::string out;
  for (const char c : text) {
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out;
}

void append_markdown_row(const std::vector<std::string>& cells, std::string& out) {
  for (const std::string& cell : cells) out += "| " + markdown_text(cell) + ' ';
  out += "|\n";
}

}  // namespace nscope
