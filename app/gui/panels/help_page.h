#pragma once

#include <QString>

class QWidget;

namespace nscope::gui {

// The pages of the documentation site that belong to parts of the window. GUI thread.

/// Sets the page that describes a widget and its children: its path in docs/ without the suffix,
/// for example "guide/simulate".
void set_help_page(QWidget& widget, const char* page);

/// The page of the widget or of its nearest ancestor with a page; "index" if there is none.
QString help_page(const QWidget* widget);

/// The folder of the documentation site: that of the installed program, or the one that
/// scripts/docs builds next to the build folder. Empty if there is neither.
QString documentation_folder();

/// Opens a page of the documentation site in the web browser. Returns an empty text, or why the
/// page cannot be opened and what to do.
QString open_documentation(const QString& page);

}  // namespace nscope::gui
