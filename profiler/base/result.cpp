#include "profiler/base/result.h"

#include "profiler/base/language.h"

#include <string_view>

namespace nscope {
namespace {

/// `text` with control characters escaped as "\x1b", because file names and file contents must
/// not reach a terminal as commands. Line breaks are kept in messages.
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

Place Place::inside(const Place& outer) const {
  return empty() ? outer : Place(tr("{}: {}", outer, *this));
}

std::string to_string(const Error& error, const Language& language) {
  std::string message = escaped(language.say(error.message), true);
  if (error.where.empty()) return message;
  return language.say(tr("{}: {}", escaped(language.say(error.where), false), message));
}

std::string to_string(const Error& error) {
  return to_string(error, Language());
}

}  // namespace nscope
