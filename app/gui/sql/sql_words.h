#pragma once

#include "profiler/sql/sql_session.h"

#include <QString>
#include <QStringList>
#include <vector>

namespace nscope::gui {

/// The words of a query: what can follow the text before the cursor. Immutable after
/// construction; any thread.
class SqlWords {
 public:
  explicit SqlWords(const std::vector<SqlSession::TableColumns>& tables);

  struct Completion {
    QString prefix;     ///< what is typed of the word
    QStringList words;  ///< that begin with it, without regard to case, and go on
  };
  /// `before` and `after` the cursor. After "table." or "alias." only the columns of that
  /// table. No words in texts and comments, or where nothing is typed, unless `asked`.
  Completion complete(const QString& before, const QString& after, bool asked) const;

  const QStringList& tables() const { return names_; }

 private:
  QStringList columns_of(const QString& qualifier, const QString& query) const;

  std::vector<SqlSession::TableColumns> tables_;
  QStringList names_;  ///< of tables
  QStringList words_;  ///< tables, columns, functions, keywords
};

}  // namespace nscope::gui
