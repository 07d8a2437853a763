#pragma once

#include "profiler/base/result.h"

#include <QString>
#include <QStringList>

namespace nscope::gui {

/// Queries that were run, the latest last. Stepping back keeps what was being written.
/// GUI thread.
class SqlHistory {
 public:
  static constexpr int kMost = 200;

  /// Reads them from a file and keeps it up to date from now on; an empty path: keeps none.
  /// A file that cannot be read is a new one.
  void set_file(const QString& path);
  /// The query was run. Errors: kIo where the file cannot be written.
  Result<> add(const QString& query);

  /// The query before the one that is shown; `shown` where there is none.
  QString older(const QString& shown);
  QString newer(const QString& shown);

  const QStringList& queries() const { return queries_; }

 private:
  QString path_;
  QStringList queries_;
  qsizetype at_ = 0;  ///< what is shown; size(): the draft
  QString draft_;
};

}  // namespace nscope::gui
