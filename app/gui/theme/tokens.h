#pragma once

#include "profiler/trace/trace.h"

#include <QColor>
#include <QString>
#include <span>
#include <string_view>

namespace nscope::gui {

enum class Scheme { kDark, kLight };

/// Every colour of the application that is not data. One row of the table in
/// tokens.cpp per scheme: palette, style sheet, timeline and charts read it.
struct Tokens {
  Scheme scheme = Scheme::kDark;
  QColor window;        ///< behind everything, timeline background
  QColor panel;         ///< docks and bars
  QColor raised;        ///< fields, cards, status bar
  QColor line;          ///< separators and grid
  QColor text;          ///< primary
  QColor muted;         ///< secondary
  QColor accent;        ///< selection, primary action, focus ring
  QColor on_accent;     ///< text on accent
  QColor selection;     ///< selected rows and ranges
  QColor bar;           ///< bars inside tables
  QColor scroll;        ///< scroll bar handles
  QColor warn;          ///< guards
  QColor warn_surface;  ///< behind guards
  QColor bad;           ///< errors
  QColor good;          ///< gains
};

const Tokens& tokens(Scheme scheme);

/// The tokens of the palette that the application uses now.
const Tokens& current_tokens();

/// The tokens as (name in the style sheet, colour).
struct NamedColor {
  std::string_view name;
  QColor color;
};
std::vector<NamedColor> named_colors(const Tokens& tokens);

/// Colours of data: equal in both schemes, told apart by colour-blind readers.
QColor engine_color(Engine engine, bool matmul = false);
/// The colour of a track's events and counters.
QColor track_color(const Trace& trace, const Track& track);
/// A stable colour for an operator, layer or any other name.
QColor name_color(std::string_view name);

/// `share` 0..1 of `over` laid on `under`.
QColor mixed(const QColor& under, const QColor& over, double share);

/// WCAG contrast of two opaque colours, 1..21.
double contrast(const QColor& a, const QColor& b);

}  // namespace nscope::gui
