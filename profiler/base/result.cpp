#include "profiler/base/result.h"

#include "profiler/base/language.h"
#include "profiler/base/text/terminal_text.h"

namespace nscope {

Place Place::inside(const Place& outer) const {
  return empty() ? outer : Place(tr("{}: {}", outer, *this));
}

std::string to_string(const Error& error, const Language& language) {
  std::string message = terminal_text(language.say(error.message), "\n");
  if (error.where.empty()) return message;
  return language.say(tr("{}: {}", terminal_text(language.say(error.where)), message));
}

std::string to_string(const Error& error) {
  return to_string(error, Language());
}

}  // namespace nscope
