#include "profiler/base/result.h"

#include "profiler/base/language.h"
#include "profiler/base/text/terminal_text.h"

namespace nscope {

std::string to_string(const Error& error, const Language& language) {
  const std::string message = terminal_text(language.say(error.message), "\n");
  if (error.where.empty()) return message;
  return terminal_text(error.where) + ": " + message;
}

std::string to_string(const Error& error) {
  return to_string(error, Language());
}

}  // namespace nscope
