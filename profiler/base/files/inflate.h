#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace nscope {

/// True if the bytes start like a gzip file.
bool is_gzip(std::span<const std::byte> head);

/// Limits against small files that decompress to huge data.
struct InflateLimits {
  /// Decompressed bytes per compressed byte read so far. Deflate cannot exceed 1032; real
  /// captures stay below 100.
  std::uint64_t max_ratio = 200;
  std::uint64_t ratio_floor = std::uint64_t{64}
                              << 20;  ///< decompressed bytes that are always allowed
  std::uint64_t max_unpacked = std::uint64_t{1} << 40;  ///< decompressed bytes in total
};

/// Decompresses gzip data piece by piece, so that the decompressed text is never in memory
/// completely. Concatenated members are read as one text, as gzip itself does. Zeros
/// and other bytes after the last member are not read, see trailing(). One
/// thread; move-only; the source must outlive it.
///
///   auto stream = InflateStream::open(file);
///   for (auto n = stream->read(buffer); n && *n > 0; n = stream->read(buffer)) ...
class InflateStream {
 public:
  /// Releases the pages of `source` that were read.
  /// Errors: kBadInput if the data do not start like gzip.
  static Result<InflateStream> open(const ByteSource& source, const InflateLimits& limits = {});
  /// A part of a file: `packed` starts at `base_offset` of the file `name`;
  /// positions in messages are relative to the start of the file.
  static Result<InflateStream> open(std::span<const std::byte> packed, std::string name,
                                    std::uint64_t base_offset, const InflateLimits& limits = {});
  /// The same for one member of deflate data without a wrapper, as in ZIP archives.
  static Result<InflateStream> open_raw(std::span<const std::byte> packed, std::string name,
                                        std::uint64_t base_offset,
                                        const InflateLimits& limits = {});

  InflateStream(InflateStream&&) noexcept;
  InflateStream& operator=(InflateStream&&) noexcept;
  ~InflateStream();

  /// Fills `into` and returns the number of bytes: fewer than requested only at the end,
  /// then 0. Errors: kBadInput (damaged, truncated, above a limit) with the position in the
  /// compressed data.
  Result<std::size_t> read(std::span<std::byte> into);

  /// Data that end before the end of a member are then not an error: read() returns the readable
  /// part, and truncated() is true at its end. For formats that are read up to their last event.
  void accept_truncation();
  bool truncated() const;

  std::uint64_t consumed() const;  ///< compressed bytes read, for progress
  std::uint64_t produced() const;  ///< decompressed bytes returned
  /// After read() has returned 0: number of bytes after the last gzip member.
  std::uint64_t trailing() const;

 private:
  struct State;
  explicit InflateStream(std::unique_ptr<State> state);
  static InflateStream start(std::span<const std::byte> packed, std::string name,
                             std::uint64_t base_offset, const InflateLimits& limits, bool gzip);
  std::unique_ptr<State> state_;
};

}  // namespace nscope
