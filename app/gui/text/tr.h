#pragma once

#include <QCoreApplication>
#include <QString>

namespace nscope::gui {

/// Translates a text in a free function. lupdate assigns these texts to the context of the
/// namespace, in which this function looks them up. QObject classes have their own tr().
inline QString tr(const char* text) {
  return QCoreApplication::translate("nscope::gui", text);
}

}  // namespace nscope::gui
