#pragma once

#include "app/gui/theme/tokens.h"

#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QString>

class QApplication;

namespace nscope::gui {

/// The theme that the user chose in the View menu.
enum class ThemeChoice { kSystem, kDark, kLight };

/// The colour scheme of the desktop, derived from the platform's palette because Qt 6.4 has no
/// better source. Call before apply_theme().
Scheme system_scheme();

QPalette make_palette(const Tokens& tokens);
/// resources/themes/neuronscope.qss, with the @names replaced by colours.
QString make_style_sheet(const Tokens& tokens);

/// Sets the style, palette, fonts and style sheet of the application.
void apply_theme(QApplication& app, Scheme scheme);

/// Inter (or the system's font) at `pixels`.
QFont ui_font(int pixels = 12, QFont::Weight weight = QFont::Normal);
/// JetBrains Mono (or the system's fixed-width font), for numbers and code.
QFont mono_font(int pixels = 12, QFont::Weight weight = QFont::Normal);

/// A line icon of resources/icons, drawn in `color`. Empty if the icon is missing.
QIcon line_icon(std::string_view name, const QColor& color);

/// The icon of the program, for windows and task bars.
QIcon application_icon();

}  // namespace nscope::gui
