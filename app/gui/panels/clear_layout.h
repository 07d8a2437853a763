#pragma once

#include <QLayout>
#include <QWidget>

namespace nscope::gui {

/// Takes everything out of the layout; its widgets go once control is back in the event loop,
/// as one of them may have asked for this. GUI thread.
inline void clear_layout(QLayout& layout) {
  while (QLayoutItem* item = layout.takeAt(0)) {
    if (item->widget() != nullptr) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    delete item;
  }
}

}  // namespace nscope::gui
