#include "profiler/base/files/collected_bytes.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace nscope {

CollectedBytes::~CollectedBytes() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Error CollectedBytes::error() const {
  return {ErrorCode::kIo,
          tr("cannot write a temporary file: {}; set TMPDIR to a folder with more space",
             std::strerror(errno)),
          folder_};
}

Result<> CollectedBytes::open() {
  std::error_code code;
  folder_ = std::filesystem::temp_directory_path(code).string();
  if (code) folder_ = "/tmp";
  descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {  // the file system has no files without a name
    std::string path = folder_ + "/nscope-unpacked-XXXXXX";
    descriptor_ = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor_ >= 0) ::unlink(path.c_str());
  }
  if (descriptor_ < 0) return fail(error());
  return {};
}

Result<> CollectedBytes::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fail(error());
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Result<> CollectedBytes::append(std::span<const std::byte> bytes) {
  size_ += bytes.size();
  if (descriptor_ < 0 && size_ <= in_memory_) {
    memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    return {};
  }
  if (descriptor_ < 0) {
    if (auto ok = open(); !ok) return ok;
    if (auto ok = write(memory_); !ok) return ok;
    memory_ = {};
  }
  return write(bytes);
}

Result<ByteSource> CollectedBytes::take(std::string name) {
  if (descriptor_ >= 0) return ByteSource::map(descriptor_, std::move(name));
  return ByteSource::from_bytes(std::move(name), std::move(memory_));
}

}  // namespace nscope
