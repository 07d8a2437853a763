#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::cost {

/// What a mark means; the page's theme and the printer give it a colour.
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
  std::string text;
  Ink ink = Ink::kText;
  double size = 12.0;
  Anchor anchor = Anchor::kStart;
};
using Mark = std::variant<LineMark, RectMark, PolylineMark, TextMark>;

/// A picture of a few marks, the first behind; y grows downwards. It knows nothing of
/// files: to_svg() and the PDF writer draw it. Units: CSS pixels.
struct Drawing {
  double width = 720.0;
  double height = 280.0;
  std::string title{};  ///< what it shows, for those who cannot see it
  std::vector<Mark> marks{};
};

/// An <svg> element for an HTML page: names escaped, colours by the classes "ink-text",
/// "ink-muted", ... which the page's style defines. Same drawing, same bytes.
std::string to_svg(const Drawing& drawing);

/// The class of an ink: "ink-good".
std::string_view css_class(Ink ink);

/// Round numbers between `low` and `high`, `most` or fewer (at least 2), with zero among
/// them where it lies between.
std::vector<double> round_ticks(double low, double high, int most);

}  // namespace nscope::cost
