#pragma once

#include "profiler/trace/trace.h"

#include <QColor>
#include <QString>
#include <span>
#include <string_view>

namespace nscope::gui {

enum class Scheme { kDark, kLight };

/// The colours of the user interface, except those of data. Palette, style sheet, timeline and
/// charts use them. tokens.cpp has one set per scheme.
struct Tokens {
  Scheme scheme = Scheme::kDark;
  QColor window;        ///< window and timeline background
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
  QColor warn;          ///< warnings
  QColor warn_surface;  ///< background of warnings
  QColor bad;           ///< errors
  QColor good;          ///< gains
};

const Tokens& tokens(Scheme scheme);

/// The tokens of the application's current palette.
const Tokens& current_tokens();

/// A token: its name in the style sheet, and its colour.
struct NamedColor {
  std::string_view name;
  QColor color;
};
std::vector<NamedColor> named_colors(const Tokens& tokens);

/// The colour of an engine. Colours of data are equal in both schemes, and colour-blind readers can
/// distinguish them. `matmul` chooses the shade for matrix multiplications.
QColor engine_color(Engine engine, bool matmul = false);
/// The colour of a track's events and counters.
QColor track_color(const Trace& trace, const Track& track);
/// A stable colour for an operator, layer or any other name.
QColor name_color(std::string_view name);

/// `over` blended onto `under` with the opacity `share`, 0 to 1.
QColor mixed(const QColor& under, const QColor& over, double share);

/// WCAG contrast ratio of two opaque colours, 1 to 21.
double contrast(const QColor& a, const QColor& b);
/// The least contrast of text with its background (WCAG 2.1, level AA).
inline constexpr double kLeastContrast = 4.5;
/// `fill`, moved away from the colour of the text on it until their contrast is sufficient.
QColor readable_fill(const QColor& fill, const QColor& ink);

}  // namespace nscope::gui
