#pragma once

#include <string>
#include <string_view>

namespace nscope::cost {

/// A text in Windows-1252, which the standard fonts of PDF have.
struct PrintableText {
  std::string bytes;
  int replaced = 0;  ///< characters that became '?'
};

/// Converts UTF-8. Signs without a place in Windows-1252 become plain text where one is
/// usual (">=", "-", a space); all others, control characters and broken UTF-8 '?'.
PrintableText printable(std::string_view utf8);

}  // namespace nscope::cost
