#pragma once

#include "profiler/base/language.h"
#include "profiler/base/text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::cost {

/// The meaning of a mark. The theme of the page or the printer assigns the colour.
enum class Ink { kText, kMuted, kGrid, kAccent, kGood, kBad, kWarn };

enum class Anchor { kStart, kMiddle, kEnd };

struct LineMark {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  Ink ink = Ink::kGrid;
  double width = 1.0;
  bool dashed = false;
};
struct RectMark {
  double x = 0, y = 0, width = 0, height = 0;
  Ink ink = Ink::kAccent;
  double opacity = 1.0;
};
struct PolylineMark {
  std::vector<std::pair<double, double>> points;
  Ink ink = Ink::kAccent;
  double width = 2.0;
};
struct TextMark {
  double x = 0, y = 0;  ///< of the anchor, on the base line
  Text text;
  Ink ink = Ink::kText;
  double size = 12.0;
  Anchor anchor = Anchor::kStart;
  std::size_t most_bytes = 0;  ///< longer texts end with an ellipsis; 0 for no limit
  double most_width = 0;       ///< wider texts have a smaller size; 0 for no limit

  /// The text to draw.
  std::string shown(const Language& language) const;
  /// The size of a text that is `width` wide at the size `size`.
  double fitting_size(double width) const;
};
using Mark = std::variant<LineMark, RectMark, PolylineMark, TextMark>;

/// A vector image that to_svg() and the PDF writer draw. Marks are drawn in their order; y grows
/// downwards. Units: CSS pixels.
struct Drawing {
  double width = 720.0;
  double height = 280.0;
  Text title{};  ///< alternative text for screen readers
  std::vector<Mark> marks{};
};

/// An <svg> element for an HTML page. Texts are escaped; colours are the classes "ink-text",
/// "ink-muted", ... of the style sheet. Equal arguments give equal bytes.
std::string to_svg(const Drawing& drawing, const Language& language);

/// The class of an ink: "ink-good".
std::string_view css_class(Ink ink);

/// At most `most` round numbers (at least 2) between `low` and `high`, including zero if it is
/// between them.
std::vector<double> round_ticks(double low, double high, int most);

}  // namespace nscope::cost
