#include "profiler/base/files/locked_lines.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope {
namespace {

/// False, with errno set, if the text cannot be written completely.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Result<LockedLines> LockedLines::open(const std::string& path, Lock lock) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) {
    return fail(ErrorCode::kIo, tr("cannot open the file: {}", std::strerror(errno)), path);
  }
  LockedLines lines(file, path);
  if (::flock(file, lock == Lock::kWait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      return fail(ErrorCode::kInfeasible, tr("the file is in use by another program"), path);
    }
    return fail(ErrorCode::kIo, tr("cannot lock the file: {}", std::strerror(errno)), path);
  }
  return lines;
}

LockedLines::LockedLines(LockedLines&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)) {}

LockedLines::~LockedLines() {
  if (file_ >= 0) ::close(file_);
}

Result<> LockedLines::append(std::string_view line) {
  struct stat before = {};
  char last = '\n';
  if (::fstat(file_, &before) != 0 ||
      (before.st_size > 0 && ::pread(file_, &last, 1, before.st_size - 1) != 1)) {
    return fail(ErrorCode::kIo, tr("cannot read the file: {}", std::strerror(errno)), path_);
  }
  std::string text = last == '\n' ? "" : "\n";
  text.append(line).push_back('\n');
  if (write_all(file_, text) && ::fdatasync(file_) == 0) return {};
  const int error = errno;
  (void)!::ftruncate(file_, before.st_size);
  return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(error)), path_);
}

}  // namespace nscope
