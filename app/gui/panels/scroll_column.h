#pragma once

#include <QScrollArea>

namespace nscope::gui {

/// `content` as wide as there is room, scrolled where it is too high. GUI thread.
QScrollArea* scroll_column(QWidget* content);

/// The column of fields at the left of a page: `content` in a panel of fixed
/// width that scrolls where the window is too low for it.
QScrollArea* side_column(QWidget* content, int width);

}  // namespace nscope::gui
