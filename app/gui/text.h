#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace nscope::gui {

inline QString to_qstring(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

inline std::string to_string(const QString& text) {
  return text.toStdString();
}

}  // namespace nscope::gui
