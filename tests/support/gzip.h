#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <zlib.h>

namespace nscope {

/// The text as a zlib stream.
inline std::string deflated(std::string_view text, int level = 6, int window_bits = MAX_WBITS) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib does not start");
  }
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  std::string in(text);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int outcome = deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  if (outcome != Z_STREAM_END) throw std::runtime_error("zlib does not finish");
  return out;
}

/// The text as a gzip file.
inline std::string gzip(std::string_view text, int level = 6) {
  return deflated(text, level, MAX_WBITS + 16);
}

}  // namespace nscope
