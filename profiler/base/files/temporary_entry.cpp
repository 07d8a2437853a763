#include "profiler/base/files/temporary_entry.h"

#include "profiler/base/text/text_cursor.h"

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = ".nscope-";
constexpr std::string_view kSuffix = ".tmp";
/// More entries of one process in one folder than ever exist at a time.
constexpr int kMostEntries = 100'000;

/// The length of the name of a temporary entry at the start of `name`; 0 if there is none. A
/// database adds "-journal" to the name for its journal.
std::size_t entry_name_length(std::string_view name) {
  TextCursor in(name);
  long process = 0;
  long number = 0;
  if (!in.take(kPrefix) || !in.number(process) || !in.take("-") || !in.number(number)) return 0;
  const std::string head = fmt::format("{}{}-{}{}", kPrefix, process, number, kSuffix);
  return process > 0 && name.starts_with(head) ? head.size() : 0;
}

/// Opens an entry and locks it. -1, with the reason in errno, if it cannot be opened (ENOENT if it
/// has been renamed or removed since), is locked (EWOULDBLOCK) or cannot be locked.
int lock_entry(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return -1;
  int reason = ::flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  if (reason == 0) {
    struct stat opened = {};
    struct stat named = {};
    const bool same = ::fstat(fd, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
                      opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
    if (same) return fd;
    reason = ENOENT;
  }
  ::close(fd);
  errno = reason;
  return -1;
}

bool create(const std::string& path, TemporaryEntry::Kind kind) {
  if (kind == TemporaryEntry::Kind::kFolder) return ::mkdir(path.c_str(), 0777) == 0;
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0) ::close(fd);
  return fd >= 0;
}

}  // namespace

TemporaryEntry::TemporaryEntry(const std::string& target, Kind kind) {
  const fs::path folder = fs::path(target).parent_path();
  remove_leftovers(folder.empty() ? "." : folder.string());
  for (int number = 0; number < kMostEntries; ++number) {
    const auto name = fmt::format("{}{}-{}{}", kPrefix, ::getpid(), number, kSuffix);
    path_ = (folder / name).string();
    if (create(path_, kind)) {
      lock_ = lock_entry(path_);
      // Between its creation and its lock, another process may have taken the entry for a leftover:
      // it has removed the entry, or it has locked the entry in order to remove it. Any other
      // reason means that the file system has no locks.
      if (lock_ >= 0 || (errno != EWOULDBLOCK && errno != ENOENT)) return;
    } else if (errno != EEXIST) {
      return;
    }
  }
}

TemporaryEntry::~TemporaryEntry() {
  std::error_code ignored;
  if (!kept_) fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

void TemporaryEntry::keep() {
  kept_ = true;
  if (lock_ >= 0) ::close(lock_);
  lock_ = -1;
}

int remove_leftovers(const std::string& folder) {
  int removed = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    const std::size_t length = entry_name_length(name);
    if (length == 0) continue;
    const std::string path = it->path().string();
    std::error_code ignored;
    if (length < name.size()) {  // the journal of an entry
      const fs::path entry = it->path().parent_path() / name.substr(0, length);
      if (!fs::exists(entry, ignored) && fs::remove(path, ignored)) ++removed;
    } else if (const int lock = lock_entry(path); lock >= 0) {
      fs::remove_all(path, ignored);
      ::close(lock);
      ++removed;
    }
  }
  return removed;
}

}  // namespace nscope
