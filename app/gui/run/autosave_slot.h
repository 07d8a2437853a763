#pragma once

#include <QLockFile>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The file in which a window stores its unsaved annotations of a run. Each window of the same run
/// has its own file. Lock files mark the files in use; a lock ends with its process, even after a
/// crash. GUI thread.
class AutosaveSlot {
 public:
  /// Takes the first file for `run` in `folder` that no other window uses. If lock files cannot be
  /// created, for example in a read-only folder, takes the first file; writing it then reports the
  /// error.
  AutosaveSlot(const QString& folder, const QString& run);

  /// The path of the file; empty if too many windows have the run open.
  const QString& path() const { return path_; }
  /// Whether another window has the run open.
  bool is_shared() const { return shared_; }
  /// Files that windows which no longer exist left behind, except path(). They stay locked until
  /// remove_orphans() or the end of this object.
  const QStringList& orphans() const { return orphans_; }
  void remove_orphans();

 private:
  QString path_;
  bool shared_ = false;
  QStringList orphans_;
  std::unique_ptr<QLockFile> lock_;
  std::vector<std::unique_ptr<QLockFile>> orphan_locks_;
};

}  // namespace nscope::gui
