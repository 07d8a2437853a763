#pragma once

#include <QScrollArea>

namespace nscope::gui {

/// The column of fields at the left of a page: `content` in a panel of fixed
/// width that scrolls where the window is too low for it.
QScrollArea* side_column(QWidget* content, int width);

}  // namespace nscope::gui
