#include "app/cli/output/study_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cli {

std::string study_heading(const std::string& title, const std::string& note) {
  std::string text = title.empty() ? std::string() : title + "\n";
  if (!note.empty()) text += note + "\n";
  return text;
}

std::string variant_remarks(const std::string& variant, const std::vector<std::string>& remarks,
                            const std::vector<std::string>& first) {
  std::string text;
  for (const std::string& line : remarks) {
    if (std::find(first.begin(), first.end(), line) != first.end()) continue;
    text += fmt::format("{}: {}\n", variant, line);
  }
  return text;
}

}  // namespace nscope::cli
