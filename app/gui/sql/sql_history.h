#pragma once

#include "profiler/base/result.h"

#include <QString>
#include <QStringList>

namespace nscope::gui {

/// The history of queries, newest last. Going back in the history keeps the draft that was being
/// written. GUI thread.
class SqlHistory {
 public:
  static constexpr int kMost = 200;

  /// Reads the queries from a file, which add() then updates. An empty path: no file. A file that
  /// cannot be read counts as empty.
  void set_file(const QString& path);
  /// Adds a query that was run. Errors: kIo if the file cannot be written.
  Result<> add(const QString& query);

  /// The query before the current one; `shown`, the text in the editor, if there is none.
  QString older(const QString& shown);
  /// The query after the current one, finally the draft; `shown` if there is none.
  QString newer(const QString& shown);

  const QStringList& queries() const { return queries_; }

 private:
  QString path_;
  QStringList queries_;
  qsizetype at_ = 0;  ///< index of the current query; size(): the draft
  QString draft_;
};

}  // namespace nscope::gui
