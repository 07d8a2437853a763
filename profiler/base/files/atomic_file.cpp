#include "profiler/base/files/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope {
namespace {

/// Renaming would replace a device or a pipe.
bool is_special(const std::string& path) {
  struct stat info = {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode) &&
         !S_ISDIR(info.st_mode);
}

}  // namespace

AtomicFile::AtomicFile(std::string path)
    : path_(std::move(path)), temporary_(path_, TemporaryEntry::Kind::kFile) {}

Error AtomicFile::failure() const {
  return {ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(errno)), path_};
}

Result<> AtomicFile::write(std::string_view content) const {
  std::ofstream out(temporary_path(), std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) return fail(failure());
  return {};
}

Result<> AtomicFile::commit() {
  if (is_special(path_)) return fail(ErrorCode::kIo, tr("not a regular file"), path_);
  const int fd = ::open(temporary_path().c_str(), O_RDONLY | O_CLOEXEC);
  const bool flushed = fd >= 0 && ::fsync(fd) == 0;
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  errno = reason;
  if (!flushed || std::rename(temporary_path().c_str(), path_.c_str()) != 0) return fail(failure());
  temporary_.keep();
  return {};
}

Result<> write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  if (auto written = file.write(content); !written) return written;
  return file.commit();
}

}  // namespace nscope
