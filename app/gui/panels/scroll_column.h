#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace nscope::gui {

/// `content` as wide as there is room, scrolled where it is too high. GUI thread.
QScrollArea* scroll_column(QWidget* content);

/// The column of fields at the left of a page: `content` in a panel of fixed
/// width that scrolls where the window is too low for it.
QScrollArea* side_column(QWidget* content, int width);

/// Gives the content of a side_column() the look of a panel, and the layout of its fields.
QVBoxLayout* lay_out_panel(QWidget* content);

}  // namespace nscope::gui
