#include "app/cli/output/study_text.h"

#include <algorithm>

namespace nscope::cli {

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
