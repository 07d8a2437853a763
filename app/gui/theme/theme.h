#pragma once

#include "app/gui/theme/tokens.h"

#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QString>

class QApplication;

namespace nscope::gui {

/// What the user asked for in the View menu.
enum class ThemeChoice { kSystem, kDark, kLight };

/// The scheme of the desktop, as far as Qt 6.4 can tell: by the palette that the
/// platform gave us. Call before apply_theme().
Scheme system_scheme();

QPalette make_palette(const Tokens& tokens);
/// resources/themes/neuronscope.qss with its @names replaced.
QString make_style_sheet(const Tokens& tokens);

/// Fusion style, palette, fonts and style sheet.
void apply_theme(QApplication& app, Scheme scheme);

/// Inter (or the system's font) at `pixels`.
QFont ui_font(int pixels = 12, QFont::Weight weight = QFont::Normal);
/// JetBrains Mono (or the system's fixed font): numbers and code.
QFont mono_font(int pixels = 12, QFont::Weight weight = QFont::Normal);

/// A line icon of resources/icons, drawn in `color`. Empty where it is missing.
QIcon line_icon(std::string_view name, const QColor& color);

/// The program's own icon, for windows and task bars.
QIcon application_icon();

}  // namespace nscope::gui
