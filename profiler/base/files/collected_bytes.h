#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope {

/// Bytes that arrive piece by piece and become a ByteSource: in memory up to a limit, above it in
/// a temporary file that has no name, so that nothing is left behind. One thread.
class CollectedBytes {
 public:
  explicit CollectedBytes(std::size_t in_memory = std::size_t{16} << 20) : in_memory_(in_memory) {}
  CollectedBytes(const CollectedBytes&) = delete;
  CollectedBytes& operator=(const CollectedBytes&) = delete;
  ~CollectedBytes();

  /// Errors: kIo (the temporary file).
  Result<> append(std::span<const std::byte> bytes);
  std::uint64_t size() const { return size_; }
  /// All bytes; the object must not be used afterwards. `name` is their name in messages. Errors:
  /// kIo.
  Result<ByteSource> take(std::string name);

 private:
  Result<> open();
  Result<> write(std::span<const std::byte> bytes);
  Error error() const;

  std::size_t in_memory_;
  std::uint64_t size_ = 0;
  std::vector<std::byte> memory_;
  std::string folder_;
  int descriptor_ = -1;
};

}  // namespace nscope
