#pragma once

#include <string>
#include <vector>

namespace nscope::cli {

/// Texts that many rows of a table share: marked "[1]" there, printed once below.
class Footnotes {
 public:
  /// The mark of a text, the same for the same text; "" for none.
  std::string mark(const std::string& text);
  /// A line for each text, in order of their marks.
  std::string to_text() const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace nscope::cli
