#include "importers/perfetto/packed_packets.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include <zlib.h>
#include <zstd.h>

namespace nscope::importers::perfetto {
namespace {

/// According to the format a compressed packet contains less than 512 KB of packets.
constexpr std::size_t kMaxUnpacked = std::size_t{1} << 20;
/// Limit for unpacked bytes per packed byte above the floor; real traces are below 50.
constexpr std::size_t kMaxRatio = 200;
constexpr std::size_t kRatioFloor = std::size_t{64} << 10;

std::size_t limit_of(std::string_view packed) {
  return std::clamp(std::min(packed.size(), kMaxUnpacked) * kMaxRatio, kRatioFloor, kMaxUnpacked);
}

/// Makes room for more unpacked bytes and returns how many there were.
std::size_t grow(std::string& out, std::string_view packed) {
  const std::size_t had = out.size();
  out.resize(had + std::clamp(packed.size() * 4, std::size_t{4096}, std::size_t{1} << 20));
  return had;
}

UnpackResult inflate_packets(std::string_view packed, std::string& out) {
  z_stream stream{};
  constexpr int kZlibOrGzip = MAX_WBITS + 32;
  if (packed.size() > UINT32_MAX || inflateInit2(&stream, kZlibOrGzip) != Z_OK) {
    return UnpackResult::kTooLarge;
  }
  stream.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  const std::size_t limit = limit_of(packed);
  int state = Z_OK;
  while (state == Z_OK && out.size() <= limit) {
    const std::size_t had = grow(out, packed);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
    stream.avail_out = static_cast<uInt>(out.size() - had);
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (out.size() > limit || state == Z_OK) return UnpackResult::kTooLarge;
  return state == Z_STREAM_END ? UnpackResult::kDone : UnpackResult::kDamaged;
}

struct FreeZstd {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

UnpackResult unpack_zstd(std::string_view packed, std::string& out) {
  constexpr int kMaxWindow = 23;  // 8 MiB
  const std::unique_ptr<ZSTD_DStream, FreeZstd> stream(ZSTD_createDStream());
  if (!stream) return UnpackResult::kTooLarge;
  ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, kMaxWindow);
  const std::size_t limit = limit_of(packed);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t state = 1;
  while (state != 0 && out.size() <= limit) {
    const std::size_t had = grow(out, packed);
    ZSTD_outBuffer to{out.data() + had, out.size() - had, 0};
    state = ZSTD_decompressStream(stream.get(), &to, &in);
    out.resize(had + to.pos);
    const bool cut = state != 0 && in.pos == in.size && to.pos < to.size;
    if (ZSTD_isError(state) != 0 || cut) return UnpackResult::kDamaged;
  }
  return out.size() > limit ? UnpackResult::kTooLarge : UnpackResult::kDone;
}

}  // namespace

UnpackResult unpack_packets(std::string_view packed, PacketPacking packing, std::string& out) {
  out.clear();
  const UnpackResult result =
      packing == PacketPacking::kZstd ? unpack_zstd(packed, out) : inflate_packets(packed, out);
  if (result != UnpackResult::kDone) {
    out.clear();
    out.shrink_to_fit();
  }
  return result;
}

}  // namespace nscope::importers::perfetto
