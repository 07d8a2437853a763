#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope::session_file {

/// The arrangement of the values of a chunk before compression.
enum class Encoding : std::uint32_t {
  kPlanes = 0,      ///< the first bytes of all values, then all second bytes, ...
  kDeltaPlanes = 1  ///< the same for differences of adjacent values; width 2, 4 or 8
};

/// The description of a stored chunk.
struct ChunkInfo {
  std::uint32_t width = 0;  ///< bytes per value
  Encoding encoding = Encoding::kPlanes;
  std::uint32_t crc = 0;  ///< CRC-32 of the compressed bytes
};

struct PackedChunk {
  ChunkInfo info;
  std::vector<std::byte> data;
};

/// Compresses the values of a chunk, which are little endian as in memory.
PackedChunk pack(std::span<const std::byte> values, std::size_t width, Encoding encoding);

/// Checks the CRC and decompresses exactly into `values`. Errors: kBadInput with `where`, the
/// name of the chunk.
Result<> unpack(std::span<const std::byte> data, const ChunkInfo& info, std::span<std::byte> values,
                const Place& where);

}  // namespace nscope::session_file
