#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope {

/// True if the bytes start like a ZIP archive, which may be empty.
bool is_zip(std::span<const std::byte> head);

/// One file of a ZIP archive; its compressed bytes are in the ByteSource of the archive.
struct ZipMember {
  std::string name;
  std::uint64_t offset = 0;    ///< of the compressed bytes in the archive
  std::uint64_t packed = 0;    ///< compressed bytes
  std::uint64_t unpacked = 0;  ///< decompressed bytes according to the directory
  std::uint32_t crc32 = 0;
  bool deflated = false;  ///< false: stored without compression
  bool link = false;      ///< a symbolic link, whose content is its target
};

/// The files of a ZIP archive (also ZIP64) according to its central directory, without
/// folders. Errors: kBadInput with the offset for a missing directory, a truncated file, a
/// member outside the file, more than `most_members`, encryption, and compression other
/// than deflate.
Result<std::vector<ZipMember>> read_zip_directory(const ByteSource& archive,
                                                  std::size_t most_members = 4096);

}  // namespace nscope
