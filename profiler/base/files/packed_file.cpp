#include "profiler/base/files/packed_file.h"

#include "profiler/base/files/collected_bytes.h"
#include "profiler/base/files/inflate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <zstd.h>

namespace nscope {
namespace {

constexpr std::size_t kPieceSize = std::size_t{1} << 20;
/// The window of a zstd frame, which is memory, is at most 2^26 bytes; "zstd -19" uses 2^23.
constexpr int kMaxZstdWindow = 26;

bool is_zstd(std::span<const std::byte> head) {
  constexpr std::array kMagic{std::byte{0x28}, std::byte{0xb5}, std::byte{0x2f}, std::byte{0xfd}};
  return head.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), head.begin());
}

/// Decompresses zstd frames piece by piece, like InflateStream.
class ZstdStream {
 public:
  explicit ZstdStream(const ByteSource& file) : file_(&file), stream_(ZSTD_createDStream()) {
    if (stream_) ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kMaxZstdWindow);
  }

  Result<std::size_t> read(std::span<std::byte> into);
  std::uint64_t consumed() const { return at_; }
  std::uint64_t trailing() const { return ended_ ? file_->size() - at_ : 0; }
  bool truncated() const { return truncated_; }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  const ByteSource* file_;
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  std::size_t at_ = 0;
  std::size_t released_ = 0;
  bool between_frames_ = true;
  bool ended_ = false;
  bool truncated_ = false;
};

Result<std::size_t> ZstdStream::read(std::span<std::byte> into) {
  if (!stream_) return fail(ErrorCode::kInternal, tr("cannot initialise zstd"), file_->name());
  std::size_t filled = 0;
  while (filled < into.size() && !ended_) {
    const auto rest = file_->bytes().subspan(at_);
    if (between_frames_ && !is_zstd(rest)) {
      ended_ = true;
      break;
    }
    ZSTD_inBuffer in{rest.data(), std::min(rest.size(), kPieceSize), 0};
    ZSTD_outBuffer out{into.data() + filled, into.size() - filled, 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
    at_ += in.pos;
    filled += out.pos;
    file_->release(at_, released_);
    released_ = at_;
    if (ZSTD_isError(status) != 0) {
      return fail(ErrorCode::kBadInput,
                  tr("damaged compressed data: {}", ZSTD_getErrorName(status)),
                  tr("{}: byte {}", file_->name(), at_));
    }
    between_frames_ = status == 0;
    if (!between_frames_ && in.pos == 0 && out.pos == 0) {
      truncated_ = true;
      ended_ = true;
    }
  }
  return filled;
}

using TakePiece = std::function<Result<>(std::span<const std::byte>)>;

/// Unpacks `stream` to its end.
template <class Stream>
Result<UnpackedEnd> unpack(const ByteSource& file, Stream& stream, const UnpackLimits& limits,
                           TaskControl& control, const TakePiece& take) {
  std::vector<std::byte> piece(kPieceSize);
  std::uint64_t produced = 0;
  while (true) {
    if (control.cancelled()) return cancelled();
    const auto count = stream.read(piece);
    if (!count) return fail(count.error());
    produced += *count;
    control.advance_to(stream.consumed());
    if (produced > limits.ratio_floor && produced / limits.max_ratio > stream.consumed()) {
      return fail(ErrorCode::kBadInput,
                  tr("the compression ratio is above the limit of {}: {} bytes decompress to {}",
                     limits.max_ratio, stream.consumed(), produced),
                  tr("{}: byte {}", file.name(), stream.consumed()));
    }
    if (auto ok = take(std::span<const std::byte>(piece).first(*count)); !ok) {
      return fail(ok.error());
    }
    if (*count < piece.size()) break;
  }
  return UnpackedEnd{stream.truncated(), stream.trailing()};
}

/// Reads until `into` is full or the data cannot be read further; returns the number of bytes.
template <class Stream>
std::size_t read_head(Stream& stream, std::span<std::byte> into) {
  constexpr std::size_t kStep = 4096;  // so that the readable part of damaged data is used
  std::size_t size = 0;
  while (size < into.size()) {
    const auto count = stream.read(into.subspan(size, std::min(into.size() - size, kStep)));
    if (!count || *count == 0) break;
    size += *count;
  }
  return size;
}

}  // namespace

Packing packing_of(std::span<const std::byte> head) {
  if (is_gzip(head)) return Packing::kGzip;
  return is_zstd(head) ? Packing::kZstd : Packing::kNone;
}

std::string_view to_string(Packing packing) {
  switch (packing) {
    case Packing::kGzip: return "gzip";
    case Packing::kZstd: return "zstd";
    case Packing::kNone: break;
  }
  return "";
}

Result<UnpackedEnd> unpack_pieces(const ByteSource& file, TaskControl& control,
                                  const UnpackLimits& limits, const TakePiece& take) {
  if (packing_of(file.head()) == Packing::kZstd) {
    ZstdStream stream(file);
    return unpack(file, stream, limits, control, take);
  }
  // unpack() checks the ratio with its own limits.
  InflateLimits unlimited;
  unlimited.max_ratio = std::numeric_limits<std::uint32_t>::max();
  auto stream = InflateStream::open(file, unlimited);
  if (!stream) return fail(stream.error());
  stream->accept_truncation();
  return unpack(file, *stream, limits, control, take);
}

Result<UnpackedFile> unpack_file(const ByteSource& file, TaskControl& control,
                                 const UnpackLimits& limits) {
  control.begin(phrase("Unpacking the file"), file.size());
  CollectedBytes content(limits.in_memory);
  const auto end = unpack_pieces(file, control, limits, [&](std::span<const std::byte> bytes) {
    return content.append(bytes);
  });
  if (!end) return fail(end.error());
  auto unpacked = content.take(file.name());
  if (!unpacked) return fail(unpacked.error());
  return UnpackedFile{std::move(*unpacked), end->truncated, end->trailing};
}

ByteSource unpacked_head(const ByteSource& file, std::size_t size) {
  std::vector<std::byte> head(size);
  std::size_t count = 0;
  if (packing_of(file.head()) == Packing::kZstd) {
    ZstdStream stream(file);
    count = read_head(stream, head);
  } else if (auto stream = InflateStream::open(file); stream) {
    stream->accept_truncation();
    count = read_head(*stream, head);
  }
  head.resize(count);
  return ByteSource::from_bytes(file.name(), std::move(head));
}

}  // namespace nscope
