#pragma once

#include <QLockFile>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The file in which one window keeps its unsaved notes on a run. Windows of the same run
/// have one each, told apart by locks that end with their program, however it ends. GUI
/// thread.
class AutosaveSlot {
 public:
  /// Takes the first file of `run` in `folder` that no other window has. Where locks cannot
  /// be made there (a folder that is read-only), the first: writing it will say why not.
  AutosaveSlot(const QString& folder, const QString& run);

  /// Empty where more windows than can be told apart have the run.
  const QString& path() const { return path_; }
  /// Another window has the run open.
  bool is_shared() const { return shared_; }
  /// What windows that are gone left behind, without path(). Nobody else takes them over
  /// until remove_orphans(), or the end of this.
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
