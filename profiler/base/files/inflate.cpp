#include "profiler/base/files/inflate.h"

#include <algorithm>
#include <utility>

#include <isa-l/igzip_lib.h>

namespace nscope {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  // ISA-L counts its input in 32 bits

/// The meaning of an error of ISA-L.
Phrase damage(int status) {
  switch (status) {
    case ISAL_INVALID_BLOCK: return phrase("invalid block");
    case ISAL_INVALID_SYMBOL: return phrase("invalid symbol");
    case ISAL_INVALID_LOOKBACK: return phrase("reference to data before the start");
    case ISAL_INVALID_WRAPPER: return phrase("invalid gzip header");
    case ISAL_UNSUPPORTED_METHOD: return phrase("unknown compression method");
    case ISAL_INCORRECT_CHECKSUM: return phrase("the checksum does not match");
    default: return phrase("unknown error");
  }
}

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
  inflate_state stream;
  bool wrapped = true;  // gzip; false: raw deflate data
  bool ended = false;
  bool accepts_truncation = false;
  bool truncated = false;
  std::size_t fed = 0;       // compressed bytes passed to ISA-L
  std::size_t released = 0;  // compressed bytes released
  std::uint64_t produced = 0;

  explicit State(bool gzip) : wrapped(gzip) {
    isal_inflate_init(&stream);
    stream.crc_flag = gzip ? ISAL_GZIP : ISAL_DEFLATE;
    stream.avail_in = 0;
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
  // The interface has no const, but the input is not written to.
  auto* const bytes = const_cast<std::byte*>(packed.data() + fed);
  stream.next_in = reinterpret_cast<std::uint8_t*>(bytes);
  stream.avail_in = static_cast<std::uint32_t>(piece);
  fed += piece;
}

bool InflateStream::State::next_member() {
  const std::size_t position = consumed();
  ended = !wrapped || !is_gzip(packed.subspan(position));
  if (!ended) isal_inflate_reset(&stream);
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
  InflateStream stream = start(packed, std::move(name), base_offset, limits, true);
  if (!is_gzip(packed)) return fail(stream.state_->error(tr("not a gzip file")));
  return stream;
}

Result<InflateStream> InflateStream::open_raw(std::span<const std::byte> packed, std::string name,
                                              std::uint64_t base_offset,
                                              const InflateLimits& limits) {
  return start(packed, std::move(name), base_offset, limits, false);
}

InflateStream InflateStream::start(std::span<const std::byte> packed, std::string name,
                                   std::uint64_t base_offset, const InflateLimits& limits,
                                   bool gzip) {
  auto state = std::make_unique<State>(gzip);
  state->packed = packed;
  state->name = std::move(name);
  state->base_offset = base_offset;
  state->limits = limits;
  return InflateStream(std::move(state));
}

void InflateStream::accept_truncation() {
  state_->accepts_truncation = true;
}

bool InflateStream::truncated() const {
  return state_->truncated;
}

Result<std::size_t> InflateStream::read(std::span<std::byte> into) {
  State& s = *state_;
  std::size_t filled = 0;
  while (filled < into.size() && !s.ended) {
    if (s.stream.avail_in == 0) s.feed();
    const std::size_t room = std::min(into.size() - filled, kPiece);
    s.stream.next_out = reinterpret_cast<std::uint8_t*>(into.data() + filled);
    s.stream.avail_out = static_cast<std::uint32_t>(room);
    const int status = isal_inflate(&s.stream);
    const std::size_t n = room - s.stream.avail_out;
    filled += n;
    s.produced += n;
    if (status < 0 || status == ISAL_NEED_DICT) {
      return fail(s.error(tr("damaged compressed data: {}", damage(status))));
    }
    if (auto ok = s.check_limits(); !ok) return fail(ok.error());
    // Without further input ISA-L may still return output that it has buffered.
    const bool returned_all = s.stream.avail_out > 0;
    if (s.stream.block_state == ISAL_BLOCK_FINISH && returned_all) {
      if (!s.next_member()) break;
    } else if (n == 0 && s.stream.avail_in == 0 && s.fed == s.packed.size()) {
      if (!s.accepts_truncation) {
        return fail(s.error(tr("unexpected end of file in compressed data")));
      }
      s.truncated = true;
      s.ended = true;
    }
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
