#include "profiler/base/files/packed_file.h"

#include "profiler/base/files/inflate.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
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

/// A temporary file without a name.
class TemporaryFile {
 public:
  TemporaryFile() = default;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  bool is_open() const { return descriptor_ >= 0; }
  Result<> open();
  Result<> write(std::span<const std::byte> bytes);
  Result<ByteSource> map(const std::string& name) const {
    return ByteSource::map(descriptor_, name);
  }

 private:
  Error error() const {
    return {ErrorCode::kIo,
            tr("cannot write the unpacked data: {}; set TMPDIR to a folder with more space",
               std::strerror(errno)),
            folder_};
  }

  std::string folder_;
  int descriptor_ = -1;
};

Result<> TemporaryFile::open() {
  std::error_code code;
  folder_ = std::filesystem::temp_directory_path(code).string();
  if (code) folder_ = "/tmp";
  descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {  // the file system has no files without a name
    std::string path = folder_ + "/nscope-unpacked-XXXXXX";
    descriptor_ = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor_ >= 0) ::unlink(path.c_str());
  }
  if (descriptor_ < 0) return fail(error());
  return {};
}

Result<> TemporaryFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return fail(error());
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

/// Unpacks `stream` to its end.
template <class Stream>
Result<UnpackedFile> unpack(const ByteSource& file, Stream& stream, const UnpackLimits& limits,
                            TaskControl& control) {
  std::vector<std::byte> memory;
  TemporaryFile temporary;
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
    const auto bytes = std::span<const std::byte>(piece).first(*count);
    if (!temporary.is_open() && memory.size() + bytes.size() > limits.in_memory) {
      if (auto ok = temporary.open(); !ok) return fail(ok.error());
      if (auto ok = temporary.write(memory); !ok) return fail(ok.error());
      memory = {};
    }
    if (temporary.is_open()) {
      if (auto ok = temporary.write(bytes); !ok) return fail(ok.error());
    } else {
      memory.insert(memory.end(), bytes.begin(), bytes.end());
    }
    if (*count < piece.size()) break;
  }
  const bool truncated = stream.truncated();
  const std::uint64_t trailing = stream.trailing();
  if (!temporary.is_open()) {
    return UnpackedFile{ByteSource::from_bytes(file.name(), std::move(memory)), truncated,
                        trailing};
  }
  auto content = temporary.map(file.name());
  if (!content) return fail(content.error());
  return UnpackedFile{std::move(*content), truncated, trailing};
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

Result<UnpackedFile> unpack_file(const ByteSource& file, TaskControl& control,
                                 const UnpackLimits& limits) {
  control.begin(phrase("Unpacking the file"), file.size());
  if (packing_of(file.head()) == Packing::kZstd) {
    ZstdStream stream(file);
    return unpack(file, stream, limits, control);
  }
  // unpack() checks the ratio with its own limits.
  InflateLimits unlimited;
  unlimited.max_ratio = std::numeric_limits<std::uint32_t>::max();
  auto stream = InflateStream::open(file, unlimited);
  if (!stream) return fail(stream.error());
  stream->accept_truncation();
  return unpack(file, *stream, limits, control);
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
