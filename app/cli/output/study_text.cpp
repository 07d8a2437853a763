#include "app/cli/output/study_text.h"

#include <algorithm>

namespace nscope::cli {

std::string study_heading(const std::string& title, const std::string& note,
                          const Language& language) {
  std::string text;
  for (const std::string& line : {title, note}) {
    // Those of built-in documents are translated.
    if (!line.empty()) text += language.say(Text::of_resource(line)) + "\n";
  }
  return text;
}

std::string variant_remarks(const Text& variant, const std::vector<Text>& remarks,
                            const std::vector<Text>& first, const Language& language) {
  std::string text;
  for (const Text& remark : remarks) {
    if (std::find(first.begin(), first.end(), remark) != first.end()) continue;
    text += language.say(tr("{}: {}", variant, remark)) + "\n";
  }
  return text;
}

}  // namespace nscope::cli
