#pragma once

class QWidget;

namespace nscope::gui {

/// Fills `view` with `content`, which scrolls vertically where it is too high.
void put_scrolled(QWidget* content, QWidget* view);

}  // namespace nscope::gui
