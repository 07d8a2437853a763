#include "app/gui/watch/folder_watcher.h"

#include "app/gui/text/text.h"

#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kLookEveryMs = 1'000;

bool is_same(const watch::Scan& a, const watch::Scan& b) {
  return a.folder_missing == b.folder_missing && a.left_out == b.left_out &&
         std::equal(a.found.begin(), a.found.end(), b.found.begin(), b.found.end(),
                    [](const watch::Found& x, const watch::Found& y) {
                      return x.path == y.path && x.state == y.state && x.bytes == y.bytes;
                    });
}

}  // namespace

FolderWatcher::FolderWatcher(QObject* parent) : QObject(parent), job_(tr("Watching a folder")) {
  timer_.setInterval(kLookEveryMs);
  connect(&timer_, &QTimer::timeout, this, &FolderWatcher::look);
}

Result<> FolderWatcher::start(const QString& folder) {
  auto opened = watch::WatchedFolder::open(to_string(folder));
  if (!opened) return fail(opened.error());
  stop();
  folder_ = std::make_shared<watch::WatchedFolder>(std::move(*opened));
  path_ = to_qstring(folder_->folder());
  scan_ = {};
  opened_.clear();
  timer_.start();
  look();
  emit changed();
  return {};
}

void FolderWatcher::stop() {
  timer_.stop();
  job_.cancel();
  if (!folder_) return;
  folder_.reset();
  emit changed();
}

void FolderWatcher::look() {
  if (!folder_ || job_.is_running()) return;
  job_.start(
      [folder = folder_](TaskControl& control) {
        return folder->scan(watch::WatchedFolder::Clock::now(), control);
      },
      [this, folder = folder_](Result<watch::Scan> scan) {
        if (folder_ == folder) take(std::move(scan));
      });
}

void FolderWatcher::take(Result<watch::Scan> scan) {
  if (!scan) return;  // cancelled
  const bool same = is_same(scan_, *scan);
  scan_ = std::move(*scan);
  const std::vector<std::string> complete = scan_.complete;
  if (!same || !complete.empty()) emit changed();
  if (opens_ && !complete.empty()) emit capture_found(to_qstring(complete.back()));
}

void FolderWatcher::note_opened(const QString& path, Opened opened) {
  const std::string key = to_string(path);
  const bool here = std::any_of(scan_.found.begin(), scan_.found.end(),
                                [&](const watch::Found& each) { return each.path == key; });
  if (!here) return;
  if (opened.is_open) {
    for (auto& [other, state] : opened_) state.is_open = false;
  }
  opened_[key] = std::move(opened);
  emit changed();
}

const FolderWatcher::Opened* FolderWatcher::opened(const std::string& path) const {
  const auto found = opened_.find(path);
  return found == opened_.end() ? nullptr : &found->second;
}

}  // namespace nscope::gui

#include "moc_folder_watcher.cpp"
