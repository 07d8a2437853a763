#pragma once

class QWidget;

namespace nscope::gui {

/// Fills `view` with `content` in a vertical scroll area.
void put_scrolled(QWidget* content, QWidget* view);

}  // namespace nscope::gui
