#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope::session_file {

/// One compressed column of a chunk as it lies in the session file.
struct PackedColumn {
  std::vector<std::byte> data;
  std::uint32_t crc = 0;  ///< CRC-32 of `data`
};

/// Owner of the chunks that belong to the whole trace: flows, arguments.
inline constexpr std::int64_t kTraceOwner = -1;

/// An argument value as it lies in a chunk.
struct StoredValue {
  std::int64_t bits = 0;
  std::uint64_t type = 0;  ///< ValueType
};
enum ValueType : std::uint64_t { kInteger = 0, kReal = 1, kText = 2 };

/// Rows of one chunk at most; bounds what a chunk can make us allocate.
inline constexpr std::size_t kChunkRows = 1u << 16;

/// Compresses a column of plain values (little endian, as in memory).
PackedColumn pack(std::span<const std::byte> values);

/// Checks the CRC and decompresses exactly `expected_bytes`. `where` names the
/// chunk in the error (kBadInput).
Result<std::vector<std::byte>> unpack(std::span<const std::byte> data, std::uint32_t crc,
                                      std::size_t expected_bytes, const std::string& where);

template <class T>
PackedColumn pack_column(std::span<const T> values) {
  return pack(std::as_bytes(values));
}

}  // namespace nscope::session_file
