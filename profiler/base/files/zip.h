#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope {

/// True where the bytes start like a zip archive with at least one member.
bool is_zip(std::span<const std::byte> head);

/// One file of a zip archive; the packed bytes lie in the archive's ByteSource.
struct ZipMember {
  std::string name;
  std::uint64_t offset = 0;    ///< of the packed bytes in the archive
  std::uint64_t packed = 0;    ///< bytes
  std::uint64_t unpacked = 0;  ///< bytes, as the directory states
  std::uint32_t crc32 = 0;
  bool deflated = false;  ///< else stored as it is
};

/// The files of a zip archive (also zip64) from its central directory; folders are
/// left out. Errors: kBadInput naming the offset (no directory, cut off, a member
/// outside the file), for more than 4096 members, for encryption and for
/// compression other than deflate.
Result<std::vector<ZipMember>> read_zip_directory(const ByteSource& archive);

}  // namespace nscope
