#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace nscope {

/// True where the bytes start like a gzip file.
bool is_gzip(std::span<const std::byte> head);

/// Bounds that a small file cannot make us exceed.
struct InflateLimits {
  /// Unpacked bytes per packed byte read so far. Deflate cannot exceed 1032; real
  /// captures stay below 100.
  std::uint64_t max_ratio = 200;
  std::uint64_t ratio_floor = std::uint64_t{64} << 20;  ///< bytes out, always allowed
  std::uint64_t max_unpacked = std::uint64_t{1} << 40;  ///< bytes out in all
};

/// Unpacks gzip data piece by piece, so that the unpacked text is never in memory
/// as a whole. Concatenated members read as one text, as gzip itself does; zeros
/// and other bytes behind the last member are not read: see trailing(). One
/// thread; move-only; the source must outlive it.
///
///   auto stream = InflateStream::open(file);
///   for (auto n = stream->read(buffer); n && *n > 0; n = stream->read(buffer)) ...
class InflateStream {
 public:
  /// Gives the kernel back the pages of `source` that were read.
  /// Errors: kBadInput where it does not start like gzip.
  static Result<InflateStream> open(const ByteSource& source, const InflateLimits& limits = {});
  /// A part of a file: `packed` starts at `base_offset` of the file `name`;
  /// positions in messages count from the file's start.
  static Result<InflateStream> open(std::span<const std::byte> packed, std::string name,
                                    std::uint64_t base_offset, const InflateLimits& limits = {});
  /// The same for deflate data without a wrapper, as zip archives hold it: one member.
  static Result<InflateStream> open_raw(std::span<const std::byte> packed, std::string name,
                                        std::uint64_t base_offset,
                                        const InflateLimits& limits = {});

  InflateStream(InflateStream&&) noexcept;
  InflateStream& operator=(InflateStream&&) noexcept;
  ~InflateStream();

  /// Fills `into` as far as there is data: fewer bytes only at the end, then 0.
  /// Errors: kBadInput (damaged, cut off, above a limit) with the packed position.
  Result<std::size_t> read(std::span<std::byte> into);

  std::uint64_t consumed() const;  ///< packed bytes read, for progress
  std::uint64_t produced() const;  ///< unpacked bytes given out
  /// Once read() gave 0: bytes behind the last member that are no gzip member.
  std::uint64_t trailing() const;

 private:
  struct State;
  explicit InflateStream(std::unique_ptr<State> state);
  static Result<InflateStream> start(std::unique_ptr<State> state, int window_bits);
  std::unique_ptr<State> state_;
};

}  // namespace nscope
