#include "app/gui/sql/sql_names.h"

#include "app/gui/text/text.h"

#include <QRegularExpression>

namespace nscope::gui {
namespace {

constexpr const char* kKeywords =
    "SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET DISTINCT AS AND OR NOT IN IS NULL LIKE "
    "GLOB BETWEEN EXISTS CASE WHEN THEN ELSE END JOIN LEFT INNER CROSS ON USING UNION ALL EXCEPT "
    "INTERSECT WITH RECURSIVE VALUES ASC DESC OVER PARTITION ROWS RANGE PRECEDING FOLLOWING "
    "UNBOUNDED CURRENT ROW FILTER CAST INTEGER REAL TEXT";
constexpr const char* kFunctions =
    "count sum avg min max total median percentile stddev stddev_pop variance variance_pop "
    "group_concat abs round coalesce ifnull nullif iif length lower upper substr replace trim "
    "instr printf row_number rank lag lead first_value last_value ntile";

bool is_word(QChar c) {
  return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// Whether the end of `text` is inside a string, a quoted name or a comment.
bool in_quotes(const QString& text) {
  QChar quote;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    if (!quote.isNull()) {
      if (c == quote) quote = QChar();
    } else if (c == QLatin1Char('\'') || c == QLatin1Char('"')) {
      quote = c;
    } else if (QStringView(text).mid(i, 2) == QLatin1String("--")) {
      i = text.indexOf(QLatin1Char('\n'), i);
      if (i < 0) return true;
    }
  }
  return !quote.isNull();
}

/// The word at the end of `text`.
QString last_word(const QString& text) {
  qsizetype begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.mid(begin);
}

}  // namespace

SqlNames::SqlNames(const std::vector<SqlSession::TableColumns>& tables) : tables_(tables) {
  QStringList columns;
  for (const auto& table : tables_) {
    names_ << to_qstring(table.name);
    for (const std::string& column : table.columns) columns << to_qstring(column);
  }
  columns.removeDuplicates();
  columns.sort();
  words_ << names_ << columns << QString::fromLatin1(kFunctions).split(QLatin1Char(' '))
         << QString::fromLatin1(kKeywords).split(QLatin1Char(' '));
  words_.removeDuplicates();
}

/// Columns of the table whose name, or whose alias in the query, is `qualifier`.
QStringList SqlNames::columns_of(const QString& qualifier, const QString& query) const {
  for (const auto& table : tables_) {
    const QString name = to_qstring(table.name);
    const QRegularExpression alias(
        QStringLiteral("\\b%1\\s+(?:AS\\s+)?%2\\b")
            .arg(QRegularExpression::escape(name), QRegularExpression::escape(qualifier)),
        QRegularExpression::CaseInsensitiveOption);
    if (name.compare(qualifier, Qt::CaseInsensitive) != 0 && !query.contains(alias)) continue;
    QStringList columns;
    for (const std::string& column : table.columns) columns << to_qstring(column);
    return columns;
  }
  return {};
}

SqlNames::Completion SqlNames::complete(const QString& before, const QString& after,
                                        bool asked) const {
  Completion made{.prefix = last_word(before), .words = {}};
  if (in_quotes(before) || (!after.isEmpty() && is_word(after.front()))) return made;
  const QString head = before.left(before.size() - made.prefix.size());
  const bool qualified = head.endsWith(QLatin1Char('.'));
  if (made.prefix.isEmpty() && !qualified && !asked) return made;
  if (!made.prefix.isEmpty() && made.prefix.front().isDigit()) return made;
  const QStringList offered =
      qualified ? columns_of(last_word(head.chopped(1)), before + after) : words_;
  for (const QString& word : offered) {
    if (word.size() > made.prefix.size() && word.startsWith(made.prefix, Qt::CaseInsensitive)) {
      made.words << word;
    }
  }
  return made;
}

}  // namespace nscope::gui
