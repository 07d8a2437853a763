#pragma once

#include "profiler/base/language.h"

#include <string>
#include <vector>

namespace nscope::cli {

/// Texts that several rows of a table share: each row has a mark such as "[1]", and the texts are
/// printed once below the table.
class Footnotes {
 public:
  /// The mark of a text; equal texts have the same mark. Empty for an empty text.
  std::string mark(const Text& text);
  /// One line for each text, in the order of the marks.
  std::string to_text(const Language& language) const;

 private:
  std::vector<Text> texts_;
};

}  // namespace nscope::cli
