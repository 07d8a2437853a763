#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace nscope::gui {

/// A scroll area that gives `content` the available width and scrolls it vertically, also if the
/// content changed while it was hidden. GUI thread.
QScrollArea* scroll_column(QWidget* content);

/// The column of fields on the left of a page: `content` in a panel that scrolls vertically.
QScrollArea* side_column(QWidget* content);

/// Lays out a page with its column of fields, which has at least `least` pixels and gets wider in
/// large windows, so that long values can be read, and its results, which have the other width.
void lay_out_page(QWidget& page, QWidget* side, int least, QWidget* results);

/// Gives the content of a side_column() the style of a panel; returns the layout for its fields.
QVBoxLayout* lay_out_panel(QWidget* content);

}  // namespace nscope::gui
