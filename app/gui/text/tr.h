#pragma once

#include <QCoreApplication>
#include <QString>

namespace nscope::gui {

/// The translation of a text that no class owns. lupdate files the texts of free functions under
/// their namespace, which is where this looks them up. Classes of QObject have their own tr().
inline QString tr(const char* text) {
  return QCoreApplication::translate("nscope::gui", text);
}

}  // namespace nscope::gui
