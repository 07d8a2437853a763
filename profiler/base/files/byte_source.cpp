#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope {

Result<ByteSource> ByteSource::open(const std::string& path) {
  // A pipe without a writer would make a blocking open() wait for one.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                tr("cannot open the file: {}", std::strerror(errno)), path);
  }
  auto source = map(fd, path);
  ::close(fd);
  return source;
}

Result<ByteSource> ByteSource::map(int descriptor, std::string name) {
  struct stat info {};
  const bool known = ::fstat(descriptor, &info) == 0;
  if (known && S_ISFIFO(info.st_mode)) {
    return fail(ErrorCode::kIo, tr("a pipe cannot be read; save its content in a file first"),
                std::move(name));
  }
  if (!known || !S_ISREG(info.st_mode)) {
    return fail(ErrorCode::kIo, tr("not a regular file"), std::move(name));
  }
  ByteSource source;
  source.name_ = std::move(name);
  const auto size = static_cast<std::size_t>(info.st_size);
  // The file is mapped over an anonymous mapping, so that the padding after the last
  // page of the file consists of readable zeros.
  source.mapping_size_ = size + kPadding;
  void* base = ::mmap(nullptr, source.mapping_size_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool ok = base != MAP_FAILED;
  int error = errno;
  if (ok && size > 0) {
    ok = ::mmap(base, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) != MAP_FAILED;
    error = errno;
    if (!ok) ::munmap(base, source.mapping_size_);
  }
  if (!ok) {
    return fail(ErrorCode::kIo, tr("cannot map the file into memory: {}", std::strerror(error)),
                source.name_);
  }
  if (size > 0) ::madvise(base, size, MADV_SEQUENTIAL);
  source.mapping_ = base;
  source.bytes_ = {static_cast<const std::byte*>(base), size};
  return source;
}

void ByteSource::release(std::size_t end, std::size_t begin) const {
  if (mapping_ == nullptr) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t first = begin / page * page;
  const std::size_t last = std::min(end, bytes_.size()) / page * page;
  if (first < last) ::madvise(static_cast<char*>(mapping_) + first, last - first, MADV_DONTNEED);
}

ByteSource ByteSource::from_bytes(std::string name, std::vector<std::byte> bytes) {
  ByteSource source;
  source.name_ = std::move(name);
  const std::size_t size = bytes.size();
  source.owned_ = std::move(bytes);
  source.owned_.resize(size + kPadding);
  source.bytes_ = std::span<const std::byte>(source.owned_).first(size);
  return source;
}

ByteSource::ByteSource(ByteSource&& other) noexcept {
  *this = std::move(other);
}

ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(bytes_, other.bytes_);
  std::swap(owned_, other.owned_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapping_size_, other.mapping_size_);
  return *this;
}

ByteSource::~ByteSource() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
}

}  // namespace nscope
