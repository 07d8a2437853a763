#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// The bytes of one input: a buffer, or a file mapped into memory, whose size takes
/// address space but no RAM. At least kPadding zero bytes after the end may be read.
/// Move-only; const access is safe from any thread.
class ByteSource {
 public:
  static constexpr std::size_t kPadding = 64;

  /// Maps a regular file. Errors: kNotFound, kIo (unreadable, a directory).
  static Result<ByteSource> open(const std::string& path);
  /// Maps the open regular file `descriptor`, which stays open. `name` is its name in messages.
  /// Errors: kIo.
  static Result<ByteSource> map(int descriptor, std::string name);
  /// Takes ownership of a buffer. `name` is the name of the file in messages.
  static ByteSource from_bytes(std::string name, std::vector<std::byte> bytes);

  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;
  ~ByteSource();

  const std::string& name() const { return name_; }  ///< path as given
  std::span<const std::byte> bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  /// The first `count` bytes or fewer, for detecting the format.
  std::span<const std::byte> head(std::size_t count = 4096) const {
    return bytes_.first(count < bytes_.size() ? count : bytes_.size());
  }
  /// Lets the kernel reclaim the pages of bytes [begin, end), so that a mapped file that
  /// is read once from start to end does not stay in memory. The bytes can still be read;
  /// the kernel then reads them from the file again. Does nothing for a buffer.
  void release(std::size_t end, std::size_t begin = 0) const;

 private:
  ByteSource() = default;

  std::string name_;
  std::span<const std::byte> bytes_;
  std::vector<std::byte> owned_;
  void* mapping_ = nullptr;
  std::size_t mapping_size_ = 0;
};

}  // namespace nscope
