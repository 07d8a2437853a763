#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace nscope::gui {

/// A scroll area that gives `content` the available width and scrolls it vertically, also if the
/// content changed while it was hidden. GUI thread.
QScrollArea* scroll_column(QWidget* content);

/// The column of fields on the left of a page: `content` in a panel of fixed width that scrolls
/// vertically.
QScrollArea* side_column(QWidget* content, int width);

/// Gives the content of a side_column() the style of a panel; returns the layout for its fields.
QVBoxLayout* lay_out_panel(QWidget* content);

}  // namespace nscope::gui
