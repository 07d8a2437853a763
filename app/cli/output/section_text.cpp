#include "app/cli/output/section_text.h"

namespace nscope::cli {

std::string section_text(const Text& title, const std::string& content, const Language& language) {
  return "\n" + language.say(title) + "\n" + content;
}

}  // namespace nscope::cli
