#pragma once

#include <QLayout>
#include <QWidget>

namespace nscope::gui {

/// Removes everything from the layout. The widgets are deleted in the event loop, because the call
/// may come from a signal of one of them. GUI thread.
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
