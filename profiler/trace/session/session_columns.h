#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope::session_file {

/// How the values of a chunk were rearranged before compression.
enum class Encoding : std::uint32_t {
  kPlanes = 0,      ///< first bytes of all values, then all second bytes, ...
  kDeltaPlanes = 1  ///< the same of the differences of neighbours; width 2, 4 or 8
};

/// What is known of a stored chunk without reading it.
struct ChunkInfo {
  std::uint32_t width = 0;  ///< bytes per value
  Encoding encoding = Encoding::kPlanes;
  std::uint32_t crc = 0;  ///< CRC-32 of the compressed bytes
};

struct PackedChunk {
  ChunkInfo info;
  std::vector<std::byte> data;
};

/// Compresses the values of a chunk (little endian, as in memory).
PackedChunk pack(std::span<const std::byte> values, std::size_t width, Encoding encoding);

/// Checks the CRC and unpacks exactly into `values`. `where` names the chunk in
/// the error (kBadInput).
Result<> unpack(std::span<const std::byte> data, const ChunkInfo& info, std::span<std::byte> values,
                const std::string& where);

}  // namespace nscope::session_file
