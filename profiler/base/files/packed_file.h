#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace nscope {

/// The compression of a file.
enum class Packing : std::uint8_t { kNone, kGzip, kZstd };

/// The compression of a file that starts with these bytes.
Packing packing_of(std::span<const std::byte> head);
std::string_view to_string(Packing packing);  ///< "gzip"; "" for kNone

/// Limits against small files that decompress to huge data.
struct UnpackLimits {
  /// Unpacked bytes that are kept in memory; more are written to a temporary file.
  std::size_t in_memory = std::size_t{16} << 20;
  /// Unpacked bytes that are always allowed; above, a compression ratio above `max_ratio` is an
  /// error.
  std::uint64_t ratio_floor = std::uint64_t{1} << 30;
  std::uint64_t max_ratio = 200;
};

struct UnpackedFile {
  ByteSource content;          ///< has the name of the compressed file
  bool truncated = false;      ///< the compressed data end before their end; `content` is the rest
  std::uint64_t trailing = 0;  ///< bytes after the compressed data, which were not read
};

/// Unpacks a whole compressed file, into memory or into a temporary file that has no name, so that
/// nothing is left behind. Concatenated gzip members or zstd frames are one content. Errors:
/// kBadInput (damaged, above a limit) with the position in the compressed data, kIo (the temporary
/// file), kCancelled.
Result<UnpackedFile> unpack_file(const ByteSource& file, TaskControl& control,
                                 const UnpackLimits& limits = {});

/// What unpack_pieces() found at the end of the compressed data.
struct UnpackedEnd {
  bool truncated = false;
  std::uint64_t trailing = 0;
};

/// The same for content that is used piece by piece, without keeping it. An error of `take` ends
/// the unpacking.
Result<UnpackedEnd> unpack_pieces(const ByteSource& file, TaskControl& control,
                                  const UnpackLimits& limits,
                                  const std::function<Result<>(std::span<const std::byte>)>& take);

/// The first `size` unpacked bytes, or as much as can be read, to recognise the content.
ByteSource unpacked_head(const ByteSource& file, std::size_t size);

}  // namespace nscope
