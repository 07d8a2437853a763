#include "profiler/base/result.h"

#include <string_view>

namespace nscope {
namespace {

/// `text` with control characters as "\x1b": names of files and texts out of them
/// must not reach a terminal as commands. Line breaks stay where they are ours.
std::string escaped(std::string_view text, bool keep_line_breaks) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte != 0x7f) || (c == '\n' && keep_line_breaks)) {
      out += c;
    } else {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

}  // namespace

std::string to_string(const Error& error) {
  const std::string message = escaped(error.message, true);
  return error.where.empty() ? message : escaped(error.where, false) + ": " + message;
}

}  // namespace nscope
