#include "profiler/base/files/inflate.h"

#include <algorithm>
#include <utility>

#include <zlib.h>

namespace nscope {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  // zlib counts its input in 32 bits
constexpr int kGzipWindow = 15 + 16;                  // 16: requires a gzip wrapper
constexpr int kRawWindow = -15;                       // no wrapper

}  // namespace

bool is_gzip(std::span<const std::byte> head) {
  return head.size() >= 3 && head[0] == std::byte{0x1f} && head[1] == std::byte{0x8b} &&
         head[2] == std::byte{8};
}

struct InflateStream::State {
  std::span<const std::byte> packed;
  std::string name;
  std::uint64_t base_offset = 0;
  InflateLimits limits;
  const ByteSource* source = nullptr;  // its pages are released; may be null
  z_stream stream{};
  bool wrapped = true;  // gzip; false: raw deflate data
  bool started = false;
  bool ended = false;
  std::size_t fed = 0;       // compressed bytes passed to zlib
  std::size_t released = 0;  // compressed bytes released
  std::uint64_t produced = 0;

  ~State() {
    if (started) inflateEnd(&stream);
  }
  std::size_t consumed() const { return fed - stream.avail_in; }
  Error error(Text reason) const {
    return {ErrorCode::kBadInput, std::move(reason),
            tr("{}: byte {}", name, base_offset + consumed())};
  }
  void feed();
  bool next_member();
  Result<> check_limits() const;
};

void InflateStream::State::feed() {
  if (source != nullptr) {
    source->release(fed, released);
    released = fed;
  }
  const std::size_t piece = std::min(packed.size() - fed, kPiece);
  // zlib's interface predates const; it does not write to its input.
  auto* const bytes = const_cast<std::byte*>(packed.data() + fed);
  stream.next_in = reinterpret_cast<Bytef*>(bytes);
  stream.avail_in = static_cast<uInt>(piece);
  fed += piece;
}

bool InflateStream::State::next_member() {
  const std::size_t position = consumed();
  ended = !wrapped || !is_gzip(packed.subspan(position));
  if (!ended) inflateReset(&stream);
  return !ended;
}

Result<> InflateStream::State::check_limits() const {
  if (produced > limits.max_unpacked) {
    return fail(error(tr("the decompressed data exceed the limit of {}",
                         as::bytes(static_cast<double>(limits.max_unpacked)))));
  }
  if (produced > limits.ratio_floor && produced / limits.max_ratio > consumed()) {
    return fail(
        error(tr("the compression ratio is above the limit of {}: {} bytes decompress to {}",
                 limits.max_ratio, consumed(), produced)));
  }
  return {};
}

InflateStream::InflateStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
InflateStream::InflateStream(InflateStream&&) noexcept = default;
InflateStream& InflateStream::operator=(InflateStream&&) noexcept = default;
InflateStream::~InflateStream() = default;

Result<InflateStream> InflateStream::open(const ByteSource& source, const InflateLimits& limits) {
  auto stream = open(source.bytes(), source.name(), 0, limits);
  if (stream) stream->state_->source = &source;
  return stream;
}

Result<InflateStream> InflateStream::open(std::span<const std::byte> packed, std::string name,
                                          std::uint64_t base_offset, const InflateLimits& limits) {
  auto state = std::make_unique<State>();
  state->packed = packed;
  state->name = std::move(name);
  state->base_offset = base_offset;
  state->limits = limits;
  if (!is_gzip(packed)) return fail(state->error(tr("not a gzip file")));
  return start(std::move(state), kGzipWindow);
}

Result<InflateStream> InflateStream::open_raw(std::span<const std::byte> packed, std::string name,
                                              std::uint64_t base_offset,
                                              const InflateLimits& limits) {
  auto state = std::make_unique<State>();
  state->packed = packed;
  state->name = std::move(name);
  state->base_offset = base_offset;
  state->limits = limits;
  state->wrapped = false;
  return start(std::move(state), kRawWindow);
}

Result<InflateStream> InflateStream::start(std::unique_ptr<State> state, int window_bits) {
  if (inflateInit2(&state->stream, window_bits) != Z_OK) {
    return fail(ErrorCode::kInternal, tr("cannot initialise zlib"), state->name);
  }
  state->started = true;
  return InflateStream(std::move(state));
}

Result<std::size_t> InflateStream::read(std::span<std::byte> into) {
  State& s = *state_;
  std::size_t filled = 0;
  while (filled < into.size() && !s.ended) {
    if (s.stream.avail_in == 0) s.feed();
    const std::size_t room = std::min(into.size() - filled, kPiece);
    s.stream.next_out = reinterpret_cast<Bytef*>(into.data() + filled);
    s.stream.avail_out = static_cast<uInt>(room);
    const int status = inflate(&s.stream, Z_NO_FLUSH);
    const std::size_t n = room - s.stream.avail_out;
    filled += n;
    s.produced += n;
    // Without further input zlib may still return output that it has buffered.
    if (status == Z_BUF_ERROR && n == 0) {
      return fail(s.error(tr("unexpected end of file in compressed data")));
    }
    if (status != Z_OK && status != Z_STREAM_END) {
      return fail(s.error(s.stream.msg != nullptr ? tr("damaged compressed data: {}", s.stream.msg)
                                                  : tr("damaged compressed data")));
    }
    if (auto ok = s.check_limits(); !ok) return fail(ok.error());
    if (status == Z_STREAM_END && !s.next_member()) break;
  }
  return filled;
}

std::uint64_t InflateStream::consumed() const {
  return state_->consumed();
}

std::uint64_t InflateStream::produced() const {
  return state_->produced;
}

std::uint64_t InflateStream::trailing() const {
  return state_->ended ? state_->packed.size() - state_->consumed() : 0;
}

}  // namespace nscope
