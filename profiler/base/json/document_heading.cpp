#include "profiler/base/json/document_heading.h"

namespace nscope {

std::string document_heading(const std::string& title, const std::string& note,
                             const Language& language) {
  std::string text;
  for (const std::string& line : {title, note}) {
    if (!line.empty()) text += language.say(Text::of_resource(line)) + "\n";
  }
  return text;
}

}  // namespace nscope
