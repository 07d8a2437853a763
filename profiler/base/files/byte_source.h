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

/// The bytes of one input: a file mapped into memory (so that its size costs
/// address space, not RAM) or a buffer. At least kPadding zero bytes behind the
/// end may be read. Move-only; const access is safe from any thread.
class ByteSource {
 public:
  static constexpr std::size_t kPadding = 64;

  /// Maps a regular file. Errors: kNotFound, kIo (unreadable, a directory).
  static Result<ByteSource> open(const std::string& path);
  /// Takes over a buffer. `name` names the file in messages.
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
  /// The first `count` bytes or fewer, for sniffing a format.
  std::span<const std::byte> head(std::size_t count = 4096) const {
    return bytes_.first(count < bytes_.size() ? count : bytes_.size());
  }
  /// Tells the kernel that bytes [begin, end) are done with, so that a reader who
  /// goes through a mapped file once stays small. They may still be read: that
  /// costs reading the file again. Does nothing to a buffer.
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
