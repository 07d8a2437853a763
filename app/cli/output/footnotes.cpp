#include "app/cli/output/footnotes.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cli {

std::string Footnotes::mark(const Text& text) {
  if (text.empty()) return {};
  const auto known = std::find(texts_.begin(), texts_.end(), text);
  const auto number = known - texts_.begin() + 1;
  if (known == texts_.end()) texts_.push_back(text);
  return fmt::format("[{}]", number);
}

std::string Footnotes::to_text(const Language& language) const {
  std::string text;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    text += fmt::format("[{}] {}\n", i + 1, language.say(texts_[i]));
  }
  return text;
}

}  // namespace nscope::cli
