#pragma once

#include <QLineEdit>
#include <QWidget>

namespace nscope::gui {

/// Ends the connections of the text fields inside `owner` to it. For the destructor of a widget
/// that reacts to editingFinished: the field with the focus emits it when the base class deletes
/// it, after the widget's own members are gone. GUI thread.
inline void disconnect_fields(QWidget& owner) {
  for (QLineEdit* field : owner.findChildren<QLineEdit*>()) {
    QObject::disconnect(field, nullptr, &owner, nullptr);
  }
}

}  // namespace nscope::gui
