#include "app/gui/text/text.h"

#include "app/gui/text/shown_language.h"
#include "costmodel/money/figures.h"
#include "profiler/base/format.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {

QString shown_text(const Text& text) {
  return to_qstring(shown_language().say(text));
}

QString to_qstring(const Error& error) {
  return to_qstring(nscope::to_string(error, shown_language()));
}

namespace {

/// Whether the digits at `at` belong to a name, such as the 1.32 of "trn1.32xlarge".
bool is_part_of_name(const QString& text, qsizetype at) {
  const auto in_number = [&](qsizetype i) {
    return text[i].isDigit() || text[i] == QLatin1Char('.') || text[i] == QLatin1Char(',');
  };
  while (at > 0 && in_number(at - 1)) --at;
  if (at == 0) return false;
  const QChar before = text[at - 1];
  const bool joined = before == QLatin1Char('-') && at > 1 && text[at - 2].isLetterOrNumber();
  return joined || before.isLetter() || before == QLatin1Char('_');
}

}  // namespace

QString number_text(std::string_view formatted) {
  const QString plain = to_qstring(formatted);
  const QLocale locale;
  const QString point = locale.decimalPoint();
  const QString comma = locale.groupSeparator();
  QString text;
  text.reserve(plain.size());
  for (qsizetype i = 0; i < plain.size(); ++i) {
    const QChar c = plain[i];
    // It is a separator only between digits, not at the end of a sentence.
    const bool inside = i > 0 && i + 1 < plain.size() && plain[i - 1].isDigit() &&
                        plain[i + 1].isDigit() && !is_part_of_name(plain, i);
    if (inside && c == QLatin1Char('.')) {
      text += point;
    } else if (inside && c == QLatin1Char(',')) {
      text += comma;
    } else {
      text += c;
    }
  }
  return text;
}

QString significant_text(double value, int digits) {
  const double size = std::abs(value);
  const int before = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : digits;
  const int decimals = std::clamp(digits - before, 0, 9);
  return number_text(group_thousands(fmt::format("{:.{}f}", value, decimals)));
}

QString usd_text(double dollars, int decimals) {
  return QStringLiteral("USD ") +
         number_text(group_thousands(fmt::format("{:.{}f}", dollars, decimals)));
}

QString hourly_text(Usd price) {
  return QStringLiteral("USD ") + number_text(cost::as_price(price).exact);
}

QString per_million_text(Usd cost) {
  constexpr int kDigits = 3;
  return significant_text(cost.dollars(), kDigits);
}

QString usd_per_million_text(Usd cost) {
  return QStringLiteral("USD ") + per_million_text(cost);
}

QString tip_row(const QString& label, const QString& value) {
  if (value.isEmpty()) return {};
  return QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>")
      .arg(label.toHtmlEscaped(), value.toHtmlEscaped());
}

QString count_text(std::int64_t count) {
  return number_text(format_count(count));
}

}  // namespace nscope::gui
