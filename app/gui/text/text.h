#pragma once

#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <QString>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nscope::gui {

inline QString to_qstring(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// The text in the language that the window shows (shell/dialogs/language.h).
QString shown_text(const Text& text);
template <std::same_as<Text> Exactly>
QString to_qstring(const Exactly& text) {
  return shown_text(text);
}
inline QString to_qstring(Phrase phrase) {
  return shown_text(phrase);
}

/// "place: message" in the same language.
QString to_qstring(const Error& error);

/// A text that the window has translated, for errors.
inline Text text_of(const QString& translated) {
  return Text::verbatim(translated.toStdString());
}

inline std::string to_string(const QString& text) {
  return text.toStdString();
}

/// Converts a formatted number of profiler/base/format.h ("8,388,608", "1.42 µs") to the separators
/// of the language of the window, for example "8.388.608" and "1,42 µs" in German. Numbers in names
/// ("trn1.32xlarge") stay. Only for display, never for files and queries.
QString number_text(std::string_view formatted);
/// A number with this many significant digits and without powers of ten: "0.00812", "118",
/// "48,000". Digits before the decimal point are never rounded.
QString significant_text(double value, int digits);
/// An amount with its currency, for example "USD 1,234.50", with separators as in number_text().
QString usd_text(double dollars, int decimals = 2);
inline QString usd_text(Usd amount, int decimals = 2) {
  return usd_text(amount.dollars(), decimals);
}
/// The price of an hour, to cents or, below USD 1,000, with up to four decimals if it has them:
/// "USD 36.00", "USD 21.9576".
QString hourly_text(Usd price);
/// A cost per million tokens with three significant digits: "11.4", "0.0821"; with currency
/// "USD 11.4".
QString per_million_text(Usd cost);
QString usd_per_million_text(Usd cost);
/// An HTML table row for a tooltip; empty if the value is empty.
QString tip_row(const QString& label, const QString& value);
/// A count with separators as in number_text().
QString count_text(std::int64_t count);
/// The same for std::size_t, which is always in the range of std::int64_t here.
inline QString count_text(std::size_t count) {
  return count_text(static_cast<std::int64_t>(count));
}

}  // namespace nscope::gui
