#pragma once

#include "app/gui/background/job.h"
#include "app/watch/watched_folder.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace nscope::gui {

/// Watches a folder in the background and reports captures that appear. GUI thread.
class FolderWatcher : public QObject {
  Q_OBJECT

 public:
  explicit FolderWatcher(QObject* parent = nullptr);

  /// Errors: those of watch::WatchedFolder::open(). The folder that was watched before is kept then.
  Result<> start(const QString& folder);
  void stop();
  bool is_watching() const { return folder_ != nullptr; }
  /// The folder that is or was watched; empty before the first.
  const QString& folder() const { return path_; }
  /// What the last scan found.
  const watch::Scan& scan() const { return scan_; }

  /// Whether complete captures are opened by themselves.
  bool opens() const { return opens_; }
  void set_opens(bool opens) { opens_ = opens; }

  /// The result of opening a capture of the folder.
  struct Opened {
    bool is_open = false;
    QString problem{};  ///< why it could not be opened
  };
  void note_opened(const QString& path, Opened opened);
  /// nullptr if nobody tried to open it.
  const Opened* opened(const std::string& path) const;

  Job& job() { return job_; }

 signals:
  void changed();
  /// A capture is complete and is to be opened. If several are complete at once, the last of them.
  void capture_found(const QString& path);

 private:
  void look();
  void take(Result<watch::Scan> scan);

  std::shared_ptr<watch::WatchedFolder> folder_;  ///< used by the job while it runs
  QString path_;
  watch::Scan scan_;
  std::map<std::string, Opened> opened_;
  bool opens_ = true;
  QTimer timer_;
  Job job_;
};

}  // namespace nscope::gui
