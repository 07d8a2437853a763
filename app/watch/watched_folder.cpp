#include "app/watch/watched_folder.h"

#include "importers/open/detect.h"
#include "importers/open/run_files.h"
#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <utility>

namespace nscope::watch {
namespace {

namespace fs = std::filesystem;

constexpr int kMostDepth = 12;

/// Suffixes of files that another program is still writing or copying.
constexpr std::array<std::string_view, 6> kUnfinished{".tmp",     ".part",  ".partial",
                                                      ".filepart", ".swp", ".crdownload"};

}  // namespace

Result<WatchedFolder> WatchedFolder::open(std::string_view folder) {
  if (folder.starts_with("ssh://")) {
    return fail(ErrorCode::kInvalidArgument,
                tr("a folder on another machine cannot be watched; mount it here, for example with "
                   "sshfs, or open its captures with ssh:// when they are complete"),
                std::string(folder));
  }
  std::error_code error;
  const fs::path path = fs::absolute(fs::path(folder), error).lexically_normal();
  if (error || !fs::is_directory(path, error)) {
    return fail(ErrorCode::kNotFound, tr("must be an existing folder"), std::string(folder));
  }
  return WatchedFolder(path.string());
}

bool WatchedFolder::is_ignored(std::string_view name) {
  return name.starts_with('.') || name.ends_with('~') ||
         std::any_of(kUnfinished.begin(), kUnfinished.end(),
                     [&](std::string_view suffix) { return name.ends_with(suffix); });
}

WatchedFolder::Signature WatchedFolder::signature_of(const fs::path& path) {
  Signature sum;
  const auto add = [&](const fs::path& file) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (!error) sum.bytes += size;
    const auto time = fs::last_write_time(file, error);
    if (!error) sum.newest = std::max(sum.newest, time);
    ++sum.files;
  };
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(path, error))) {
    add(path);
    return sum;
  }
  fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
    if (it.depth() >= kMostDepth) it.disable_recursion_pending();
    std::error_code ignored;
    if (it->is_regular_file(ignored) && !it->is_symlink(ignored)) add(it->path());
    if (sum.files >= kMostFiles) break;
  }
  return sum;
}

void WatchedFolder::update(Entry& entry, const Signature& now_signature, Clock::time_point now) {
  const bool returned = entry.found.state == State::kGone;
  if (entry.signature == now_signature && !returned) return;
  if (entry.signature == now_signature) {
    // The same capture again, for example because a network drive was away.
    entry.found.state = entry.found.reason.empty() ? State::kPresent : State::kSkipped;
    if (!entry.is_judged) entry.found.state = State::kGrowing;
    return;
  }
  entry.signature = now_signature;
  entry.since = now;
  entry.found.bytes = now_signature.bytes;
  const bool was_capture = entry.is_judged && entry.found.reason.empty() && !entry.is_first;
  if (was_capture) {
    entry.found.state = State::kChanged;
    return;
  }
  entry.is_first = false;
  entry.is_judged = false;
  entry.found.state = State::kGrowing;
  entry.found.reason = {};
}

bool WatchedFolder::judge(Entry& entry, TaskControl& control) {
  entry.is_judged = true;
  const auto skip = [&](Text why) {
    entry.found.state = State::kSkipped;
    entry.found.reason = std::move(why);
    return false;
  };
  std::error_code error;
  const auto status = fs::symlink_status(entry.found.path, error);
  if (fs::is_symlink(status)) return skip(tr("a link is not followed"));
  if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
    return skip(tr("neither a file nor a folder"));
  }
  if (entry.signature.files >= kMostFiles) {
    return skip(tr("the folder has more than {} files", as::count(kMostFiles)));
  }
  const std::array<std::string, 1> path{entry.found.path};
  const auto files = importers::find_run_files(path, control);
  if (!files) {
    if (files.error().code == ErrorCode::kCancelled) {
      entry.is_judged = false;
      return false;
    }
    const auto source = ByteSource::open(entry.found.path);
    const bool unknown =
        files.error().code == ErrorCode::kBadInput && source && !importers::is_archive(*source);
    return skip(unknown ? tr("not a capture: {}", importers::looks_like(*source))
                        : files.error().message);
  }
  if (files->captures.empty()) {
    return skip(files->neffs.empty() ? tr("there is no capture in the folder")
                                     : tr("a compiled model (NEFF), which is read together with "
                                          "its captures"));
  }
  const importers::Importer* const importer = files->captures.front().importer;
  const bool single = fs::is_regular_file(status);
  if (single && importer != nullptr && importer->whole_folder) {
    const auto [first, is_new] =
        whole_folder_.try_emplace(std::string(importer->id), entry.found.name);
    if (!is_new && first->second != entry.found.name) {
      return skip(tr("a part of the same capture as {}", first->second));
    }
  }
  entry.found.state = entry.is_first ? State::kPresent : State::kComplete;
  return !entry.is_first;
}

Result<Scan> WatchedFolder::scan(Clock::time_point now, TaskControl& control) {
  Scan scan;
  for (auto& [name, entry] : entries_) entry.is_seen = false;
  std::error_code error;
  fs::directory_iterator it(folder_, fs::directory_options::skip_permission_denied, error);
  if (error) scan.folder_missing = true;
  for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
    if (control.cancelled()) return cancelled();
    const std::string name = it->path().filename().string();
    if (is_ignored(name)) continue;
    const Signature signature = signature_of(it->path());
    auto found = entries_.find(name);
    if (found == entries_.end()) {
      if (entries_.size() >= kMostEntries) {
        ++scan.left_out;
        continue;
      }
      Entry entry{.found = {.path = it->path().string(), .name = name, .bytes = signature.bytes},
                  .signature = signature,
                  .since = now,
                  .is_first = !scanned_};
      found = entries_.emplace(name, std::move(entry)).first;
    } else {
      update(found->second, signature, now);
    }
    found->second.is_seen = true;
  }
  if (!scan.folder_missing) scanned_ = true;
  for (auto& [name, entry] : entries_) {
    if (control.cancelled()) return cancelled();
    if (!entry.is_seen) {
      entry.found.state = State::kGone;
    } else if (!entry.is_judged && entry.signature.bytes > 0 && now - entry.since >= kQuiet &&
               judge(entry, control)) {
      scan.complete.push_back(entry.found.path);
    }
    scan.found.push_back(entry.found);
  }
  return scan;
}

}  // namespace nscope::watch
