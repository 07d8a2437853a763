#include "profiler/base/files/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace nscope {

AtomicFile::AtomicFile(std::string path)
    : path_(std::move(path)), temporary_(fmt::format("{}.{}.tmp", path_, ::getpid())) {
  ::unlink(temporary_.c_str());
}

AtomicFile::~AtomicFile() {
  if (!committed_) ::unlink(temporary_.c_str());
}

Result<> AtomicFile::commit() {
  const int fd = ::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  const bool flushed = fd >= 0 && ::fsync(fd) == 0;
  if (fd >= 0) ::close(fd);
  if (!flushed || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(errno)), path_);
  }
  committed_ = true;
  return {};
}

Result<> write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  {
    std::ofstream out(file.temporary_path(), std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!out) {
      return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(errno)), path);
    }
  }
  return file.commit();
}

}  // namespace nscope
