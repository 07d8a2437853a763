#include "app/gui/run/autosave_slot.h"

#include <QDir>
#include <QFile>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kMostWindows = 32;

}  // namespace

AutosaveSlot::AutosaveSlot(const QString& folder, const QString& run) {
  QDir().mkpath(folder);
  for (int number = 1; number <= kMostWindows; ++number) {
    const QString part = number == 1 ? QString() : QStringLiteral(".%1").arg(number);
    const QString path =
        folder + QLatin1Char('/') + run + part + QStringLiteral(".annotations.json");
    const QString lock_path = path + QStringLiteral(".lock");
    // If neither file exists, no window uses or used this slot.
    if (lock_ && !QFile::exists(path) && !QFile::exists(lock_path)) continue;
    auto lock = std::make_unique<QLockFile>(lock_path);
    // A lock must not become stale with age, only when its process ends.
    lock->setStaleLockTime(0);
    if (!lock->tryLock(0)) {
      if (lock->error() == QLockFile::LockFailedError) {
        shared_ = true;
        continue;
      }
      if (path_.isEmpty()) path_ = path;
      return;
    }
    if (!lock_) {
      path_ = path;
      lock_ = std::move(lock);
    } else if (QFile::exists(path)) {
      orphans_ << path;
      orphan_locks_.push_back(std::move(lock));
    }
  }
}

void AutosaveSlot::remove_orphans() {
  for (const QString& path : std::exchange(orphans_, {})) QFile::remove(path);
  orphan_locks_.clear();
}

}  // namespace nscope::gui
