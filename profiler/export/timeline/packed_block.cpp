#include "profiler/export/timeline/packed_block.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include <zlib.h>

namespace nscope {
namespace {

constexpr int kTimelineLevel = 6;

}  // namespace

void append_number(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

void append_signed(std::string& out, std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  append_number(out, (bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0));
}

void append_text(std::string& out, std::string_view text) {
  append_number(out, text.size());
  out += text;
}

PackedBlock::PackedBlock() : stream_(new z_stream_s{}) {
  // Negative window bits: raw deflate without a header.
  const int made = deflateInit2(stream_.get(), kTimelineLevel, Z_DEFLATED, -MAX_WBITS,
                                MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY);
  if (made != Z_OK) throw std::bad_alloc();  // the arguments are valid
}

void PackedBlock::End::operator()(z_stream_s* stream) const {
  deflateEnd(stream);
  delete stream;
}

void PackedBlock::deflate_bytes(std::string_view bytes, int flush) {
  std::array<char, std::size_t{1} << 15> out;
  // zlib does not change the input, but its interface is not const.
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream_->avail_in = static_cast<uInt>(bytes.size());
  do {
    stream_->next_out = reinterpret_cast<Bytef*>(out.data());
    stream_->avail_out = static_cast<uInt>(out.size());
    deflate(stream_.get(), flush);
    packed_.append(out.data(), out.size() - stream_->avail_out);
  } while (stream_->avail_out == 0);
}

void PackedBlock::append(std::string_view bytes) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // the counter has 32 bits
  for (; bytes.size() > kMostAtOnce; bytes.remove_prefix(kMostAtOnce)) {
    deflate_bytes(bytes.substr(0, kMostAtOnce), Z_NO_FLUSH);
  }
  deflate_bytes(bytes, Z_NO_FLUSH);
}

std::string PackedBlock::finish() {
  deflate_bytes({}, Z_FINISH);
  return std::move(packed_);
}

void append_base64(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      three = three << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= count ? kDigits[three >> (18 - 6 * k) & 63U] : '=';
    }
  }
}

}  // namespace nscope
