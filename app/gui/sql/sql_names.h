#pragma once

#include "profiler/sql/sql_session.h"

#include <QString>
#include <QStringList>
#include <vector>

namespace nscope::gui {

/// Completes words in SQL queries: tables, columns, functions and keywords. Immutable after
/// construction; any thread.
class SqlNames {
 public:
  explicit SqlNames(const std::vector<SqlSession::TableColumns>& tables);

  struct Completion {
    QString prefix;     ///< the part of the word before the cursor
    QStringList words;  ///< longer words that start with it, ignoring case
  };
  /// Completions at the cursor between `before` and `after`. After "table." or "alias.", only the
  /// columns of that table. None inside strings, quoted names, comments and words. If no part of
  /// the word is typed yet, none unless `asked`.
  Completion complete(const QString& before, const QString& after, bool asked) const;

  const QStringList& tables() const { return names_; }

 private:
  QStringList columns_of(const QString& qualifier, const QString& query) const;

  std::vector<SqlSession::TableColumns> tables_;
  QStringList names_;  ///< names of the tables
  QStringList words_;  ///< tables, columns, functions, keywords
};

}  // namespace nscope::gui
