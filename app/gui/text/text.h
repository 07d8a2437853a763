#pragma once

#include "profiler/base/units.h"

#include <QString>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nscope::gui {

inline QString to_qstring(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

inline std::string to_string(const QString& text) {
  return text.toStdString();
}

/// A text of profiler/base/format.h ("8,388,608", "1.42 µs") with the separators of
/// the language that is shown: "8.388.608", "1,42 µs". For people only, never for
/// files, queries or names.
QString number_text(std::string_view formatted);
/// "1,234.50 USD", as number_text().
QString usd_text(double dollars, int decimals = 2);
inline QString usd_text(Usd amount, int decimals = 2) {
  return usd_text(amount.dollars(), decimals);
}
/// A row of a table in a tool tip, HTML; none where the value is empty.
QString tip_row(const QString& label, const QString& value);
/// A number of things, as number_text().
QString count_text(std::int64_t count);
/// For std::size_t, which no memory fills.
inline QString count_text(std::size_t count) {
  return count_text(static_cast<std::int64_t>(count));
}

}  // namespace nscope::gui
